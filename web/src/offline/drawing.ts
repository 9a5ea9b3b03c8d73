// Boards and pools of a state, put together from the parts that `draw/sprites.py` has drawn.

import type { Json } from "../link";
import { State } from "./engine";
import { Terrain, type Tile } from "./terrain";

const MOST_ALIKE = 6; // of more dice that show the same one is drawn, with their number

export class Drawing {
  private readonly drawn: Json;

  constructor(private readonly data: Json) {
    this.drawn = data.drawn;
  }

  // -- boards

  /** A board of a state as `Board` draws it; what has changed since a state before is marked. */
  board(state: State, seat: number, before: State): Json {
    const shape = this.data.seats[seat];
    const spaces = [...Array(shape.rows * shape.columns).keys()];
    const stacks = spaces.map((space) => this.stack(state, seat, space));
    return this.stacks(stacks, shape, spaces.map((space) => seen(stacks[space]) !== seen(this.stack(before, seat, space))));
  }

  // -- maps

  /** A map with the spaces around it as `Board` draws it; tiles that have come since a state before are marked. */
  map(state: State, seat: number, before: State): Json {
    const terrain = new Terrain(this.data, state);
    const { top, left, rows, columns } = terrain.frame;
    const { labels, edge, side } = this.drawn.measures;
    const known = new Set(new Terrain(this.data, before).tiles.map((tile) => tile.space));
    const spaces: string[] = Array(rows * columns).fill("empty");
    for (const tile of terrain.tiles) spaces[terrain.drawn(tile.space)] = this.words(this.stack(state, seat, tile.space));
    const svg = this.mapPicture(state, terrain, known);
    return { rows, columns, lean: 0, pitch: 1, tall: 1, missing: [], corner: [top, left], frame: { labels, edge, side }, svg, spaces };
  }

  private mapPicture(state: State, terrain: Terrain, known: Set<number>): string {
    const { top, left, rows, columns } = terrain.frame;
    const { labels, edge, side } = this.drawn.measures;
    const { fonts, tiles, placed, numbers, above, middle } = this.drawn.map;
    const corner = (tile: Tile): [number, number] => [labels + side * (tile.column - left), labels + side * (tile.row - top)];
    const number = (x: number, y: number, anchor: string, at: number) => `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${at}</text>`;
    const along = Array.from({ length: columns }, (_, i) => number(labels + side * (i + 0.5), labels - above, "middle", left + i));
    const down = Array.from({ length: rows }, (_, i) => number(labels - above, labels + side * (i + 0.5) + middle, "end", top + i));
    const parts = [numbers.replace(">#<", `>${[...along, ...down].join("")}<`)];
    for (const tile of terrain.tiles) parts.push(at(...corner(tile), tiles[tile.code]));
    for (const tile of terrain.tiles) parts.push(at(...corner(tile), this.figures(state, terrain, tile)));
    for (const tile of terrain.tiles) if (!known.has(tile.space)) parts.push(at(...corner(tile), placed));
    const [width, height] = [columns, rows].map((count) => labels + side * count + edge);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="${fonts}">${parts.join("")}</svg>`;
  }

  /** The figures on a tile and on its patches. */
  private figures(state: State, terrain: Terrain, { space, code }: Tile): string {
    const { areas, spots, figures, rest, scale } = this.drawn.map;
    const { seat, patches } = this.data.cells.map;
    const [across, down] = spots[code].at(-1);
    const own = state.caps(seat, space);
    const parts = own.map((mark, i) => at(across + 16 * (i - (own.length - 1) / 2), down, figures[mark][0][0]));
    areas[code].forEach((area: string, patch: number) => {
      for (const { mark, owner } of state.figures(patches, terrain.first(space) + patch)) {
        parts.push(at(...(spots[code][patch] as [number, number]), figures[mark][owner][Number(rest.includes(area))]));
      }
    });
    return parts.length ? `<g transform="scale(${scale})">${parts.join("")}</g>` : "";
  }

  // -- stacks

  /** A board of stacks as `Board` draws it, some of them marked. */
  stacks(stacks: Stack[], shape: Json, marked: boolean[]): Json {
    const { rows, columns, lean, pitch, tall, missing, made_for } = shape;
    const { labels, edge, side } = this.drawn.measures;
    const spaces = stacks.map((stack, space) => [this.words(stack), made_for[space]].filter(Boolean).join(", "));
    return { rows, columns, lean, pitch, tall, missing, corner: [1, 1], frame: { labels, edge, side }, svg: this.picture(stacks, marked, shape), spaces };
  }

  stack(state: State, seat: number, space: number): Stack {
    const pile = state.pile(seat, space);
    const down = pile.reduce((found, piece, i) => (piece & 1 ? found : i + 1), 0);
    return { down, up: pile.slice(down).map((piece) => this.data.kinds[piece >> 1].code), caps: state.caps(seat, space) };
  }

  private picture(stacks: Stack[], marked: boolean[], { ground, columns, lean, pitch }: Json): string {
    const [empty, tint, corner] = this.drawn.grounds[ground];
    const { side, labels, plain, labelled, base, highest } = this.drawn.measures;
    const known = Number(stacks.some((stack) => stack.up.length > 1));
    const [face, deepest] = known ? labelled : plain;
    const tallest = Math.max(1, ...stacks.map((stack) => stack.down + stack.up.length));
    const layer = Math.min(deepest, (base - highest - face) / tallest);
    const parts = stacks.map((stack, space) => {
      const row = Math.floor(space / columns);
      const [x, y] = [labels + side * ((space % columns) + lean * row), labels + side * pitch * row];
      const drawn = stack.down + stack.up.length || stack.caps.length ? this.drawStack(stack, known, face, layer) : "";
      return marked[space] || drawn ? at(x, y, marked[space] ? tint + drawn + corner : drawn) : "";
    });
    return empty.replace(/<\/svg>\s*$/, `${parts.join("")}</svg>`);
  }

  private drawStack(stack: Stack, known: number, face: number, layer: number): string {
    const { side, width, base } = this.drawn.measures;
    const { fronts, down, labels, faces, backs, bare, heights, roofs } = this.drawn.stacks;
    const height = stack.down + stack.up.length;
    const left = (side - width) / 2;
    const parts: string[] = [];
    for (let i = 0; i < height; i++) {
      const front = i < stack.down ? down[known] : fronts[stack.up[i - stack.down]][known];
      parts.push(at(left, base - face - layer * i, front));
    }
    const size = layer - 1;
    stack.up.slice(0, size < 5 ? 0 : -1).forEach((code, i) => {
      const middle = base - layer * (stack.down + i + 0.5);
      parts.push(`<g transform="translate(${round(side / 2)} ${round(middle)}) scale(${round(size / this.drawn.label)})">${labels[code]}</g>`);
    });
    const top = base - face - layer * height;
    if (stack.up.length) parts.push(at(left, top, faces[stack.up.at(-1)!][known]));
    else if (height) parts.push(at(left, top, (stack.caps.length ? bare : backs[Math.min(height, backs.length) - 1])[known]));
    stack.caps.forEach((mark, i) => parts.push(at(left + (width * (i + 0.5)) / stack.caps.length, top + face - 4, roofs[mark][stack.caps.length - 1])));
    if (height > Number(stack.up.length > 0) && (stack.up.length || stack.caps.length)) {
      parts.push(at(left + width - 1, top + face - 1, heights[Math.min(height, heights.length) - 1]));
    }
    return `<g stroke-width="${round(Math.min(1.2, 0.4 * layer))}">${parts.join("")}</g>`;
  }

  private words(stack: Stack): string {
    const height = stack.down + stack.up.length;
    if (!height && !stack.caps.length) return "empty";
    const kind = stack.up.length ? this.kind(stack.up.at(-1)!).words : stack.down ? "face-down" : "";
    const caps = stack.caps.map((mark) => this.data.caps[this.data.marks.indexOf(mark)]);
    return [height > 1 ? `${height} high` : "", kind, ...caps].filter(Boolean).join(", ");
  }

  private kind(code: string): Json {
    return this.data.kinds.find((kind: Json) => kind.code === code);
  }

  // -- pools

  /** The things of a pool row by row, as `drawPool` draws them; of a `concealed` one only how many there are. */
  pool(state: State, seat: number, concealed: boolean): Json[] {
    const piles = [...Array(state.spaces(seat)).keys()].map((space) => state.pile(seat, space)).filter((pile) => pile.length);
    const tops = piles.map((pile) => pile[0]).sort((a, b) => a - b);
    const alike = new Map<string, number>();
    for (const top of tops) {
      const code = concealed || !(top & 1) ? "" : this.data.kinds[top >> 1].code;
      alike.set(code, (alike.get(code) ?? 0) + 1);
    }
    const { things } = this.drawn.pools;
    const rows = new Map<string, Json[]>();
    const owned = this.data.seats[seat].owner !== null;
    const cards = [...alike].filter(([code]) => code && things[code].look === "card").sort(([a], [b]) => compare(things[a].rank, things[b].rank));
    const others = [...alike].filter(([code]) => !code || things[code].look !== "card");
    const add = (label: string, piece: Json) => rows.set(label, [...(rows.get(label) ?? []), piece]);
    for (const [code, count] of others) {
      const each = code && things[code].look === "side" && count <= MOST_ALIKE;
      for (let i = 0; i < (each ? count : 1); i++) add("\0", this.thing(code, each ? 1 : count));
    }
    for (const [code, count] of cards) add(owned ? "" : things[code].label, this.thing(code, count));
    return [...rows].map(([label, pieces]) => ({ label: label === "\0" ? "" : label, pieces }));
  }

  private thing(code: string, count: number): Json {
    const { things, back, stocks } = this.drawn.pools;
    const svg: string = code ? things[code].svg : back;
    const many = count > 1 ? ` \u00d7 ${count}` : "";
    const words = `${code ? this.kind(code).words : "face-down"}${many}`;
    return { code, words, count, svg: count > 1 ? svg.replace(/<\/svg>\s*$/, `${this.count(svg, code, stocks[count - 1])}</svg>`) : svg };
  }

  /** The number of alike things, on the corner of one. */
  private count(svg: string, code: string, stock: string): string {
    const { edge } = this.drawn.measures;
    const [width, height] = ["width", "height"].map((side) => Number(new RegExp(`${side}="([\\d.]+)"`).exec(svg)![1]) - 2 * edge);
    const card = code && this.drawn.pools.things[code].look === "card";
    return at(edge + width - 4, edge + (card ? height - 4 : 4), stock);
  }
}

export interface Stack {
  down: number;
  up: string[];
  caps: string[];
}

/** What is seen of a stack from above. */
function seen(stack: Stack): string {
  return [stack.down + stack.up.length, stack.up.at(-1) ?? "", stack.caps.join("")].join("/");
}

function at(x: number, y: number, part: string): string {
  return `<g transform="translate(${round(x)} ${round(y)})">${part}</g>`;
}

function round(number: number): number {
  return Math.round(100 * number) / 100;
}

function compare(one: number[], other: number[]): number {
  const at = one.findIndex((number, i) => number !== other[i]);
  return at < 0 ? 0 : one[at] - other[at];
}
