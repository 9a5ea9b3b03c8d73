// The right half: the board of the text that is open, what can be put on it, what it scores.

import { Board, drawFixed, type Clicks } from "./board";
import { button, byId, make, save } from "./dom";
import { inside } from "./inside";
import type { Json, Link } from "./link";
import { Painter } from "./painter";
import { drawPool } from "./pool";
import { drawScore, type Light } from "./score";
import { Solver } from "./solver";
import { TAKE, Toolbox, TURN } from "./toolbox";

interface Host {
  light: (place: { from: number; to: number } | null) => void;
  write: (text: string) => void;
  undo: () => void;
  redo: () => void;
  /** Its user has placed all pieces of a puzzle. */
  reached: (name: string, points: number, solved: boolean) => void;
  /** What lies on the table is not what was there. */
  laid: () => void;
}

export class Table {
  private state: Json | null = null;
  private shown: Json | null = null;
  /** Whether what lies there is not only what the text says. */
  touched = false;
  private restored: Json | null = null;
  private player = 0;
  private before: (Json | null)[] = [];
  private after: (Json | null)[] = [];
  private opened = new Set<string>();
  private asking = false;
  private steps: (() => Json | undefined)[] = [];
  private afterwards: (() => void)[] = [];
  private readonly board: Board;
  private readonly toolbox = new Toolbox(byId("toolbox"));
  private readonly solver: Solver;
  private readonly painter: Painter;

  constructor(
    private readonly link: Link,
    private readonly text: () => { name: string; text: string },
    private readonly host: Host,
  ) {
    this.board = new Board(byId("board"), this.clicks());
    this.painter = new Painter(link, this.board, {
      text,
      show: (found) => {
        this.shown = found;
        this.draw();
      },
      write: host.write,
      say: (words) => this.say(words),
    });
    this.solver = new Solver(link, () => this.subject(), {
      state: (state, keeps) => this.put(state, keeps),
      spaces: (spaces) => this.board.light(spaces),
    });
    for (const way of ["undo", "redo"] as const) byId(way).addEventListener("click", () => void this.go(way));
    byId("reset").addEventListener("click", () => this.put(null));
    const picture = byId<HTMLSelectElement>("picture");
    if (inside) for (const one of [...picture.options].slice(2)) one.remove(); // but .svg, what is drawn by programs
    picture.addEventListener("change", () => {
      const format = picture.value;
      picture.value = "";
      if (format) void this.savePicture(format);
    });
    byId("to-text").addEventListener("click", async () => {
      await this.settled();
      const found = await link.get("position", { ...text(), state: this.state });
      if (found.refused) this.say(found.refused);
      else host.write(found.text);
    });
    byId("table").addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && !(event.target instanceof HTMLTextAreaElement)) {
        event.preventDefault();
        void this.go(event.shiftKey ? "redo" : "undo");
      }
    });
  }

  /** The boards as a picture, for its user to keep. */
  private async savePicture(format: string): Promise<void> {
    await this.settled();
    const found = await this.link.get("picture", { ...this.text(), state: this.state, format });
    if (found.refused) return this.say(found.refused);
    const name = this.text().name.replace(/^.*\//, "").replace(/\.(tw|yaml)$/, "");
    save(`${name}${found.suffix}`, "application/octet-stream", Uint8Array.from(atob(found.content), (sign) => sign.charCodeAt(0)));
  }

  /** What clicks on a board do that is no layout. */
  private clicks(): Clicks {
    return {
      act: (space) => this.act({ ...this.toolbox.tool, space }),
      take: (space) => this.act({ do: "take", space }),
      turn: (space) => this.act({ do: "turn", space, what: this.toolbox.tool.do === "put" ? this.toolbox.tool.what : "" }),
      cap: (space) => {
        const cap = this.tools().find((tool) => tool.do === "cap");
        if (cap) this.act({ do: "cap", what: cap.what, space });
      },
      drag: undefined,
      digit: undefined,
    };
  }

  /** Another text is open. */
  open(state: Json | null): void {
    this.state = state;
    this.touched = state !== null;
    this.shown = null;
    this.steps = [];
    this.player = 0;
    this.before = [];
    this.after = [];
    this.solver.forget();
    this.say("");
    byId("hint-empty").textContent = "The board appears here in a moment.";
    byId("table-body").inert = true; // what lies there is of the text before, until it is drawn
    this.changed();
  }

  /** The text has changed. */
  changed(): void {
    this.step(() => {
      const inText = this.shown?.kind === "position" || this.shown?.kind === "puzzle";
      if (inText) {
        this.state = null; // the boards are read from the text again
        this.touched = false;
      }
      if (this.restored) this.lay(this.restored, true);
      this.restored = null;
      return undefined;
    });
  }

  /** Lay what a draft holds, together with the change of the text that comes next. */
  restore(state: Json | null): void {
    this.restored = state;
  }

  get kept(): Json | null {
    return this.state;
  }

  /** The game of the record that is open. */
  get played(): Json | null {
    return this.shown?.played ?? null;
  }

  private subject(): { kind: string; args: Json; cards: Json[] } | null {
    return this.shown && { kind: this.shown.kind, args: this.text(), cards: this.shown.game.cards };
  }

  private tools(): Json[] {
    return (this.shown?.tools ?? []).flatMap((group: Json) => group.tools);
  }

  // -- what is asked of the studio: one step after another, so that an answer never undoes what came after it

  /** Change what lies on the table, or give the act that the studio is to do. */
  private step(change: () => Json | undefined): void {
    this.steps.push(change);
    void this.work();
  }

  private async work(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    while (this.steps.length) {
      const act = this.steps.shift()!();
      if (!act && this.steps.length) continue; // seen with the step after it
      const asked = this.text();
      const found = await this.link.get("show", { ...asked, state: this.state, act });
      if (asked.name === this.text().name) this.take(found, act);
    }
    this.asking = false;
    for (const then of this.afterwards.splice(0)) then();
  }

  /** When all that was painted and clicked is done. */
  async settled(): Promise<void> {
    await this.painter.settled();
    if (this.asking) await new Promise<void>((resolve) => this.afterwards.push(resolve));
  }

  private take(found: Json, act?: Json): void {
    if (this.painter.busy) return; // what is painted is newer
    if (found.refused) {
      this.say(found.refused);
      if (this.state && !act && !this.shown) {
        this.state = null; // of a link, perhaps: the text is shown on a board of its own
        this.step(() => undefined);
      }
      return;
    }
    if (!found.kind) {
      const reason = "No board: the file has errors, or contains nothing to put on one.";
      byId("table-body").classList.toggle("stale", this.shown !== null);
      byId("table-body").hidden = this.shown === null;
      byId("hint-empty").hidden = this.shown !== null;
      byId("hint-empty").textContent = reason;
      return;
    }
    if (act && !found.said) {
      this.before.push(this.state);
      this.after = [];
    }
    this.state = found.state;
    this.shown = found;
    this.touched ||= act !== undefined;
    this.host.laid();
    this.say(found.said || found.note || (act && found.solved ? "Solved: this is optimal." : ""));
    const placed = act && found.kind === "puzzle" && !found.problems.length && found.players[0].total !== undefined;
    if (placed) this.host.reached(this.text().name, found.players[0].total, found.solved);
    this.draw();
  }

  private act(act: Json): void {
    const { player } = this;
    this.step(() => ({ player, ...act }));
  }

  private put(state: Json | null, keeps = true): void {
    this.step(() => this.lay(state, keeps));
  }

  private lay(state: Json | null, keeps: boolean): undefined {
    if (keeps) this.before.push(this.state);
    this.after = [];
    this.state = state;
    this.touched = state !== null;
  }

  /** Go back, or forth again: in the text of a layout, else from the last state of one list, keeping this one in the other. */
  private async go(way: "undo" | "redo"): Promise<void> {
    if (this.shown?.kind === "layout") {
      await this.painter.settled(); // what is being painted comes before
      return this.host[way]();
    }
    this.step(() => {
      const [from, to] = way === "undo" ? [this.before, this.after] : [this.after, this.before];
      const state = from.pop();
      if (state === undefined) return undefined;
      to.push(this.state);
      this.state = state;
      return undefined;
    });
  }

  private say(words: string): void {
    byId("said").textContent = words;
  }

  // -- what is drawn

  private draw(): void {
    const shown = this.shown!;
    this.player = Math.min(this.player, shown.players.length - 1);
    const player = shown.players[this.player];
    byId("table-body").hidden = false;
    byId("table-body").classList.remove("stale");
    byId("table-body").inert = false;
    byId("hint-empty").hidden = true;
    this.drawPlayers();
    const layout = shown.kind === "layout";
    if (layout) this.painter.take();
    else Object.assign(this.board.clicks, this.clicks());
    if (!layout) this.drawTools();
    const pool = player.rows === undefined;
    byId("board").hidden = byId("toolbox").hidden = pool;
    byId("places").replaceChildren(...shown.places.map((one: Json) => (one.svg ? drawFixed(one) : drawPool(one.name, one.rows, () => null))));
    if (!pool) this.board.draw(player, `${shown.game.board} of ${player.name}`);
    byId<HTMLButtonElement>("undo").disabled = !layout && !this.before.length;
    byId<HTMLButtonElement>("redo").disabled = !layout && !this.after.length;
    byId("to-text").hidden = shown.kind === "puzzle" || shown.kind === "layout" || shown.kind === "cards";
    byId("play-on").hidden = !shown.played;
    byId("reset").hidden = byId("setup").hidden = layout || pool;
    byId("undo").hidden = byId("redo").hidden = pool;
    this.drawSetup(player);
    this.drawCards();
    if (layout) this.painter.draw(shown);
    else byId("faults").replaceChildren(...shown.problems.map((problem: string) => make("li", {}, problem)));
    byId("total").textContent = player.total === undefined ? "" : `${player.total}${player.wins ? ", wins" : ""}`;
    drawScore(byId("score"), player, this.opened, this.light);
    byId("score").parentElement!.hidden = layout;
    this.solver.offer(shown.kind, shown.game.cards);
  }

  private light: Light = (spaces, place) => {
    this.board.light(spaces);
    this.host.light(place);
  };

  /** The sentences of the cards in play, where the text does not show them. */
  private drawCards(): void {
    const cards: Json[] = this.shown!.kind === "cards" ? [] : this.shown!.game.cards;
    byId("cards").replaceChildren(...cards.map((card) => make("p", {}, make("b", {}, card.name), ` ${card.text}`)));
  }

  private drawPlayers(): void {
    const players = this.shown!.players;
    const tabs = players.map((player: Json, i: number) => {
      const total = player.total === undefined ? "" : `  ${player.total}`;
      const tab = button(`${player.name}${total}`, () => this.choosePlayer(i), {
        role: "tab",
        "aria-selected": String(i === this.player),
      });
      return tab;
    });
    byId("players").hidden = players.length < 2;
    byId("players").replaceChildren(...tabs);
  }

  private choosePlayer(i: number): void {
    this.player = i;
    this.draw();
    byId("players").querySelectorAll<HTMLElement>("button")[i]?.focus();
  }

  private drawTools(): void {
    const puzzle = this.shown!.kind === "puzzle";
    this.toolbox.draw(this.shown!.tools, puzzle ? [TAKE] : [TAKE, TURN]);
  }

  private drawSetup(player: Json): void {
    const body = byId("setup-body");
    if (body.contains(document.activeElement)) return;
    const shown = this.shown!;
    const number = (label: string, value: number, set: (value: number) => void, min = 0) => {
      const field = make("input", { type: "number", min, max: 999, value });
      field.addEventListener("change", () => {
        const value = field.valueAsNumber;
        field.blur();
        if (Number.isFinite(value)) set(value);
      });
      return make("label", { class: "field" }, label, field);
    };
    const fields: Node[] = [];
    if (shown.kind !== "puzzle") {
      fields.push(
        number("rows", player.rows, (rows) => this.act({ do: "size", rows, columns: player.columns })),
        number("columns", player.columns, (columns) => this.act({ do: "size", rows: player.rows, columns })),
        number("players", shown.players.length, (count) => this.act({ do: "players", count })),
        ...shown.game.counters.map((counter: Json) =>
          number(
            counter.words,
            player.counters[counter.name] ?? 0,
            (value) => this.act({ do: "counter", name: counter.name, value }),
            counter.least,
          ),
        ),
      );
      if (shown.kind === "cards") fields.push(this.extraCards());
    }
    const notation = make("textarea", { rows: player.rows + 1, spellcheck: "false", "aria-label": "The board in notation" });
    notation.value = player.notation;
    notation.addEventListener("change", () => {
      const text = notation.value;
      notation.blur();
      this.act({ do: "write", text });
    });
    body.replaceChildren(make("div", { class: "fields" }, ...fields), make("label", { class: "wide" }, "board in notation", notation));
  }

  private extraCards(): HTMLElement {
    const field = make("input", { value: (this.state?.extra ?? []).join(" "), spellcheck: "false" });
    field.addEventListener("change", () => {
      const extra = field.value.split(/[\s,]+/).filter(Boolean);
      field.blur();
      this.step(() => this.lay({ ...this.state!, extra }, true));
    });
    return make("label", { class: "field long" }, "more cards in play", field);
  }
}
