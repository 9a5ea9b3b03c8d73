// A compiled game at work in the browser: what `kernel/wasm/engine.py` and `kernel/engine.py` do, over the same bytes.

import type { Json } from "../link";
import { unpacked } from "./packed";
import { Random } from "./chance";

export const [OVER, CHOICE, CHANCE] = [0, 1, 2];
export const STOP = -1;
export const COVERED = -2;
const [DRAWN, ROLLED, FILLED, PICKED] = [2, 3, 4, 5];
const [HEIGHT, TOP, PIECE] = [0, 1, 2];
const [GO_ON, CHOOSE, ANSWER] = [0, 1, 2];
const PAGE = 65536;
const STATES = 64; // so many states of the host there is room for, one behind the other
const REASONS: Record<number, string> = { 3: "a number became too large", 8: "it takes too much work to find out what can be done" };

type Exports = Record<string, (...numbers: (number | bigint)[]) => number>;

export interface Seat {
  name: string;
  owner: number | null;
  pool: boolean;
  rows: number;
  columns: number;
  hidden: string;
  pile: boolean;
  covers: boolean;
  at: number;
}

/** A moment of a game: the bytes of its state, and why it has stopped. */
export interface Moment {
  bytes: Uint8Array;
  status: number;
  codes: number[];
  /** The kinds that chance has brought since the moment before, each with the place where it came to lie. */
  brought: { kind: number; seat: number; rolled: boolean }[];
}

export class Engine {
  private constructor(
    readonly data: Json,
    private readonly runtime: Exports,
    private readonly game: Exports,
    private readonly memory: WebAssembly.Memory,
    private readonly start: Uint8Array,
  ) {}

  static async of(data: Json): Promise<Engine> {
    const [runtime, module, start] = await Promise.all([data.runtime, data.module, data.start].map(unpacked));
    const table = new WebAssembly.Table({ element: "anyfunc", initial: 1 + data.called });
    const inside = await instance(runtime, (name) => (name === "stops" ? () => 0 : table));
    const memory = inside.memory as WebAssembly.Memory;
    const needed = Math.ceil((data.state + STATES * data.cells.size) / PAGE) - memory.buffer.byteLength / PAGE;
    if (needed > 0) memory.grow(needed);
    const own = await instance(module, (name) => (name === "table" ? table : inside[name]));
    return new Engine(data, inside as unknown as Exports, own as unknown as Exports, memory, start);
  }

  /** Another compiled game of the same kind, with a memory of its own. */
  again(): Promise<Engine> {
    return Engine.of(this.data);
  }

  // -- the state that is worked on

  get at(): number {
    return this.data.state;
  }

  load(bytes: Uint8Array, at = this.at): void {
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
  }

  read(at = this.at): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, this.data.cells.size).slice();
  }

  call(name: string, ...numbers: (number | bigint)[]): number {
    try {
      return this.runtime[name](...numbers);
    } catch (fault) {
      if (!(fault instanceof WebAssembly.RuntimeError)) throw fault;
      throw new Error(REASONS[this.runtime.why()] ?? `the compiled game failed: ${fault.message}`);
    }
  }

  /** Numbers of 32 bits at an address. */
  numbers(at: number, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, at, count);
  }

  view(at: number, size: number): DataView {
    return new DataView(this.memory.buffer, at, size);
  }

  // -- playing

  /** The first choice of a game, by a seed. */
  begin(seed: number): Moment {
    const { cells, puzzle } = this.data;
    if (puzzle) return this.turn(this.start, seed);
    let moment = this.went(this.start, GO_ON, 0, seed);
    const state = new State(this.data, moment.bytes);
    state.put(cells.over, 0);
    if (cells.main) state.put(cells.pc, cells.main);
    else {
      this.load(state.bytes);
      this.call("begin_turn", this.at, cells.turnBlock, state.wide(cells.mover), 0);
      state.bytes.set(this.read());
    }
    const brought = moment.brought;
    moment = this.went(state.bytes, GO_ON, 0, seed);
    return { ...moment, brought: [...brought, ...moment.brought] };
  }

  /** The first choice of a turn of a puzzle, after which it ends. */
  private turn(bytes: Uint8Array, seed: number): Moment {
    const { cells, puzzle } = this.data;
    const state = new State(this.data, bytes).copy();
    state.put(cells.over, 0);
    this.load(state.bytes);
    const player = puzzle.replies ? state.wide(cells.turn) : 0; // else the others pass
    this.call("begin_turn", this.at, puzzle.entry, player, puzzle.under);
    return this.went(this.read(), GO_ON, 0, seed);
  }

  /** The next choice after one with a code. */
  chosen(moment: Moment, code: number, seed: number): Moment {
    const found = this.went(moment.bytes, CHOOSE, code, seed);
    const { cells, puzzle } = this.data;
    if (!puzzle || found.status !== OVER || new State(this.data, found.bytes).wide(cells.turn) >= puzzle.turns) return found;
    const next = this.turn(found.bytes, seed);
    return { ...next, brought: [...found.brought, ...next.brought] };
  }

  private went(bytes: Uint8Array, does: number, code: number, seed: number): Moment {
    this.load(bytes);
    const brought: Moment["brought"] = [];
    let stop = this.step(does, code);
    while (stop.status === CHANCE) stop = this.answered(stop.codes, seed, brought);
    return { bytes: this.read(), ...stop, brought };
  }

  private step(does: number, code: number): { status: number; codes: number[] } {
    const stop = this.call("step", this.at, does, code);
    return { status: stop & 7, codes: [...this.numbers(this.data.codes, stop >> 3)] };
  }

  /** What a choice binds its slot to: the state after it alone, without what it leads to. */
  bound(moment: Moment, code: number): State {
    this.load(moment.bytes);
    this.call("choose", this.at, code);
    return new State(this.data, this.read());
  }

  // -- chance

  private answered(codes: number[], seed: number, brought: Moment["brought"]): { status: number; codes: number[] } {
    const { cells } = this.data;
    const state = new State(this.data, this.read());
    const asked = state.narrow(cells.asked);
    const random = () => new Random(`${seed}/${state.wide(cells.draws)}`);
    if (asked === FILLED) {
      this.fill(state, random());
      this.load(state.bytes);
      return this.step(GO_ON, 0);
    }
    if (asked === PICKED) return this.step(CHOOSE, codes[random().below(codes.length)]);
    const rolled = asked === ROLLED;
    const kind = rolled ? codes[random().below(codes.length)] : this.kind(state, codes, random);
    if (rolled || asked === DRAWN) brought.push({ kind, seat: state.narrow(cells.asked_seat), rolled });
    return this.step(ANSWER, kind);
  }

  /** The kind of a piece that comes to light: as it was dealt, or any of those that nobody has seen. */
  private kind(state: State, codes: number[], random: () => Random): number {
    const { cells } = this.data;
    const space = state.space(state.narrow(cells.asked_seat), state.narrow(cells.asked_space));
    const dealt = state.narrow(cells.dealt + 2 * state.narrow(space + 2 * PIECE));
    if (dealt >= 0) return dealt;
    if (state.narrow(cells.asked) !== DRAWN) throw new Error("a covered piece was not dealt");
    const known = state.dealt();
    const { draws } = this.data;
    if (draws?.length) return draws[draws.length - state.undrawn - 1];
    const counts = codes.map((kind) => Math.max(0, state.narrow(cells.bag + 2 * kind) - known[kind]));
    let number = random().below(counts.reduce((sum, count) => sum + count, 0));
    return codes[counts.findIndex((count) => (number -= count) < 0)];
  }

  private fill(state: State, random: Random): void {
    const { cells, sorts } = this.data;
    const seat = state.narrow(cells.asked_seat);
    if (this.data.seats[seat].pile) {
      state.shuffle(seat, random);
      state.put(cells.asked, 0);
      return;
    }
    const known = state.dealt();
    const pieces: number[] = sorts[0].flatMap((kind: number) => Array(state.narrow(cells.bag + 2 * kind) - known[kind]).fill(kind));
    random.shuffle(pieces);
    let begin = 0;
    this.data.heights[seat].forEach((height: number, space: number) => {
      const pile = pieces.slice(begin, begin + height);
      begin += height;
      pile.forEach((kind, i) => state.lay(seat, space, kind, this.data.seats[seat].covers && i < pile.length - 1));
    });
    state.put(cells.asked, 0);
  }

  // -- results

  /** The parts of the score of each player. */
  scores(bytes: Uint8Array): number[][] {
    this.load(bytes);
    const players = [...Array(this.data.cells.players).keys()];
    return this.data.parts.map((_: Json, i: number) => players.map((player) => this.game[`score${i}`](this.at, player)));
  }

  /** Who has won a game that is over. */
  winners(bytes: Uint8Array): number[] {
    const players: number = this.data.cells.players;
    if (players === 1) return [0];
    this.load(bytes);
    const shares = new Float64Array(this.memory.buffer, this.call("returns", this.at, 0), players);
    const best = Math.max(...shares);
    return [...shares.keys()].filter((player) => shares[player] === best);
  }
}

async function instance(bytes: Uint8Array<ArrayBuffer>, given: (name: string) => unknown): Promise<WebAssembly.Exports> {
  const module = await WebAssembly.compile(bytes);
  const imports: Record<string, Record<string, unknown>> = {};
  for (const one of WebAssembly.Module.imports(module)) (imports[one.module] ??= {})[one.name] = given(one.name);
  return (await WebAssembly.instantiate(module, imports as WebAssembly.Imports)).exports;
}

/** A state as bytes, read and written by places in it (in bytes). */
export class State {
  private readonly cells: Json;
  private readonly seen: DataView;

  constructor(
    readonly data: Json,
    readonly bytes: Uint8Array,
  ) {
    this.cells = data.cells;
    this.seen = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  copy(): State {
    return new State(this.data, this.bytes.slice());
  }

  narrow(at: number): number {
    return this.seen.getInt16(at, true);
  }

  wide(at: number): number {
    return this.seen.getInt32(at, true);
  }

  put(at: number, value: number): void {
    this.seen.setInt16(at, value, true);
  }

  putWide(at: number, value: number): void {
    this.seen.setInt32(at, value, true);
  }

  /** The seat of a place that statements name. */
  seat(place: Json): number {
    return place.first + (place.add === null ? 0 : this.wide(place.add));
  }

  space(seat: number, space: number): number {
    return this.data.seats[seat].at + 2 * this.cells.space * space;
  }

  spaces(seat: number): number {
    return this.narrow(this.cells.sizes + 2 * seat);
  }

  height(seat: number, space: number): number {
    return this.narrow(this.space(seat, space) + 2 * HEIGHT);
  }

  /** The kind on top, if it lies face-up; negative else. */
  top(seat: number, space: number): number {
    return this.narrow(this.space(seat, space) + 2 * TOP);
  }

  /** The code of what lies on top face-up; empty else. */
  code(seat: number, space: number): string {
    const top = this.top(seat, space);
    return top < 0 ? "" : this.data.kinds[top].code;
  }

  /** The pieces of a stack, from the bottom: twice the kind, and 1 where it lies face-up. */
  pile(seat: number, space: number): number[] {
    return this.stack(seat, space).map((piece) => this.narrow(this.cells.kind + 2 * piece));
  }

  /** The numbers of the pieces of a stack, from the bottom. */
  stack(seat: number, space: number): number[] {
    const found: number[] = [];
    let piece = this.narrow(this.space(seat, space) + 2 * PIECE);
    for (; piece; piece = this.narrow(this.cells.below + 2 * piece)) found.unshift(piece);
    return found;
  }

  /** The pieces of a hidden pile that a player has not seen, from the bottom; of nobody in particular (null) those that not all have seen. */
  unseen(seat: number, player: number | null): number[] {
    const all = (1 << this.cells.players) - 1;
    const wanted = player === null ? all : 1 << player;
    return this.stack(seat, 0).filter((piece) => (this.narrow(this.cells.dealt + 2 * piece) & wanted) !== wanted);
  }

  /** Let some pieces of a pile show something else. */
  turnPile(seat: number, pieces: number[], shown: number[]): void {
    pieces.forEach((piece, i) => this.put(this.cells.kind + 2 * piece, shown[i]));
    const top = this.pile(seat, 0).at(-1);
    this.put(this.space(seat, 0) + 2 * TOP, top === undefined ? -1 : top & 1 ? top >> 1 : -2);
  }

  /** Give the pieces of a hidden pile a random order that nobody has seen. */
  shuffle(seat: number, random: Random): void {
    const [pieces, shown] = [this.stack(seat, 0), this.pile(seat, 0)];
    random.shuffle(shown);
    for (const piece of pieces) this.put(this.cells.dealt + 2 * piece, 0);
    this.turnPile(seat, pieces, shown);
  }

  /** The state as a player sees hidden piles: what the player has not seen lies face-down. */
  veiled(player: number | null): State {
    const piles: number[] = this.data.seats.flatMap((seat: Json, i: number) => (seat.pile ? [i] : []));
    if (!piles.length) return this;
    const found = this.copy();
    for (const seat of piles) {
      const pieces = found.unseen(seat, player);
      found.turnPile(seat, pieces, pieces.map((piece) => found.narrow(this.cells.kind + 2 * piece) & ~1));
    }
    return found;
  }

  /** The marks of the caps on a stack. */
  caps(seat: number, space: number): string[] {
    const first = this.space(seat, space) + 2 * this.cells.firstCap;
    return this.data.marks.filter((_: string, i: number) => this.narrow(first + 2 * i) > 0);
  }

  /** The marks of the caps on a space, each with the player that it is of; 0 where it is nobody's. */
  figures(seat: number, space: number): { mark: string; owner: number }[] {
    const first = this.space(seat, space) + 2 * this.cells.firstCap;
    return this.data.marks.flatMap((mark: string, i: number) => {
      const owner = this.narrow(first + 2 * i) - 1;
      return owner < 0 ? [] : [{ mark, owner: this.data.owned[i] ? owner : 0 }];
    });
  }

  counter(player: number, number: number): number {
    return this.wide(this.cells.count + 4 * (player * this.cells.counters + number));
  }

  setCounter(player: number, number: number, value: number): void {
    this.putWide(this.cells.count + 4 * (player * this.cells.counters + number), value);
  }

  /** The spaces of a group or set that a slot holds, and the one that it is named by. */
  members(slot: number): { spaces: number[]; root: number } {
    const spaces: number[] = [];
    for (let word = 0; word < this.cells.words; word++) {
      const bits = this.wide(slot + 4 * word);
      for (let bit = 0; bit < 32; bit++) if ((bits >>> bit) & 1) spaces.push(32 * word + bit);
    }
    return { spaces, root: this.wide(slot + 4 * this.cells.words) };
  }

  /** How many pieces of each kind are dealt and still covered. */
  dealt(): number[] {
    const found = this.data.kinds.map(() => 0);
    for (let piece = 1; this.cells.deals && piece < this.cells.pieces; piece++) {
      const kind = this.narrow(this.cells.dealt + 2 * piece);
      if (kind >= 0 && this.narrow(this.cells.kind + 2 * piece) === COVERED) found[kind]++;
    }
    return found;
  }

  /** How many pieces can still be drawn. */
  get undrawn(): number {
    const bag = this.data.kinds.reduce((sum: number, _: Json, kind: number) => sum + this.narrow(this.cells.bag + 2 * kind), 0);
    return bag - this.narrow(this.cells.covered);
  }

  /** Lay a piece of the bag on a stack. */
  lay(seat: number, space: number, kind: number, covered: boolean): void {
    const { cells } = this;
    const piece = this.narrow(cells.free);
    this.put(cells.free, this.narrow(cells.below + 2 * piece));
    this.put(cells.kind + 2 * piece, covered ? COVERED : 2 * kind + 1);
    this.put(cells.dealt + 2 * piece, covered ? kind : -1);
    if (covered) this.put(cells.covered, this.narrow(cells.covered) + 1);
    else this.put(cells.bag + 2 * kind, this.narrow(cells.bag + 2 * kind) - 1);
    const at = this.space(seat, space);
    this.put(cells.below + 2 * piece, this.narrow(at + 2 * PIECE));
    this.put(at + 2 * PIECE, piece);
    this.put(at + 2 * HEIGHT, this.narrow(at + 2 * HEIGHT) + 1);
    this.put(at + 2 * TOP, covered ? -2 : kind);
  }

  /** Let the piece on top be of another kind, face-up. */
  turn(seat: number, space: number, kind: number): void {
    const at = this.space(seat, space);
    this.put(this.cells.kind + 2 * this.narrow(at + 2 * PIECE), 2 * kind + 1);
    this.put(at + 2 * TOP, kind);
  }

  forgetMarks(seat: number, space: number): void {
    const at = this.space(seat, space);
    for (let cell = PIECE + 1; cell < this.cells.space; cell++) this.put(at + 2 * cell, 0);
  }
}
