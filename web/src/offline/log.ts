// What was played, a line for each turn and under it what else it has changed, as `play/log.py` and `play/transcript.py` write it.

import type { Json } from "../link";
import { hiddenSeats } from "./bot";
import type { Drawing, Stack } from "./drawing";
import { OVER, State, STOP, type Moment } from "./engine";
import type { Choice, Words } from "./words";

export const HIDDEN = "?";

/** A move that was played: the moment before it, and after it. `implied` ones went without saying. */
export interface Played {
  before: Moment;
  after: Moment;
  choice: Choice;
  player: number;
  implied: boolean;
}

export class Log {
  private readonly unseen: Set<number>;

  constructor(
    private readonly data: Json,
    private readonly words: Words,
    private readonly drawing: Drawing,
    private readonly totals: (moment: Moment) => (number | string)[],
  ) {
    this.unseen = new Set(hiddenSeats(data, null));
  }

  /** The turns in which something was played, with their lines. */
  lines(played: Played[], players: string[]): Json[] {
    const turns = new Map<number, Played[]>();
    for (const one of played) {
      const turn = this.turn(one.before);
      turns.set(turn, [...(turns.get(turn) ?? []), one]);
    }
    return [...turns].map(([turn, own]) => ({ turn: turn + 1, lines: this.ofTurn(own, turn, own.at(-1) === played.at(-1), players) }));
  }

  private state(moment: Moment): State {
    return new State(this.data, moment.bytes);
  }

  private turn(moment: Moment): number {
    return this.state(moment).wide(this.data.cells.turn);
  }

  private ofTurn(played: Played[], turn: number, last: boolean, players: string[]): string[] {
    const [before, after] = [played[0].before, played.at(-1)!.after];
    const mover = this.state(before).wide(this.data.cells.mover);
    const moves = this.saying(played, players, mover, last && this.turn(after) === turn).join("; ");
    if (!moves) return [];
    const others = this.changes(before, after, players, mover).map((line) => `  ${line}`);
    if (this.turn(after) === turn && after.status !== OVER) return [`${players[mover]} so far: ${moves}`, ...others];
    const alone = played.every((one) => one.player === mover);
    return [`${players[mover]}: ${moves}${this.gain(before, after, mover, alone)}`, ...others];
  }

  private gain(before: Moment, after: Moment, mover: number, alone: boolean): string {
    const [old, now] = [this.totals(before)[mover], this.totals(after)[mover]];
    if (typeof old !== "number" || typeof now !== "number" || (old === now && !alone)) return "";
    return `, ${now < old ? "" : "+"}${now - old}`;
  }

  // -- the moves of a turn

  private saying(played: Played[], players: string[], mover: number, open: boolean): string[] {
    const texts: string[] = [];
    let [who, about, picking] = [mover, "", ""];
    const from = open ? this.sealedFrom(played) : played.length;
    played.slice(0, from).forEach((one, i) => {
      const state = this.state(one.before);
      if (this.secret(state)) {
        if (i + 1 < played.length && this.sameSecret(state, this.state(played[i + 1].before))) return;
        const found = this.revealed(one, state);
        texts.push(...this.toldAtOnce(found, who, about, players));
        [who, about, picking] = [found.asked.at(-1)!, found.about, ""];
        return;
      }
      if (one.player !== who) {
        [who, picking] = [one.player, ""];
        texts.push(`${players[who]}: ${this.text(one, state)}`);
        return;
      }
      const block = this.words.block(one.before);
      if ((this.asksOfPool(block, state) && one.choice.code >= STOP) || (picking && one.choice.code === STOP)) return;
      const text = this.text(one, state);
      const verb = text.split(" ")[0];
      const picks = this.picks(block, one.choice.code);
      if (texts.length && verb === picking && picks) texts[texts.length - 1] += ` ${text.slice(verb.length + 1)}`;
      else if (texts.length && text.startsWith(`${texts.at(-1)} `)) texts[texts.length - 1] = text;
      else texts.push(text);
      picking = picks && block && this.ofPool(block, state) ? verb : "";
    });
    return texts.concat(open ? this.sealed(played.at(-1)!.after, players) : []);
  }

  /** Whether a code of a choice picks something. */
  private picks(block: Json | null, code: number): boolean {
    return code >= 0 && block !== null && block.is !== "options";
  }

  private ofPool(block: Json, state: State): boolean {
    const seat: Json | undefined = block.seat && this.data.seats[state.seat(block.seat)];
    return ["space", "group", "set"].includes(block.is) && !!seat && seat.pool && !seat.patches;
  }

  /** Whether it is asked which piece of a pool is next: the move after it says so too. */
  private asksOfPool(block: Json | null, state: State): boolean {
    return !!block?.next && this.ofPool(block, state);
  }

  private text(one: Played, state: State): string {
    const { choice, before, after } = one;
    const { cells } = this.data;
    if (this.state(after).wide(cells.draws) !== state.wide(cells.draws)) {
      const brought = this.brought(one, state);
      return brought ? `${choice.text} (${brought})` : choice.text;
    }
    const block = this.words.block(before);
    if (this.staysHidden(one, block, state)) return `${choice.text.split(" ")[0]} ${HIDDEN}`;
    const piece = block && this.picks(block, choice.code) ? this.words.moved(state, block) : "";
    return piece ? `${choice.text} (${piece})` : choice.words;
  }

  /** What was drawn and rolled after a move; what was rolled in the next turn already is not told. */
  private brought({ after }: Played, state: State): string {
    const ended = this.turn(after) !== state.wide(this.data.cells.turn);
    const codes = (rolled: boolean) => after.brought.filter((one) => one.rolled === rolled && !this.unseen.has(one.seat)).map((one) => this.data.kinds[one.kind].code as string);
    const rolled = ended ? [] : codes(true).sort();
    const drawn = codes(false);
    const events = rolled.length ? [`rolled ${rolled.join(" ")}`] : [];
    if (drawn.length || this.data.says_drawn) events.push(`drew ${drawn.join(" ") || "nothing"}`);
    return events.join(", ");
  }

  /** Whether a move picks what others cannot see, and do not see after it either. */
  private staysHidden({ choice, after }: Played, block: Json | null, state: State): boolean {
    if (!block || !this.picks(block, choice.code) || !this.ofPool(block, state) || !this.unseen.has(state.seat(block.seat))) return false;
    const codes = new Set(this.data.kinds.map((kind: Json) => kind.code));
    const picked = tally(choice.text.split(" ").slice(1).filter((word) => codes.has(word)));
    const [old, now] = [this.lyingOpen(state), this.lyingOpen(this.state(after))];
    return [...picked].some(([code, count]) => count > Math.max(0, (now.get(code) ?? 0) - (old.get(code) ?? 0)));
  }

  /** What lies in places that are open to all, by what it shows. */
  private lyingOpen(state: State): Map<string, number> {
    const codes: string[] = [];
    this.data.seats.forEach((_: Json, seat: number) => {
      if (this.unseen.has(seat)) return;
      for (let space = 0; space < state.spaces(seat); space++) {
        const top = state.pile(seat, space).at(-1);
        if (top !== undefined && top >= 0) codes.push(this.data.kinds[top >> 1].code);
      }
    });
    return tally(codes);
  }

  // -- what is chosen in secret

  private secret(state: State): number {
    return this.words.block(state) ? state.wide(this.data.cells.secret) : 0;
  }

  private sameSecret(before: State, after: State): boolean {
    const number = this.secret(before);
    if (!number || number !== this.secret(after)) return false;
    const { asked } = this.data.secrets[number - 1];
    const [old, now] = [before.wide(asked), after.wide(asked)];
    const [one, other] = [before, after].map((state) => this.words.block(state)!.inside as number[]);
    const differs = one.findIndex((at, i) => at !== other[i]);
    return old < now || (old === now && differs >= 0 && one[differs] < other[differs]);
  }

  /** The index of the first move of a secret that is still open; how many moves there are if none is. */
  private sealedFrom(played: Played[]): number {
    const after = played.at(-1)!.after;
    if (after.status === OVER) return played.length;
    const states = [...played.map((one) => this.state(one.before)), this.state(after)];
    let at = played.length;
    while (at && this.sameSecret(states[at - 1], states[at])) at--;
    return at;
  }

  private asked(state: State): number[] {
    const { players, count } = this.data.secrets[this.secret(state) - 1];
    return Array.from({ length: state.wide(count) }, (_, i) => state.wide(players + 4 * i));
  }

  private revealed(one: Played, state: State): { about: string; asked: number[]; of: (seat: number) => string } {
    const { names, answers, pieces } = this.data.secrets[this.secret(state) - 1];
    const block = this.words.block(one.before)!;
    const known = this.turn(one.after) === this.turn(one.before) ? this.state(one.after) : state;
    const last = one.choice.text.slice(one.choice.text.lastIndexOf(" ") + 1);
    const written = (seat: number, i: number): string => {
      if (seat === one.player && answers[i] === block.answer) return pieces[i] || Number(last) ? last : "";
      const number = Math.abs(known.counter(seat, answers[i])); // negative: the piece has moved away
      return !number ? "" : pieces[i] ? this.data.kinds[number - 1].code : String(number);
    };
    const said = (seat: number) => names.map((name: string, i: number) => [name, written(seat, i)]).filter(([, word]: string[]) => word);
    const of = (seat: number) => said(seat).map((words: string[]) => words.join(" ")).join(", ") || "nothing";
    return { about: this.words.subject(state, block), asked: this.asked(state).sort((a, b) => a - b), of };
  }

  private toldAtOnce(found: { about: string; asked: number[]; of: (seat: number) => string }, who: number, about: string, players: string[]): string[] {
    const texts = found.asked.map((seat, i) => `${seat === who && !i ? "" : `${players[seat]}: `}${found.of(seat)}`);
    if (found.about && found.about !== about) texts[0] = `${found.about}: ${texts[0]}`;
    return texts;
  }

  /** Who has chosen in a secret that is still open. */
  private sealed(after: Moment, players: string[]): string[] {
    const state = this.state(after);
    if (after.status === OVER || !this.secret(state)) return [];
    const done = state.wide(this.data.secrets[this.secret(state) - 1].asked);
    return this.asked(state).slice(0, done - 1).map((seat) => `${players[seat]} has chosen`);
  }

  // -- what a turn changes besides

  private changes(before: Moment, after: Moment, players: string[], mover: number): string[] {
    const [old, now] = [this.state(before), this.state(after)];
    const own: Json[] = this.data.seats.map((seat: Json, at: number) => ({ ...seat, seat: at }));
    const pools = own.find((seat) => seat.name === this.data.own)!.pool;
    return players.flatMap((name, player) => {
      if (!pools && player === mover) return [];
      const seats = own.filter((seat) => seat.owner === player && (pools ? seat.holds_cards : seat.name === this.data.own));
      const lines = seats.flatMap(({ name: place, seat }) => line(`${place} `, pools ? this.poolChange(old, now, seat) : this.boardChange(old, now, seat)));
      return [...lines, ...line("", this.counterChange(old, now, player))].map((text) => `${name}: ${text}`);
    });
  }

  private boardChange(old: State, now: State, seat: number): string[] {
    const { columns } = this.data.seats[seat];
    return [...Array(now.spaces(seat)).keys()].flatMap((space) => {
      const [before, after] = [old, now].map((state) => written(this.drawing.stack(state, seat, space)));
      return before === after ? [] : [`${Math.floor(space / columns) + 1},${(space % columns) + 1} ${before} -> ${after}`];
    });
  }

  private poolChange(old: State, now: State, seat: number): string[] {
    const [before, after] = [old, now].map((state) => this.pool(state, seat));
    const words = [["-", less(before, after)], ["+", less(after, before)]].flatMap(([sign, codes]) => (codes.length ? [`${sign} ${counted(codes as string[])}`] : []));
    return words.length ? [words.join(" ")] : [];
  }

  private pool(state: State, seat: number): string[] {
    const piles = [...Array(state.spaces(seat)).keys()].map((space) => state.pile(seat, space)).filter((pile) => pile.length);
    const tops = piles.map((pile) => pile[0]).sort((a, b) => a - b);
    return tops.map((top) => (top & 1 && !this.unseen.has(seat) ? this.data.kinds[top >> 1].code : HIDDEN));
  }

  private counterChange(old: State, now: State, player: number): string[] {
    return this.data.counters.flatMap(({ at, words, hidden, is }: Json) => {
      const [before, after] = [old.counter(player, at), now.counter(player, at)];
      return is !== "counter" || hidden || before === after ? [] : [`${words} ${before} -> ${after}`];
    });
  }
}

function line(what: string, changes: string[]): string[] {
  return changes.length ? [`${what}${changes.join("; ")}`] : [];
}

function tally(codes: string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const code of codes) found.set(code, (found.get(code) ?? 0) + 1);
  return found;
}

/** The items of a list that are not in another one, each as often as it is there more often. */
function less(one: string[], other: string[]): string[] {
  const left = tally(other);
  return one.filter((code) => {
    const count = left.get(code) ?? 0;
    left.set(code, count - 1);
    return count < 1;
  });
}

function counted(codes: string[]): string {
  return [...tally(codes)].map(([code, count]) => (count > 1 && /^[a-z]/i.test(code) ? `${count}${code}` : Array(count).fill(code).join(" "))).join(" ");
}

/** A stack in notation. */
function written({ down, up, caps }: Stack): string {
  return down + up.length ? `${down || ""}${up.join("/")}${caps.join("")}` : caps.join("") || ".";
}
