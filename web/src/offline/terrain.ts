// A board that grows, read from a state: its spaces, the tiles that lie there, and their patches (`kernel/state.py`, `table/terrain.py`).

import type { Json } from "../link";
import type { State } from "./engine";

export interface Tile {
  space: number;
  row: number;
  column: number;
  code: string;
}

export class Terrain {
  private readonly cells: Json;

  constructor(
    private readonly data: Json,
    private readonly state: State,
  ) {
    this.cells = data.cells.map;
  }

  private of(space: number, which: number): number {
    return this.state.narrow(this.cells.at + 2 * (this.cells.cells * space + which));
  }

  /** The row and the column of a space, from the first tile. */
  where(space: number): [number, number] {
    return [this.of(space, this.cells.row), this.of(space, this.cells.column)];
  }

  /** The tiles that lie there, in the order in which they were laid. */
  get tiles(): Tile[] {
    const found: Tile[] = [];
    for (let space = 0; space < this.state.spaces(this.cells.seat); space++) {
      const tile = this.of(space, this.cells.tile);
      if (tile < 0) continue;
      const [row, column] = this.where(space);
      found.push({ space, row, column, code: this.data.kinds[tile].code });
    }
    return found;
  }

  /** The number of a space in the picture, which has the spaces around the tiles too. */
  drawn(space: number): number {
    const { top, left, columns } = this.frame;
    const [row, column] = this.where(space);
    return (row - top) * columns + column - left;
  }

  /** The first row and column of the picture, and its size. */
  get frame(): { top: number; left: number; rows: number; columns: number } {
    const { tiles } = this;
    const [rows, columns] = [tiles.map((tile) => tile.row), tiles.map((tile) => tile.column)];
    const [top, left] = [Math.min(...rows) - 1, Math.min(...columns) - 1];
    return { top, left, rows: Math.max(...rows) - top + 2, columns: Math.max(...columns) - left + 2 };
  }

  /** The first patch of a tile. */
  first(space: number): number {
    return this.of(space, this.cells.patch);
  }

  /** A patch as moves name it: its space, what it is, and which of those of the tile if there are several. */
  named(patch: number): string {
    const space = this.state.narrow(this.cells.patched + 2 * (this.cells.patchCells * patch + this.cells.on));
    const areas: string[] = this.data.drawn.map.areas[this.data.kinds[this.of(space, this.cells.tile)].code];
    const own = patch - this.first(space);
    const alike = areas.flatMap((area, i) => (area === areas[own] ? [i] : []));
    const number = alike.length > 1 ? `.${alike.indexOf(own) + 1}` : "";
    return `${this.where(space)} ${areas[own]}${number}`;
  }
}
