// A puzzle, or a booklet of them: drawn by the front end of the studio, without a studio behind it.

import { Board } from "../board";
import { byId, make } from "../dom";
import type { Json } from "../link";
import { drawPuzzles, Progress } from "../puzzles";
import { drawScore } from "../score";
import { TAKE, Toolbox } from "../toolbox";
import { Attempt, type Placed } from "./attempt";
import { Clock } from "./clock";
import { dayOf, puzzleOf, streak } from "./daily";
import { Drawing } from "./drawing";
import { look } from "./look";
import { unpacked } from "./packed";
import { deciphered, hex, slowHash } from "./secrets";

/** What is kept in the browser of a puzzle that was begun. */
interface Kept {
  placed: Placed[];
  seconds: number;
  solved: boolean;
}

/** How a puzzle that is played is opened; `solved` is called whenever an answer is right. */
export type Play = (data: Json, solved: () => void, anew: boolean) => Promise<void>;

class Booklet {
  private readonly puzzles: Json[];
  private readonly drawings: Drawing[];
  private readonly progress = new Progress();
  private readonly toolbox = new Toolbox(byId("toolbox"));
  private readonly board: Board;
  private readonly clock = new Clock(byId("timer"), () => this.keep());
  private readonly opened = new Set<string>();
  private puzzle!: Json;
  private attempt!: Attempt;
  private before: Placed[][] = [];
  private after: Placed[][] = [];
  private solved = false;
  private hints = 0;

  constructor(
    private readonly data: Json,
    private readonly playPuzzle: Play | null,
  ) {
    this.puzzles = data.puzzles;
    this.drawings = data.games.map((game: Json) => new Drawing(game));
    const nothing = () => undefined;
    this.board = new Board(byId("board"), { act: (space) => this.act(space), take: (space) => this.take(space), turn: nothing, cap: (space) => this.cap(space) });
    byId("undo").addEventListener("click", () => this.go(this.before, this.after));
    byId("redo").addEventListener("click", () => this.go(this.after, this.before));
    byId("reset").addEventListener("click", () => this.reset());
    byId("number-answer").addEventListener("keydown", (event) => {
      if (event.key === "Enter") void this.check();
    });
    byId("check").addEventListener("click", () => void this.check());
    byId("hint").addEventListener("click", () => void this.hint());
    byId("files-toggle").addEventListener("click", () => {
      this.choosing(!document.body.classList.contains("choosing"));
      if (document.body.classList.contains("choosing")) byId("today").focus();
    });
    byId("task").parentElement!.addEventListener("click", (event) => {
      if (!byId("files").contains(event.target as Node)) this.choosing(false);
    });
    byId("today").addEventListener("click", () => this.showToday());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && document.body.classList.contains("choosing")) {
        this.choosing(false);
        byId("files-toggle").focus();
      }
      if (!this.isPlaced(this.puzzle) || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      if (event.shiftKey) this.go(this.after, this.before);
      else this.go(this.before, this.after);
    });
    const single = this.puzzles.length < 2;
    document.body.classList.toggle("no-files", single);
    byId("files-toggle").hidden = byId("number").hidden = single;
    byId("next").addEventListener("click", () => this.show((this.puzzles.indexOf(this.puzzle) + 1) % this.puzzles.length));
    const last = this.puzzles.findIndex((puzzle) => puzzle.name === localStorage.getItem(this.key("last")));
    this.show(Math.max(0, last));
  }

  private key(what: string): string {
    return `tilewright-${what}-${this.data.id}`;
  }

  // -- which puzzle is shown

  private show(index: number, anew = false): void {
    if (this.puzzle) this.keep();
    this.puzzle = this.puzzles[index];
    localStorage.setItem(this.key("last"), this.puzzle.name);
    const kept = anew ? null : this.kept(this.puzzle);
    this.before = [];
    this.after = [];
    this.hints = 0;
    this.opened.clear();
    this.solved = kept?.solved ?? false;
    if (this.isPlaced(this.puzzle)) this.attempt = this.attempted(kept?.placed ?? []);
    this.choosing(false);
    document.getElementById("game")?.remove();
    document.body.classList.toggle("playing", !!this.puzzle.played);
    document.body.classList.toggle("asking", !!this.puzzle.asked);
    byId("game-new").hidden = !this.puzzle.played;
    if (this.puzzle.played) {
      this.play(anew);
      this.drawList();
      return this.clock.set(kept?.seconds ?? 0, !this.solved);
    }
    byId("number").textContent = `${index + 1} of ${this.puzzles.length}`;
    byId("title").textContent = this.puzzle.title;
    byId("hint").hidden = !this.puzzle.hints.length;
    if (this.puzzle.asked) {
      this.ask();
      this.drawList();
      return this.clock.set(kept?.seconds ?? 0, !this.solved);
    }
    byId("task-words").textContent = this.puzzle.task;
    byId("cards").replaceChildren(...this.puzzle.cards.map((card: Json) => make("p", {}, make("b", {}, card.name), ` ${card.text}`)));
    this.drawOthers();
    this.say("");
    this.draw();
    this.clock.set(kept?.seconds ?? 0, !this.solved);
  }

  /** Open a puzzle that is played, in elements of its own; what it has in common with others is in the page once. */
  private play(anew: boolean): void {
    byId("task").parentElement!.append(document.importNode(byId<HTMLTemplateElement>("play").content, true));
    byId("game-new").replaceWith(make("button", { id: "game-new" }, "Start over")); // that of another game does something else
    byId("game").prepend(make("h2", { id: "played-title", tabindex: -1 }, this.puzzle.title));
    const parts = Object.entries<number>(this.puzzle.played).map(([name, part]) => [name, this.data.parts[part]]);
    const { puzzle } = this;
    this.playPuzzle!(Object.fromEntries(parts), () => puzzle === this.puzzle && this.solve(0), anew).catch((fault: unknown) => {
      byId("question").textContent = `This puzzle cannot be played in this browser: ${fault instanceof Error ? fault.message : fault}`;
    });
  }

  private isPlaced(puzzle: Json): boolean {
    return !puzzle.played && !puzzle.asked;
  }

  /** Ask for a number, below what it is about. */
  private ask(): void {
    byId("task-words").textContent = this.puzzle.asked;
    byId("cards").replaceChildren();
    byId<HTMLInputElement>("number-answer").value = "";
    const { picture } = this.puzzle;
    byId("asked-picture").replaceChildren(...(picture ? [document.importNode(new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true)] : []));
    this.say("");
  }

  private kept(puzzle: Json): Kept | null {
    try {
      const kept: Kept = JSON.parse(localStorage.getItem(`tilewright-${puzzle.name}`) ?? "null");
      if (!this.isPlaced(puzzle)) return kept;
      const marks = puzzle.caps.map((cap: Json) => cap.mark);
      const known = kept.placed.every(({ space, what }) => puzzle.own.stacks[space] && [...puzzle.pieces, ...marks].includes(what));
      const attempt = new Attempt(puzzle, this.data.games[puzzle.game_number].kinds, known ? kept.placed : []);
      return kept.placed.every(({ what }) => attempt.left(what) >= 0) ? { ...kept, placed: attempt.placed } : null;
    } catch {
      return null; // nothing is kept yet, or something else
    }
  }

  private keep(): void {
    if (!this.puzzle) return;
    const kept: Kept = { placed: this.isPlaced(this.puzzle) ? this.attempt.placed : [], seconds: this.clock.seconds, solved: this.solved };
    localStorage.setItem(`tilewright-${this.puzzle.name}`, JSON.stringify(kept));
  }

  /** Show or hide the list of puzzles where there is no room for it beside the board. */
  private choosing(open: boolean): void {
    document.body.classList.toggle("choosing", open);
    byId("files-toggle").setAttribute("aria-expanded", String(open));
  }

  // -- the puzzle of the day

  private get today(): number {
    return dayOf(new Date());
  }

  private get days(): number[] {
    return JSON.parse(localStorage.getItem(this.key("days")) ?? "[]");
  }

  private showToday(): void {
    const index = puzzleOf(this.today, this.puzzles.length);
    const done = this.days.includes(this.today);
    this.show(index, !done && this.kept(this.puzzles[index])?.solved);
    this.focusTitle();
  }

  private focusTitle(): void {
    byId(this.puzzle.played ? "played-title" : "title").focus();
  }

  private drawToday(): void {
    const done = this.days.includes(this.today);
    const date = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long" });
    const row = streak(this.days, this.today);
    byId("today").textContent = `${done ? "\u2713 " : ""}Puzzle of the day, ${date}`;
    byId("streak").textContent = row > 1 ? `solved ${row} days in a row` : "";
  }

  // -- placing

  private act(space: number): void {
    const { tool } = this.toolbox;
    if (tool.do === "take") return this.take(space);
    if (this.attempt.left(tool.what) < 1) return this.say(`There is no other ${tool.words} to place.`, "bad");
    this.place(space, tool.what);
  }

  private cap(space: number): void {
    const mark = this.puzzle.caps.find((cap: Json) => this.attempt.left(cap.mark) > 0)?.mark;
    if (mark) this.place(space, mark);
  }

  private place(space: number, what: string): void {
    const next = this.attempted([...this.attempt.placed, { space, what }]);
    if (next.faults.length) return this.say(`${next.faults[0][0].toUpperCase()}${next.faults[0].slice(1)}.`, "bad");
    this.change(next);
  }

  private take(space: number): void {
    const { placed } = this.attempt;
    const here = placed.flatMap((one, i) => (one.space === space ? [i] : []));
    const which = here.filter((i) => this.attempt.isCap(placed[i].what)).at(-1) ?? here.at(-1);
    if (which === undefined) return this.say("Nothing was placed there.", "bad");
    this.change(this.attempted(placed.filter((_, i) => i !== which)));
  }

  private attempted(placed: Placed[]): Attempt {
    return new Attempt(this.puzzle, this.data.games[this.puzzle.game_number].kinds, placed);
  }

  private change(next: Attempt): void {
    this.before.push(this.attempt.placed);
    this.after = [];
    this.lay(next);
  }

  private lay(next: Attempt): void {
    this.attempt = next;
    const tool = this.toolbox.tool;
    if (tool.do !== "take" && next.left(tool.what) < 1) {
      const other = this.tools().flatMap((group) => group.tools).find((one) => one.left > 0);
      if (other) this.toolbox.tool = other;
    }
    this.say(next.faults.join("; "), "bad");
    this.draw();
    this.keep();
  }

  private go(from: Placed[][], to: Placed[][]): void {
    const placed = from.pop();
    if (!placed) return;
    to.push(this.attempt.placed);
    this.lay(this.attempted(placed));
  }

  private reset(): void {
    this.solved = false;
    this.change(this.attempted([]));
    this.clock.set(0, true);
  }

  // -- what is drawn

  private tools(): Json[] {
    return this.puzzle.tools.map((group: Json) => ({ ...group, tools: group.tools.map((tool: Json) => ({ ...tool, left: this.attempt.left(tool.what) })) }));
  }

  private draw(): void {
    const { own, game_number } = this.puzzle;
    const { stacks } = this.attempt;
    this.toolbox.draw(this.tools(), [TAKE]);
    const marked = stacks.map((stack, space) => JSON.stringify(stack) !== JSON.stringify(own.stacks[space]));
    this.board.draw({ ...this.drawings[game_number].stacks(stacks, own, marked), fixed: false }, "The board");
    byId<HTMLButtonElement>("undo").disabled = !this.before.length;
    byId<HTMLButtonElement>("redo").disabled = !this.after.length;
    this.drawScore();
    this.drawList();
  }

  private drawList(): void {
    drawPuzzles(byId("puzzles"), this.puzzles, this.progress, this.puzzle.name, (name) => {
      this.show(this.puzzles.findIndex((puzzle) => puzzle.name === name));
      this.focusTitle();
    });
    this.drawToday();
  }

  private drawScore(): void {
    try {
      const { total, parts } = this.attempt.score();
      byId("total").textContent = String(total);
      drawScore(byId("score"), { parts, columns: this.puzzle.own.columns }, this.opened, (spaces) => this.board.light(spaces));
    } catch (fault) {
      byId("total").textContent = "?";
      byId("score").replaceChildren();
      this.say(`This board cannot be scored: ${fault instanceof Error ? fault.message : fault}.`, "bad");
    }
  }

  private drawOthers(): void {
    const { others, game_number } = this.puzzle;
    const nothing = () => undefined;
    const drawn = others.map((other: Json) => {
      const { name, stacks } = other;
      const section = make("section", {}, make("h2", {}, `Board of ${name}`));
      const board = new Board(section, { act: nothing, take: nothing, turn: nothing, cap: nothing });
      const marked = stacks.map(() => false);
      board.draw({ ...this.drawings[game_number].stacks(stacks, other, marked), fixed: true }, `board of ${name}`);
      return section;
    });
    byId("others").replaceChildren(...drawn);
  }

  private say(words: string, look = ""): void {
    byId("said").textContent = words;
    byId("said").className = look;
    byId("next").hidden = !this.solved || this.puzzles.length < 2;
  }

  // -- answers

  private async check(): Promise<void> {
    const { attempt, puzzle } = this;
    if (puzzle.asked) return this.compare(byId<HTMLInputElement>("number-answer").valueAsNumber, null);
    if (attempt.missing) return this.say(`${attempt.missing} still to be placed.`, "bad");
    if (attempt.faults.length) return this.say(attempt.faults.join("; "), "bad");
    const { total } = attempt.score();
    const { kind, score } = puzzle.goal;
    if (kind !== "most") {
      const solved = kind === "exactly" ? total === score : total >= score;
      return solved ? this.reached(total, "Solved.") : this.say(`Not yet: ${kind} ${score} is asked for.`, "bad");
    }
    return this.compare(total, attempt);
  }

  /** Whether a number is the best one; in the meantime something else may be laid. */
  private async compare(total: number, attempt: Attempt | null): Promise<void> {
    const { puzzle } = this;
    if (Number.isNaN(total)) return this.say("Write a number.", "bad");
    this.say("Comparing \u2026");
    const hash = hex(await slowHash(`${puzzle.name}:best`, String(total), 32, puzzle.rounds));
    if (puzzle !== this.puzzle || (attempt && attempt !== this.attempt)) return;
    if (hash === puzzle.best) return this.reached(total, `Solved: ${total} is ${attempt ? "optimal" : "right"}.`);
    if (!attempt) return this.say(`It is not ${total}.`, "bad");
    this.progress.reach(puzzle.name, total, false);
    this.say(`${total} is not the best yet.`, "bad");
    this.draw();
  }

  private reached(total: number, words: string): void {
    this.solve(total);
    this.say(words, "good");
    if (this.isPlaced(this.puzzle)) this.draw();
  }

  private solve(total: number): void {
    this.clock.stop();
    const first = !this.solved;
    this.solved = true;
    this.progress.reach(this.puzzle.name, total, true, first ? this.clock.seconds : undefined);
    if (this.puzzles.indexOf(this.puzzle) === puzzleOf(this.today, this.puzzles.length) && !this.days.includes(this.today)) {
      localStorage.setItem(this.key("days"), JSON.stringify([...this.days, this.today]));
    }
    this.keep();
    this.drawList();
  }

  private async hint(): Promise<void> {
    const { puzzle } = this;
    const which = Math.min(this.hints++, puzzle.hints.length - 1);
    this.say("Looking it up \u2026");
    const hint = await deciphered(`${puzzle.name}:hint${which}`, puzzle.hints[which], puzzle.rounds);
    if (puzzle === this.puzzle) this.say(hint);
  }
}

/** Open the puzzles of this page. */
export async function openPuzzles(playPuzzle: Play | null = null): Promise<void> {
  look();
  try {
    new Booklet(JSON.parse(new TextDecoder().decode(await unpacked(byId("data").textContent!))), playPuzzle);
  } catch (fault) {
    byId("said").textContent = `This page cannot be shown in this browser: ${fault instanceof Error ? fault.message : String(fault)}`;
  }
}
