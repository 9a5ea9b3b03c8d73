// A game against bots or other people at one table: boards with what can be chosen on them, the choices, what was played.

import { Board } from "./board";
import { button, byId, make } from "./dom";
import type { Json } from "./link";
import { drawPool } from "./pool";
import { spoken, spokenLine, spokenOf } from "./spoken";

const MOST_LISTED = 12;
const PACE = "tilewright-pace";

/** What answers: the studio, or the page itself. */
interface Answers {
  get: (what: string, args?: Json) => Promise<Json>;
}

interface Host {
  tell: (words: string) => void;
  /** Ask how a game is to begin; null when none is to. */
  setup: (before: Json | null) => Promise<Json | null>;
  /** What is on the table has changed; whether the game is over. */
  drawn?: (over: boolean) => void;
  /** What is around the game on the page of a studio, which also says why a move is forbidden; a page without a studio has none. */
  around?: {
    entered: () => void;
    left: () => void;
    save: (name: string, text: string) => void;
  };
}

export class Game {
  private setup: Json | null = null;
  private moves: string[] = [];
  private shown: Json | null = null;
  private boards = new Map<string, Board>();
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private busy = false;
  private facing: number | null = null; // who sees what is drawn, where several people have something to hide
  private readonly pace = byId<HTMLSelectElement>("pace");

  /** The game goes on where it was left; it is `kept` in the browser by that name. */
  constructor(
    private readonly link: Answers,
    private readonly host: Host,
    private readonly kept = "tilewright-game",
  ) {
    this.pace.value = localStorage.getItem(PACE) ?? "700";
    this.pace.addEventListener("change", () => {
      localStorage.setItem(PACE, this.pace.value);
      this.goOn();
    });
    byId("game-new").addEventListener("click", () => void this.begin());
    byId("game-undo").addEventListener("click", () => void this.act({ do: "undo" }));
    byId("game-hint").addEventListener("click", () => void this.hint());
    byId("game-next").addEventListener("click", () => void this.act({ do: "bot" }));
    if (host.around) {
      byId("game-save").addEventListener("click", () => void this.save());
      byId("game-leave").addEventListener("click", () => this.leave());
      byId("game-why").addEventListener("submit", (event) => {
        event.preventDefault();
        const move = byId<HTMLInputElement>("game-why-move").value.trim();
        if (move) void this.why({ move });
      });
    }
    byId("game").addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "z") {
        event.preventDefault();
        void this.act({ do: "undo" });
      }
    });
  }

  /** Go on with the game that was left, or begin one: with a set-up, or the one that is asked for; at first if `fresh`. */
  async open(setup: Json | null = null, fresh = false): Promise<void> {
    if (fresh && (await this.begin())) return; // else the game that was left goes on
    const kept = JSON.parse(localStorage.getItem(this.kept) ?? "null");
    if (this.setup === null && kept) await this.resume(kept.setup, kept.moves);
    else if (this.setup !== null) this.enter();
    if (this.setup === null && setup) await this.resume(setup, []);
    else if (this.setup === null && !kept && !fresh) await this.begin();
  }

  /** A game as far as it was played. */
  async resume(setup: Json, moves: string[]): Promise<void> {
    this.setup = setup;
    this.moves = moves;
    this.facing = null;
    this.boards.clear();
    byId("boards").replaceChildren();
    if (await this.act(null)) this.enter();
    else {
      this.setup = null;
      localStorage.removeItem(this.kept);
    }
  }

  /** Ask how a game begins, of one game at first, and begin it. */
  async begin(game = ""): Promise<boolean> {
    const setup = await this.host.setup(game && game !== this.setup?.game ? { game } : this.setup);
    if (setup) await this.resume(setup, []);
    return setup !== null;
  }

  /** How the game began and its moves; null where there is none. */
  get played(): { setup: Json; moves: string[] } | null {
    return this.setup && { setup: this.setup, moves: this.moves };
  }

  /** Whether the game that was left has this text of a card. */
  has(text: string): boolean {
    const setup = this.setup ?? JSON.parse(localStorage.getItem(this.kept) ?? "null")?.setup;
    return setup?.written?.text === text;
  }

  private enter(): void {
    document.body.classList.add("playing");
    this.host.around?.entered();
    byId("game").hidden = false;
    this.scrollLog();
    this.goOn();
  }

  private leave(): void {
    clearTimeout(this.waiting);
    document.body.classList.remove("playing");
    byId("game").hidden = true;
    this.host.around?.left();
  }

  // -- playing

  private async act(act: Json | null): Promise<boolean> {
    if (this.busy || !this.setup || !this.pace.isConnected) return false;
    clearTimeout(this.waiting);
    this.busy = true;
    byId("game").dataset.awaits = "answer";
    if (act?.do === "bot") byId("question").textContent = `${this.shown!.players[this.shown!.turn]} is thinking \u2026`;
    const found = await this.link.get("play", { setup: this.setup, moves: this.moves, act });
    this.busy = false;
    if (!this.pace.isConnected) return false; // another game has taken the place of this one
    if (found.refused) {
      byId("game").dataset.awaits = "person";
      if (act?.do === "bot") this.failed(found.refused);
      else this.host.tell(found.refused);
      return false;
    }
    this.moves = found.moves;
    this.shown = found;
    localStorage.setItem(this.kept, JSON.stringify({ setup: this.setup, moves: this.moves }));
    this.draw();
    this.host.drawn?.(found.over);
    this.goOn();
    return true;
  }

  /** A bot has not moved, perhaps because its search took too long; it can be asked again, or the last choice taken back. */
  private failed(why: string): void {
    byId("question").textContent = `${this.shown!.players[this.shown!.turn]} did not move: ${why}`;
    byId("game-next").textContent = "Try again";
    byId("game-next").hidden = false;
    byId("game-next").focus();
  }

  private get botIsOn(): boolean {
    return this.shown !== null && !this.shown.over && this.shown.bots.includes(this.shown.turn);
  }

  /** Let a bot play, at once or when it is its time. */
  goOn(): void {
    clearTimeout(this.waiting);
    if (!this.pace.isConnected || !this.botIsOn || byId("game").hidden || this.pace.value === "step") return;
    this.waiting = setTimeout(() => void this.act({ do: "bot" }), Number(this.pace.value));
  }

  private choose(which: number[]): void {
    if (which.length === 1) void this.act({ do: "choose", choice: which[0] });
    else if (which.length > 1) byId("choices").querySelector<HTMLElement>(`[data-choice="${which[0]}"]`)?.focus();
  }

  /** Say what is good now, and mark it among the choices. */
  private async hint(): Promise<void> {
    const { moves } = this;
    byId("game-said").textContent = "Looking for a good move \u2026";
    const found = await this.link.get("advice", { setup: this.setup, moves });
    if (moves !== this.moves) return;
    byId("game-said").textContent = found.refused ?? found.hint ?? `A bot would choose: ${spoken(found.words)}`;
    const choice = byId("choices").querySelector<HTMLElement>(`[data-choice="${found.choice}"]`);
    choice?.closest("details")?.setAttribute("open", "");
    choice?.classList.add("advised");
    const at = this.shown!.choices[found.choice]?.at;
    if (at?.spaces) this.boards.get(String(at.seat))?.light(at.spaces);
  }

  /** Say which condition forbids a move, or a space that was clicked. */
  private async why(what: Json): Promise<void> {
    const moves = this.moves;
    const found = await this.link.get("why", { setup: this.setup, moves, ...what });
    if (moves === this.moves) this.explain(found.refused ? [found.refused] : found.lines); // else the game has gone on meanwhile
  }

  private explain(lines: string[]): void {
    if (this.host.around) byId("game-why-said").replaceChildren(...lines.map((line) => make("div", {}, line)));
  }

  private async save(): Promise<void> {
    const found = await this.link.get("record", { setup: this.setup, moves: this.moves });
    if (found.refused) return this.host.tell(found.refused);
    this.leave();
    this.host.around?.save(`${this.setup!.game}-${this.setup!.seed}.record.yaml`, found.text);
  }

  // -- what is drawn

  private draw(): void {
    const shown = this.shown!;
    const who = shown.players[shown.turn];
    const covered = shown.alone && !shown.over && !this.botIsOn && this.facing !== shown.turn;
    byId("game").classList.toggle("covered", covered);
    this.explain([]);
    if (covered) return this.cover(who);
    byId("game").dataset.awaits = shown.over ? "nobody" : this.botIsOn ? "bot" : "person";
    const winners = shown.winners.join(" and ");
    byId("game-turn").textContent = shown.heading ?? (shown.over
      ? `The game is over; ${shown.winners.length > 1 ? "shared by" : "winner:"} ${winners}`
      : `Round ${shown.round}, ${who}`);
    byId("question").textContent = this.botIsOn ? `${who} to play` : shown.question;
    byId("question").tabIndex = byId("question").scrollHeight > byId("question").clientHeight ? 0 : -1; // a long one scrolls on a phone: by keys too
    byId("game-next").hidden = !this.botIsOn;
    byId("game-next").textContent = "Next move";
    if (this.host.around) byId("game-why").hidden = shown.over || this.botIsOn;
    byId<HTMLButtonElement>("game-undo").disabled = !shown.moves.length;
    byId<HTMLButtonElement>("game-hint").disabled = this.botIsOn;
    byId("game").classList.toggle("over", shown.over); // nothing is to be asked then
    const inside = byId("choices").contains(document.activeElement);
    byId("choices").replaceChildren(...this.choices());
    if (inside) (byId("choices").querySelector<HTMLElement>("button") ?? byId("game-turn")).focus();
    this.drawBoards();
    this.drawScores();
    this.drawLog();
    this.reveal();
    byId("game-cards").replaceChildren(...shown.cards.map((card: Json) => make("p", {}, make("b", {}, card.name), ` ${card.text}`)));
    byId("game-cards").parentElement!.hidden = !shown.cards.length;
  }

  /** Nothing is drawn until the player who chooses is alone. */
  private cover(who: string): void {
    byId("game").dataset.awaits = "person";
    if (this.host.around) byId("game-why").hidden = true;
    byId("game-turn").textContent = `Next: ${who}. Everyone else, please look away.`;
    byId("question").textContent = "";
    const show = () => {
      this.facing = this.shown!.turn;
      this.draw();
      byId("choices").querySelector<HTMLElement>("button")?.focus();
    };
    byId("choices").replaceChildren(make("li", {}, button(`I am ${who}`, show, { class: "choice" })));
    byId("boards").replaceChildren();
    byId("game-scores").replaceChildren();
    byId("log").replaceChildren();
    byId("game-said").textContent = "";
    byId("choices").querySelector<HTMLElement>("button")!.focus();
  }

  /** The choices; many spaces that are lit on a board are folded away. */
  private choices(): HTMLElement[] {
    const all: Json[] = this.shown!.choices;
    const words = spokenOf(all.map((choice) => choice.words));
    const placed = all.filter((choice) => choice.at?.spaces);
    const folded = placed.length > MOST_LISTED;
    const listed = all.flatMap((choice, i) => (folded && choice.at?.spaces ? [] : [this.choice(choice, i, words[i])]));
    if (!folded) return listed;
    const rest = all.flatMap((choice, i) => (choice.at?.spaces ? [this.choice(choice, i, words[i])] : []));
    const list = make("details", {}, make("summary", {}, `one of ${placed.length} places, highlighted on the board`), make("ul", {}, ...rest));
    return [make("li", {}, list), ...listed];
  }

  private choice(choice: Json, i: number, words: string): HTMLElement {
    const found = button("", () => this.choose([i]), { class: "choice", "data-choice": i, "data-move": choice.words });
    found.append(make("b", {}, words));
    if (choice.says) found.append(" ", make("small", {}, choice.says));
    const light = (spaces: number[]) => this.boards.get(String(choice.at?.seat))?.light(spaces);
    for (const on of ["mouseenter", "focus"]) found.addEventListener(on, () => light(choice.at?.spaces ?? []));
    for (const off of ["mouseleave", "blur"]) found.addEventListener(off, () => light([]));
    return make("li", {}, found);
  }

  private drawBoards(): void {
    const shown = this.shown!;
    const parent = byId("boards");
    const focused = document.activeElement as HTMLElement | null; // what is put in its place again loses the focus
    const parts = new Map<string, HTMLElement>();
    for (const old of [...parent.children] as HTMLElement[]) parts.set(old.dataset.owner!, old);
    const spread = shown.boards.some((board: Json) => board.player === null && !board.pieces);
    const players: (number | null)[] = [...shown.players.keys()];
    const owners = spread ? [null, ...players] : [...players, null]; // pools of the table take more room than hands
    const fresh = owners.map((owner) => {
      const own = shown.boards.filter((board: Json) => board.player === owner);
      const part = parts.get(String(owner)) ?? make("section", { "data-owner": String(owner) });
      this.drawOwner(part, owner, own);
      return part;
    });
    if (fresh.some((part, i) => parent.children[i] !== part)) parent.replaceChildren(...fresh);
    if (document.activeElement !== focused) (focused?.isConnected ? focused : byId("game-turn")).focus();
  }

  /** Bring into sight what can be chosen on a board, above what is asked where that lies over the boards. */
  private reveal(): void {
    const first = byId("boards").querySelector<HTMLElement>(".open")?.closest<HTMLElement>(".board, .pool");
    if (!first || byId("game").hidden) return;
    byId("game").style.setProperty("--asked", `${byId("question").parentElement!.offsetHeight}px`);
    first.scrollIntoView({ block: "nearest" });
  }

  private drawOwner(part: HTMLElement, owner: number | null, boards: Json[]): void {
    const shown = this.shown!;
    const parts: Node[] = [];
    if (owner === null && boards.some((board) => !board.pieces)) parts.push(make("h2", {}, boards.filter((board) => !board.pieces).map((board) => board.name).join(", ")));
    if (owner !== null) {
      const words = [`total ${shown.scores.totals[owner]}`, ...briefly(shown.counters[owner])].join(", ");
      parts.push(make("h2", {}, shown.players[owner], " ", make("small", {}, words)));
    }
    for (const board of boards) parts.push(board.pieces ? this.pool(board, owner) : this.board(part, board, owner));
    part.className = owner === shown.turn && !shown.over ? "on" : "";
    part.classList.toggle("wide-pools", owner === null && boards.length > 0 && boards.every((board) => board.pieces));
    part.hidden = owner === null && !boards.length;
    part.replaceChildren(...parts);
  }

  private board(part: HTMLElement, board: Json, owner: number | null): Node {
    const key = String(board.seat);
    const shown = this.shown!;
    const picks = new Map<number, number[]>();
    shown.choices.forEach((choice: Json, i: number) => {
      if (choice.at?.seat === board.seat && choice.at.spaces) {
        for (const space of choice.at.spaces) picks.set(space, [...(picks.get(space) ?? []), i]);
      }
    });
    let known = this.boards.get(key);
    const nothing = () => {};
    if (!known) {
      const home = make("div", { class: "place" });
      known = new Board(home, { act: nothing, take: nothing, turn: nothing, cap: nothing });
      this.boards.set(key, known);
    }
    const asks = this.host.around && !shown.over && !this.botIsOn;
    known.clicks.act = (space) => (picks.has(space) ? this.choose(picks.get(space)!) : asks ? void this.why({ seat: board.seat, space }) : undefined);
    known.draw({ ...board, fixed: !picks.size }, owner === null ? board.name : `board of ${shown.players[owner]}`);
    known.offer([...picks.keys()]);
    return known.parent;
  }

  private pool(board: Json, owner: number | null): HTMLElement {
    const choices: Json[] = this.shown!.choices;
    const name = owner !== null && board.name === this.shown!.players[owner] ? "" : board.name;
    return drawPool(name, board.pieces, (code) => {
      const which = choices.findIndex((choice) => choice.at?.seat === board.seat && choice.at.piece === code);
      return which < 0 ? null : { act: () => this.choose([which]), words: choices[which].words };
    });
  }

  private drawScores(): void {
    const { scores, players, over, winners } = this.shown!;
    const cell = (value: unknown) => make("td", {}, String(value));
    const rows = scores.parts
      .filter((part: Json) => part.points.some((points: number) => points))
      .map((part: Json) => make("tr", {}, make("th", { scope: "row" }, part.name), ...part.points.map(cell)));
    const head = make("tr", {}, make("td"), ...players.map((name: string) => make("th", { scope: "col", class: winners.includes(name) ? "wins" : "" }, name)));
    const foot = make("tr", { class: "total" }, make("th", { scope: "row" }, over ? "total" : "so far"), ...scores.totals.map(cell));
    byId("game-scores").replaceChildren(head, ...rows, foot);
  }

  private drawLog(): void {
    const log = byId("log");
    const entries: Json[] = this.shown!.log;
    const same = entries.findIndex((entry, i) => (log.children[i] as HTMLElement | undefined)?.dataset.lines !== entry.lines.join("\n"));
    const first = same < 0 ? entries.length : same;
    while (log.children.length > first) log.lastElementChild!.remove();
    log.append(...entries.slice(first).map((entry) => make("li", { value: entry.turn, "data-lines": entry.lines.join("\n") }, ...entry.lines.map((line: string) => make("div", {}, spokenLine(line))))));
    this.scrollLog();
    byId("game-said").textContent = entries.at(-1)?.lines.map(spokenLine).join(" ") ?? "";
  }
  private scrollLog(): void {
    const list = byId("log").parentElement!;
    list.scrollTop = list.scrollHeight;
  }
}

/** What a player has; of much that is hidden only that it is. */
function briefly(counters: string): string[] {
  const all = counters.split(", ").filter(Boolean);
  const known = all.filter((one) => !one.endsWith(" ?"));
  return all.length - known.length > 2 ? [...known, "the rest hidden"] : all;
}
