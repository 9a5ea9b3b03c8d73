// A board: the picture that the studio draws, and over it a grid of buttons, one for each space.

import { make } from "./dom";
import type { Json } from "./link";

export interface Clicks {
  act: (space: number) => void;
  take: (space: number) => void;
  turn: (space: number) => void;
  cap: (space: number) => void;
}

export class Board {
  private readonly picture = make("div", { class: "picture", "aria-hidden": "true" });
  private readonly grid = make("div", { class: "cells", role: "grid" });
  private readonly element = make("div", { class: "board" }, this.picture, this.grid);
  private cells: HTMLButtonElement[] = [];
  private size = "";
  private columns = 1;
  private at = 0;

  constructor(readonly parent: HTMLElement, readonly clicks: Clicks) {
    parent.append(this.element);
    this.grid.addEventListener("keydown", (event) => this.key(event));
  }

  draw(player: Json, name: string): void {
    const parsed = new DOMParser().parseFromString(player.svg, "image/svg+xml").documentElement;
    this.picture.replaceChildren(document.importNode(parsed, true));
    const { labels, edge, side } = player.frame;
    const width = labels + edge + side * player.columns;
    const height = labels + edge + side * player.rows;
    this.element.style.maxWidth = `${width * 1.15}px`;
    this.element.style.aspectRatio = `${width} / ${height}`;
    Object.assign(this.grid.style, {
      left: `${(100 * labels) / width}%`,
      top: `${(100 * labels) / height}%`,
      right: `${(100 * edge) / width}%`,
      bottom: `${(100 * edge) / height}%`,
      gridTemplateColumns: `repeat(${player.columns}, 1fr)`,
      gridTemplateRows: `repeat(${player.rows}, 1fr)`,
    });
    this.grid.setAttribute("aria-label", name);
    this.grid.setAttribute("aria-readonly", String(player.fixed));
    const size = `${player.rows}x${player.columns}`;
    if (size !== this.size) this.lay(player.rows, player.columns);
    this.size = size;
    player.spaces.forEach((words: string, space: number) => {
      const row = Math.floor(space / this.columns) + 1;
      const label = `row ${row}, column ${(space % this.columns) + 1}: ${words}`;
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

  private lay(rows: number, columns: number): void {
    this.columns = columns;
    this.cells = [];
    this.at = 0;
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = make("div", { role: "row" });
      for (let column = 0; column < columns; column++) line.append(this.cell(row * columns + column));
      return line;
    });
    this.grid.replaceChildren(...lines);
  }

  private cell(space: number): HTMLButtonElement {
    const cell = make("button", { type: "button", role: "gridcell", tabindex: space ? -1 : 0, "data-space": space });
    cell.addEventListener("click", (event) => {
      this.move(space);
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

  private move(space: number): void {
    this.cells[this.at]?.setAttribute("tabindex", "-1");
    this.at = space;
    this.cells[space].setAttribute("tabindex", "0");
    this.cells[space].focus();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const column = this.at % this.columns;
    const moves: Record<string, number> = {
      ArrowLeft: column > 0 ? -1 : 0,
      ArrowRight: column < this.columns - 1 ? 1 : 0,
      ArrowUp: -this.columns,
      ArrowDown: this.columns,
      Home: -column,
      End: this.columns - 1 - column,
    };
    const acts: Record<string, (space: number) => void> = {
      Delete: this.clicks.take,
      Backspace: this.clicks.take,
      t: this.clicks.turn,
      c: this.clicks.cap,
    };
    if (event.key in moves) {
      const target = this.at + moves[event.key];
      if (target >= 0 && target < this.cells.length) this.move(target);
    } else if (event.key in acts) {
      acts[event.key](this.at);
    } else return;
    event.preventDefault();
  }
}
