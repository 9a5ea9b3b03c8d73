// A board: the picture that the studio draws, and over it a grid of buttons, one for each space.

import { make } from "./dom";
import type { Json } from "./link";

export interface Clicks {
  act: (space: number) => void;
  take: (space: number) => void;
  turn: (space: number) => void;
  cap: (space: number) => void;
  /** Spaces that a drag has come over; null when it ends. Without this nothing is dragged. */
  drag?: (spaces: number[] | null) => void;
  /** A digit was pressed on a space. */
  digit?: (space: number, digit: number) => void;
}

/** A board of the table, to look at, under its name. */
export function drawFixed(shown: Json): HTMLElement {
  const nothing = () => {};
  const part = make("div", { class: "pool" }, make("h3", {}, shown.name));
  new Board(part, { act: nothing, take: nothing, turn: nothing, cap: nothing }).draw(shown, shown.name);
  return part;
}

export class Board {
  private readonly picture = make("div", { class: "picture", "aria-hidden": "true" });
  private readonly grid = make("div", { class: "cells", role: "grid" });
  private readonly element = make("div", { class: "board" }, this.picture, this.grid);
  private cells: HTMLButtonElement[] = [];
  private size = "";
  private columns = 1;
  private lean = 0;
  private at = 0;
  private last: { x: number; y: number } | null = null;

  constructor(readonly parent: HTMLElement, readonly clicks: Clicks) {
    parent.append(this.element);
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("pointerdown", (event) => this.press(event));
    this.grid.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"] as const) this.grid.addEventListener(end, () => this.release());
  }

  draw(player: Json, name: string): void {
    const parsed = new DOMParser().parseFromString(player.svg, "image/svg+xml").documentElement;
    this.picture.replaceChildren(document.importNode(parsed, true));
    const { labels, edge, side } = player.frame;
    const leaning = side * player.lean * (player.rows - 1); // how far the last row is to the right
    const width = labels + edge + side * player.columns + leaning;
    const height = labels + edge + side * (player.pitch * (player.rows - 1) + player.tall);
    this.element.style.maxWidth = `${width * 1.15}px`;
    this.element.style.aspectRatio = `${width} / ${height}`;
    Object.assign(this.grid.style, {
      left: `${(100 * labels) / width}%`,
      top: `${(100 * labels) / height}%`,
      right: `${(100 * (edge + leaning)) / width}%`,
      bottom: `${(100 * (height - labels - side * player.pitch * player.rows)) / height}%`,
      gridTemplateColumns: `repeat(${player.columns}, 1fr)`,
      gridTemplateRows: `repeat(${player.rows}, 1fr)`,
    });
    this.grid.setAttribute("aria-label", name);
    this.grid.classList.toggle("dragged", this.clicks.drag !== undefined);
    this.grid.setAttribute("aria-readonly", String(player.fixed));
    const size = `${player.rows}x${player.columns}/${player.lean}/${player.missing}`;
    if (size !== this.size) this.lay(player);
    this.size = size;
    player.spaces.forEach((words: string, space: number) => {
      const row = Math.floor(space / this.columns) + player.corner[0];
      const label = `row ${row}, column ${(space % this.columns) + player.corner[1]}: ${words}`;
      this.cells[space].setAttribute("aria-label", label);
      this.cells[space].title = label;
      this.cells[space].setAttribute("aria-disabled", String(player.fixed));
    });
  }

  /** Mark the spaces that can be chosen. */
  offer(spaces: number[]): void {
    const found = new Set(spaces);
    this.cells.forEach((cell, space) => {
      const open = found.has(space);
      cell.classList.toggle("open", open);
      cell.setAttribute("aria-disabled", String(!open));
      if (open) cell.setAttribute("aria-label", `${cell.title}; can be chosen`);
    });
  }

  light(spaces: number[]): void {
    const found = new Set(spaces);
    this.cells.forEach((cell, space) => cell.classList.toggle("lit", found.has(space)));
  }

  private lay({ rows, columns, lean, pitch, tall, missing }: Json): void {
    this.columns = columns;
    this.lean = lean;
    this.cells = [];
    this.at = 0;
    while (missing.includes(this.at)) this.at++;
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = make("div", { role: "row" });
      for (let column = 0; column < columns; column++) {
        const cell = this.cell(row * columns + column);
        cell.disabled = missing.includes(this.cells.length - 1);
        if (lean) cell.style.transform = `translateX(${100 * lean * row}%)`;
        if (tall > pitch) Object.assign(cell.style, { height: `${(100 * tall) / pitch}%`, borderRadius: "50%" });
        line.append(cell);
      }
      return line;
    });
    this.grid.replaceChildren(...lines);
  }

  private cell(space: number): HTMLButtonElement {
    const cell = make("button", { type: "button", role: "gridcell", tabindex: space === this.at ? 0 : -1, "data-space": space });
    cell.addEventListener("focus", () => this.reached(space));
    cell.addEventListener("click", (event) => {
      this.move(space);
      if (this.clicks.drag && event.detail) return; // the pointer has done it when it was pressed
      if (event.shiftKey) this.clicks.take(space);
      else this.clicks.act(space);
    });
    cell.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.clicks.take(space);
    });
    this.cells.push(cell);
    return cell;
  }

  // -- dragging

  private press(event: PointerEvent): void {
    if (!this.clicks.drag || event.button) return;
    this.grid.setPointerCapture(event.pointerId);
    this.last = { x: event.clientX, y: event.clientY };
    this.clicks.drag(this.between(this.last, this.last));
  }

  private drag(event: PointerEvent): void {
    if (!this.clicks.drag || !this.last) return;
    const found = this.between(this.last, { x: event.clientX, y: event.clientY });
    this.last = { x: event.clientX, y: event.clientY };
    if (found.length) this.clicks.drag(found);
  }

  private release(): void {
    if (this.last) this.clicks.drag?.(null);
    this.last = null;
  }

  /** The spaces on the straight line from a point of the window to another one. */
  private between(from: { x: number; y: number }, to: { x: number; y: number }): number[] {
    const box = this.grid.getBoundingClientRect();
    const rows = this.cells.length / this.columns;
    const side = box.width / this.columns;
    const steps = Math.max(1, Math.ceil((4 * Math.hypot(to.x - from.x, to.y - from.y)) / side));
    const found = new Set<number>();
    for (let i = 0; i <= steps; i++) {
      const row = Math.floor(((from.y + ((to.y - from.y) * i) / steps - box.top) / box.height) * rows);
      const column = Math.floor((from.x + ((to.x - from.x) * i) / steps - box.left) / side - this.lean * row);
      const space = row * this.columns + column;
      if (row >= 0 && row < rows && column >= 0 && column < this.columns && !this.cells[space].disabled) found.add(space);
    }
    return [...found];
  }

  // -- keys

  private move(space: number): void {
    this.cells[space].focus();
  }

  /** A space has the focus, by whatever way: arrows go on from there. */
  private reached(space: number): void {
    this.cells[this.at]?.setAttribute("tabindex", "-1");
    this.at = space;
    this.cells[space].setAttribute("tabindex", "0");
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const there = [...this.cells.keys()].filter((space) => !this.cells[space].disabled);
    const row = there.filter((space) => Math.floor(space / this.columns) === Math.floor(this.at / this.columns));
    const column = there.filter((space) => space % this.columns === this.at % this.columns);
    const [across, down] = [row.indexOf(this.at), column.indexOf(this.at)];
    const moves: Record<string, number | undefined> = {
      ArrowLeft: row[across - 1],
      ArrowRight: row[across + 1],
      ArrowUp: column[down - 1],
      ArrowDown: column[down + 1],
      Home: row[0],
      End: row.at(-1),
    };
    const acts: Record<string, (space: number) => void> = {
      Delete: this.clicks.take,
      Backspace: this.clicks.take,
      t: this.clicks.turn,
      c: this.clicks.cap,
    };
    if (event.key in moves) {
      const target = moves[event.key];
      if (target === undefined) return event.preventDefault();
      if (event.shiftKey && this.clicks.drag) this.clicks.act(this.at);
      this.move(target);
      if (event.shiftKey && this.clicks.drag) this.clicks.act(target);
    } else if (/^[0-9]$/.test(event.key) && this.clicks.digit) {
      this.clicks.digit(this.at, Number(event.key));
    } else if (event.key in acts) {
      acts[event.key](this.at);
    } else return;
    event.preventDefault();
  }
}
