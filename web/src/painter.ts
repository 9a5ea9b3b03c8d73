// A layout is painted on its board: heights go into the text, and what the game says of them is told as one paints.

import type { Board } from "./board";
import { button, byId, make } from "./dom";
import type { Json, Link } from "./link";

interface Host {
  text: () => { name: string; text: string };
  show: (found: Json) => void;
  write: (text: string) => void;
  say: (words: string) => void;
}

export class Painter {
  private height = 1;
  private symmetry = "none";
  private base: { name: string; text: string } | null = null;
  private painted: [number, number][] = [];
  private down = false;
  private asking = false;
  private act: Json | null = null;
  private afterwards: (() => void)[] = [];
  private result: string | null = null;

  constructor(
    private readonly link: Link,
    private readonly board: Board,
    private readonly host: Host,
  ) {}

  /** Whether heights are painted that are not yet in the text. */
  get busy(): boolean {
    return this.base !== null;
  }

  /** When all that was painted is in the text. */
  settled(): Promise<void> {
    return this.busy ? new Promise((resolve) => this.afterwards.push(resolve)) : Promise.resolve();
  }

  /** What the board does with clicks and keys as long as a layout is on it. */
  take(): void {
    const one = (space: number, height: number): void => {
      if (this.afterwards.length) return void this.settled().then(() => one(space, height)); // an undo comes first
      this.paint([space], height);
      this.end();
    };
    Object.assign(this.board.clicks, {
      act: (space: number) => one(space, this.height),
      take: (space: number) => one(space, 0),
      turn: () => {},
      cap: () => {},
      digit: one,
      drag: (spaces: number[] | null) => (spaces ? this.paint(spaces, this.height) : this.end()),
    });
  }

  private paint(spaces: number[], height: number): void {
    this.down = true;
    this.base ??= this.host.text();
    for (const space of spaces) this.painted.push([space, height]);
    this.board.light(this.painted.map(([space]) => space));
    void this.ask({ do: "paint", heights: this.painted, symmetry: this.symmetry });
  }

  private end(): void {
    this.down = false;
    if (!this.asking) this.finish();
  }

  private size(rows: number, columns: number): void {
    if (this.busy) return;
    this.base = this.host.text();
    void this.ask({ do: "size", rows, columns });
  }

  /** One question at a time; those in between are left out, for each has all that is painted so far. */
  private async ask(act: Json): Promise<void> {
    this.act = act;
    if (this.asking) return;
    this.asking = true;
    while (this.act) {
      const asked = { ...this.base, act: this.act };
      this.act = null;
      const found = await this.link.get("show", asked);
      if (found.refused) this.host.say(found.refused);
      else if (found.kind === "layout") {
        this.result = found.text;
        this.host.show(found);
      }
    }
    this.asking = false;
    if (!this.down) this.finish();
  }

  /** What was painted becomes the text. */
  private finish(): void {
    const { base, result } = this;
    this.base = this.result = null;
    this.painted = [];
    this.board.light([]);
    if (base && result !== null && base.name === this.host.text().name) this.host.write(result);
    for (const then of this.afterwards.splice(0)) then();
  }

  // -- what is drawn

  /** The heights, the symmetry, the size, and what the game says of the layout. */
  draw(shown: Json): void {
    const { heights, symmetries, problems } = shown.painting;
    const player = shown.players[0];
    if (!symmetries.includes(this.symmetry)) this.symmetry = "none";
    const group = make("div", { class: "tools", role: "group", "aria-label": "height" }, ...heights.map((height: number) => this.tool(height)));
    const mirror = make("select", { id: "symmetry" });
    for (const name of symmetries) mirror.append(make("option", { value: name, selected: name === this.symmetry }, name));
    mirror.addEventListener("change", () => (this.symmetry = mirror.value));
    const toolbox = byId("toolbox");
    toolbox.hidden = false;
    if (!toolbox.contains(document.activeElement)) {
      toolbox.replaceChildren(
        group,
        make("label", { class: "inline" }, "symmetry ", mirror),
        this.number("rows", player.rows, (rows) => this.size(rows, player.columns)),
        this.number("columns", player.columns, (columns) => this.size(player.rows, columns)),
      );
    }
    const good = problems.length ? "" : "; it meets all the guidelines of the game";
    this.host.say(player.caption + good);
    byId("faults").replaceChildren(
      ...problems.map((problem: Json) => {
        const row = make("li", { class: problem.error ? "" : "warning" }, problem.words);
        row.addEventListener("mouseenter", () => this.board.light(problem.spaces));
        row.addEventListener("mouseleave", () => this.board.light([]));
        return row;
      }),
    );
  }

  private tool(height: number): HTMLElement {
    const found = button(height ? String(height) : "\u00b7", () => this.choose(height), {
      class: "tool",
      "aria-pressed": String(height === this.height),
      "aria-label": height ? `${height} high` : "no stack",
      "data-height": height,
    });
    return found;
  }

  private choose(height: number): void {
    this.height = height;
    for (const one of byId("toolbox").querySelectorAll<HTMLElement>("[data-height]")) {
      one.setAttribute("aria-pressed", String(Number(one.dataset.height) === height));
    }
  }

  private number(label: string, value: number, set: (value: number) => void): HTMLElement {
    const field = make("input", { type: "number", min: 1, max: 40, value });
    field.addEventListener("change", () => {
      const value = field.valueAsNumber;
      field.blur();
      if (Number.isFinite(value)) set(value);
    });
    return make("label", { class: "inline" }, `${label} `, field);
  }
}
