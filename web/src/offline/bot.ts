// The bot: UCT in the compiled game, asked as `play/bots/uct.py` asks it, without learned values. With a number of games its moves are those of Python's.

import type { Json } from "../link";
import { Random } from "./chance";
import { COVERED, State, type Engine, type Moment } from "./engine";

const BRANCH = 40; // bytes of a branch (`kernel/wasm/uct.c`): code, visits, sum, won, points, lead, winner, stays
const SLICE = 12; // milliseconds between two looks at the clock, in which the page does not answer
const MOST_AT_ONCE = 64; // games between two such looks
const MOST_FAULTS = 100;
// What is left of a game is searched to its end first if that is small enough: positions for each game, or this part of the time (`play/bots/proof.py`).
const [VISITS, PROVING] = [2, 0.1];
const [FIRST_VISITS, MOST_VISITS, DEEPEST] = [256, 1 << 20, 200];
const MOST_IN_TIME = 1 << 16; // a page has less memory than a program
const BYTES_EACH = 96; // of the table of positions
const NO_MOVE = -(1 << 30);

export interface Tried {
  code: number;
  visits: number;
  worth: number;
  /** The share of those games that was won. */
  won: number;
  /** Who surely wins then, from 1 on, else 0. */
  winner: number;
  certain: number;
  stays: boolean;
}

/** The tree that all bots of a page use, one after another; its nodes are those of the owner. What is left of a game is searched in another memory. */
export class Tree {
  owner: Bot | null = null;
  private searching: Promise<Engine> | null = null;

  /** The compiled game that searches to the end. */
  get rest(): Promise<Engine> {
    return (this.searching ??= this.engine.again().then((engine) => {
      engine.call("graph_room", engine.at + engine.data.cells.size);
      return engine;
    }));
  }

  constructor(readonly engine: Engine) {
    engine.call("uct_room", engine.at + engine.data.cells.size);
  }
}

export class Bot {
  private readonly random: Random;
  private readonly timed: boolean;
  private readonly budget: number;
  private left = 0;
  private chosen = 0;
  private pace = 1;
  private begun: State | null = null;
  private unproved: State | null = null;
  private faults = 0;

  /** A budget such as `uct:200` for so many games, `uct:0.5s` for a time. */
  constructor(
    text: string,
    private readonly tree: Tree,
    seed: number,
  ) {
    const [, number, seconds] = /^uct:([\d.]+)(s?)$/.exec(text) ?? ["", "0.5", "s"];
    this.timed = seconds === "s";
    this.budget = Number(number) * (this.timed ? 1000 : 1);
    this.random = new Random(seed);
  }

  /** The code of a move at a choice of a player. */
  async choose(moment: Moment, player: number): Promise<number> {
    if (moment.codes.length < 2) return moment.codes[0];
    const { data } = this.tree.engine;
    const began = performance.now();
    const state = new State(data, moment.bytes);
    if (!this.goesOn(this.unproved, state, player)) {
      const proved = await this.proved(moment, player);
      this.unproved = proved === null ? state : null;
      if (proved && !(data.cells.players > 1 && proved.value <= -1)) return proved.code;
    }
    return (await this.advise(moment, player, moment.codes, began))[0].code;
  }

  /** What is known of the choices, or of those `among` which is chosen, after a search that `began` at a time, the best first. */
  async advise(moment: Moment, player: number, among = moment.codes, began = performance.now()): Promise<Tried[]> {
    const { engine } = this.tree;
    const { data } = engine;
    const state = new State(data, moment.bytes);
    const goesOn = this.goesOn(this.begun, state, player);
    if (!goesOn) this.left = this.budget;
    this.begun = state;
    const seed = this.random.bits(32);
    const first = this.imagined(state, player);
    if (!data.hides) this.random.bits(32); // the seed of the chance of what is imagined, which nobody asks
    engine.call("seed_with", seed & 0xfffffff, seed >>> 28);
    engine.load(first.bytes);
    engine.numbers(data.codes, among.length).set(among);
    const [limit, exploration, lead] = data.rollouts;
    const keep = Number(goesOn && this.tree.owner === this);
    const kept = engine.call("uct_begin", engine.at, player, among.length, limit, Math.round(1000 * exploration), Math.round(1000 * lead), keep, this.chosen);
    this.tree.owner = this;
    this.faults = 0;
    await this.spend(state, player, among.length, kept, began);
    const found = this.ranked(among.length, player);
    this.chosen = found[0].code;
    return found;
  }

  /** A move that is proved to be best, and what it is worth; null where that takes too much, or players know different things, or are more than two. */
  private async proved(moment: Moment, player: number): Promise<{ code: number; value: number } | null> {
    const { data } = this.tree.engine;
    if (data.hides || data.cells.players > 2) return null;
    const engine = await this.tree.rest;
    const most = this.timed ? MOST_IN_TIME : Math.min(MOST_VISITS, VISITS * this.budget);
    const until = performance.now() + PROVING * this.budget;
    let visits = this.timed ? FIRST_VISITS : most;
    for (;;) {
      const found = this.within(engine, moment, player, visits);
      if (found || visits >= most || performance.now() > until) return found;
      visits *= 2;
    }
  }

  private within(engine: Engine, moment: Moment, player: number, visits: number): { code: number; value: number } | null {
    const alone = engine.data.cells.players === 1;
    try {
      engine.call("search_room", visits * BYTES_EACH);
      engine.call("search_limit", BigInt(visits));
      for (let depth = 1; depth < DEEPEST; depth++) {
        engine.load(moment.bytes);
        const found = engine.view(engine.call("search", engine.at, player, depth, Number(alone), 0), 32);
        const [value, searched, code, complete] = [found.getFloat64(0, true), Number(found.getBigInt64(8, true)), found.getInt32(24, true), found.getInt32(28, true)];
        if (code !== NO_MOVE && (complete || (!alone && value >= 1))) return { code, value };
        if (searched >= visits) return null;
      }
    } catch {
      // it has no room for the game
    }
    return null;
  }

  private goesOn(begun: State | null, state: State, player: number): boolean {
    const { cells } = state.data;
    if (!begun || begun.wide(cells.draws) > state.wide(cells.draws) || begun.wide(cells.turn) !== state.wide(cells.turn)) return false;
    return !cells.main || begun.narrow(cells.under) !== 0 || decider(begun) === player;
  }

  /** Search until a part of what is left and of the playouts that were `kept` is spent, or all of it where the best move ends the turn. */
  private async spend(state: State, player: number, size: number, kept: number, began: number): Promise<void> {
    const before = kept * this.pace;
    let spent = 0;
    let games = 0;
    let step = 1;
    let breath = performance.now();
    for (const part of [0.5, 1]) {
      const quota = Math.max(part * (this.left + before) - before, this.timed ? 0 : size - kept);
      while (spent < quota) {
        const most = Math.max(1, this.timed ? step : Math.min(MOST_AT_ONCE, evenly(quota - spent)));
        const started = performance.now();
        if (!this.batch(state, player, most)) return;
        const now = performance.now();
        games += most;
        spent = this.timed ? now - began : games;
        if (now - started < SLICE / 4) step = Math.min(MOST_AT_ONCE, step * 2);
        else if (now - started > SLICE) step = Math.max(1, step >> 1);
        if (now - breath > SLICE) {
          await new Promise((resolve) => setTimeout(resolve));
          breath = performance.now();
        }
      }
      if (this.ranked(size, player)[0].stays) break;
    }
    this.left -= spent;
    if (this.timed && games) this.pace = spent / games;
  }

  /** So many games; whether there is anything left to find. */
  private batch(state: State, player: number, size: number): boolean {
    if (!state.data.hides) return this.search(size) > 0;
    for (let i = 0; i < size; i++) {
      this.tree.engine.load(this.imagined(state, player).bytes);
      this.search(1);
    }
    return true;
  }

  private search(games: number): number {
    try {
      const done = this.tree.engine.call("uct", this.tree.engine.at, games);
      this.faults = 0;
      return done;
    } catch (fault) {
      if (++this.faults === MOST_FAULTS) throw fault;
      return games;
    }
  }

  /** What is known of the choices, the best first. */
  private ranked(size: number, player: number): Tried[] {
    const { engine } = this.tree;
    const seen = engine.view(engine.call("uct_branches"), BRANCH * size);
    const found = Array.from({ length: size }, (_, i) => {
      const at = BRANCH * i;
      const visits = seen.getUint32(at + 4, true);
      const winner = seen.getUint8(at + 36);
      const certain = winner === 0 ? 0 : winner === player + 1 ? 1 : -1;
      const mean = (of: number) => seen.getFloat64(at + of, true) / Math.max(1, visits);
      return { code: seen.getInt32(at, true), visits, worth: mean(8), won: mean(16), winner, certain, stays: seen.getUint8(at + 37) > 0 };
    });
    return found.sort((a, b) => b.certain - a.certain || b.visits - a.visits || b.worth - a.worth);
  }

  // -- what the player cannot see (`play/hidden.py`)

  /** A state that agrees with what a player knows. */
  private imagined(from: State, player: number): State {
    const state = from.copy();
    const { cells, hides } = state.data;
    for (let piece = 1; piece < cells.pieces; piece++) {
      if (state.narrow(cells.kind + 2 * piece) === COVERED) state.put(cells.dealt + 2 * piece, -1);
    }
    if (!hides) return state;
    this.dealPieces(state, player);
    for (const counter of state.data.counters) if (counter.hidden) this.dealCounted(state, counter.at, player);
    seal(state, player);
    return state;
  }

  /** Share out the pieces of each sort that lie in hidden places or nowhere, as many to each place as lie there. */
  private dealPieces(state: State, player: number): void {
    const { cells, kinds, sorts, sided } = state.data;
    const seats = hiddenSeats(state.data, player);
    const unseen = seats.map((seat) => (state.data.seats[seat].pile ? state.unseen(seat, player) : spacesIn(state, seat).map((space) => state.stack(seat, space)[0])));
    const lying = unseen.map((pieces) => pieces.map((piece) => state.narrow(cells.kind + 2 * piece) >> 1));
    sorts.forEach((sort: number[], number: number) => {
      const own = new Set(sort);
      const bag = (kind: number) => cells.bag + 2 * kind;
      const stocks = lying.flatMap((kept) => kept.filter((kind) => own.has(kind)).map((kind) => kinds[kind].first as number));
      for (const kind of sort) {
        for (let i = state.narrow(bag(kind)); i > 0; i--) stocks.push(kind);
        state.put(bag(kind), 0);
      }
      stocks.sort((a, b) => a - b);
      this.random.shuffle(stocks);
      lying.forEach((kept, at) => {
        const next = () => (sided[number] ? this.random.choice<number>(kinds[stocks.pop()!].sides) : stocks.pop()!);
        lying[at] = kept.map((kind) => (own.has(kind) ? next() : kind));
      });
      for (const kind of stocks) state.put(bag(kind), state.narrow(bag(kind)) + 1);
    });
    seats.forEach((seat, i) => {
      if (state.data.seats[seat].pile) return state.turnPile(seat, unseen[i], lying[i].map((kind) => 2 * kind + 1));
      const dealt = lying[i].sort((a, b) => a - b);
      spacesIn(state, seat).forEach((space, at) => {
        state.turn(seat, space, dealt[at]);
        state.forgetMarks(seat, space);
      });
    });
  }

  /** Share out what all others have together, each piece of it as likely to any of them. */
  private dealCounted(state: State, counter: number, player: number): void {
    const others = [...Array(state.data.cells.players).keys()].filter((other) => other !== player);
    let total = others.reduce((sum, other) => sum + state.counter(other, counter), 0);
    for (const other of others) state.setCounter(other, counter, 0);
    while (total-- > 0 && others.length) {
      const other = this.random.choice(others);
      state.setCounter(other, counter, state.counter(other, counter) + 1);
    }
  }
}

/** Take back what others have answered in secret and not shown yet, as if they were still to choose. */
function seal(state: State, player: number): void {
  const number = state.wide(state.data.cells.secret);
  if (!number) return;
  const secret = state.data.secrets[number - 1];
  for (let other = 0; other < state.data.cells.players; other++) {
    if (other !== player) for (const answer of secret.answers) state.setCounter(other, answer, 0);
  }
  const asked = state.wide(secret.asked);
  const players = Array.from({ length: state.wide(secret.count) }, (_, i) => state.wide(secret.players + 4 * i));
  if (!asked || players[asked - 1] !== player) return;
  const others = players.filter((other) => other !== player).sort((a, b) => a - b);
  [player, ...others].forEach((other, i) => state.putWide(secret.players + 4 * i, other));
  state.putWide(secret.asked, 1);
}

/** A number rounded as Python rounds it: what lies between two goes to the even one. */
function evenly(number: number): number {
  const below = Math.floor(number);
  return number - below === 0.5 ? below + (below & 1) : Math.round(number);
}

/** The places that a player cannot see into. */
export function hiddenSeats(data: Json, player: number | null): number[] {
  const hides = (seat: Json) => seat.hidden === "from all" || (seat.hidden !== "" && (seat.owner === null || seat.owner !== player));
  return data.seats.flatMap((seat: Json, i: number) => (hides(seat) ? [i] : []));
}

/** The spaces of a place where pieces lie. */
export function spacesIn(state: State, seat: number): number[] {
  return [...Array(state.spaces(seat)).keys()].filter((space) => state.height(seat, space) > 0);
}

/** Who chooses at a state. */
export function decider(state: State): number {
  const { cells, blocks } = state.data;
  const block = state.narrow(cells.over) ? undefined : blocks[state.narrow(cells.pc)];
  return state.wide(block ? block.decider : cells.mover);
}
