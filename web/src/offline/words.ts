// Choices in words, as `play/notation.py` and `play/prompts.py` write them, and where on the table each is made.

import type { Json } from "../link";
import { STOP, State, type Engine, type Moment } from "./engine";
import { Terrain } from "./terrain";

export interface Choice {
  code: number;
  /** The move as records write it. */
  text: string;
  /** The same with the piece that is picked. */
  words: string;
  says: string;
  at: { seat: number; spaces?: number[]; piece?: string } | null;
}

export class Words {
  private readonly known = new WeakMap<Moment, Choice[]>();

  constructor(
    private readonly engine: Engine,
    private readonly data: Json,
  ) {}

  /** What is asked at a moment; of the end of a turn nothing is known but that. */
  block(moment: { bytes: Uint8Array }): Json | null {
    return this.data.blocks[new State(this.data, moment.bytes).narrow(this.data.cells.pc)] ?? null;
  }

  question(moment: Moment): string {
    const block = this.block(moment);
    if (!block) return "end the turn?";
    const state = new State(this.data, moment.bytes);
    const ability = state.narrow(this.data.cells.ability);
    const subject = ability ? this.data.uses[ability - 1].card : this.subject(state, block);
    const about = subject ? `${block.paying ? "cost of " : ""}${subject}: ` : "";
    const piece = this.moved(state, block);
    const asks = !piece ? block.asks : block.asks === `${block.verb} it` ? `${block.verb} ${piece}` : `${block.asks}: ${piece}`;
    const table = this.data.table.map(({ name, at }: Json) => `${name} ${state.counter(0, at)}`).join(", ");
    return `${about}${asks}${block.stop ? " (or done)" : ""}${table ? ` \u2013 ${table}` : ""}`;
  }

  /** The id of the card that is spoken of where a player chooses; empty without one. */
  subject(state: State, block: Json): string {
    for (const { seat, space, bound } of block.about) {
      if (bound !== null && !state.narrow(bound)) continue;
      const pile = state.pile(state.seat(seat), state.wide(space));
      const card: string = pile.length ? this.data.kinds[pile.at(-1)! >> 1].card : "";
      if (card) return card;
    }
    return "";
  }

  /** The piece that goes where a space is picked for it. */
  moved(state: State, block: Json): string {
    return block.moved ? state.code(state.seat(block.moved.seat), state.wide(block.moved.space)) : "";
  }

  /** The choices at a moment, in order. */
  choices(moment: Moment): Choice[] {
    let found = this.known.get(moment);
    if (!found) this.known.set(moment, (found = this.listed(moment)));
    return found;
  }

  private listed(moment: Moment): Choice[] {
    const state = new State(this.data, moment.bytes);
    const block = this.block(moment);
    return moment.codes.map((code) => {
      if (code === STOP) return said(code, "done");
      if (code < STOP) return said(code, this.data.uses[-2 - code].text, this.data.uses[-2 - code].says);
      return this.choice(moment, state, block!, code);
    });
  }

  private choice(moment: Moment, state: State, block: Json, code: number): Choice {
    const verb = (what: string) => `${block.verb} ${what}`;
    switch (block.is) {
      case "options":
        return said(code, ...(block.options[code] as [string, string]));
      case "yes":
        return said(code, "yes");
      case "number":
        return said(code, verb(String(this.engine.bound(moment, code).wide(block.slot) >> 1)));
      case "value":
        return said(code, verb(code & 1 ? this.data.values[code >> 1] : String(code >> 1)));
      case "player":
        return said(code, block.next ? `player ${code + 1}` : verb(`player ${code + 1}`));
      case "space":
        return this.picked(state, block, code, code, [code]);
    }
    const seat = state.seat(block.seat);
    const { spaces, root } = this.engine.bound(moment, code).members(block.slot);
    if (block.is === "set") {
      if (this.data.seats[seat].pool) spaces.sort((one, other) => state.pile(seat, one)[0] - state.pile(seat, other)[0]);
      return said(code, verb(spaces.map((space) => this.space(state, seat, space)).join(" ") || "none"));
    }
    return this.picked(state, block, code, root, spaces);
  }

  private picked(state: State, block: Json, code: number, named: number, spaces: number[]): Choice {
    const seat = state.seat(block.seat);
    const text = `${block.verb} ${this.space(state, seat, named)}`;
    if (this.data.seats[seat].patches) return said(code, text);
    if (this.data.seats[seat].pool) {
      return { ...said(code, text), at: { seat, piece: state.code(seat, named) } };
    }
    if (block.is === "line") return said(code, text);
    const more = block.is === "space" ? state.code(seat, named) : spaces.map((space) => this.space(state, seat, space)).join(" ");
    const drawn = this.onMap(seat) ? spaces.map((space) => new Terrain(this.data, state).drawn(space)) : spaces;
    return { ...said(code, text), words: more ? `${text} (${more})` : text, at: { seat, spaces: drawn } };
  }

  private onMap(seat: number): boolean {
    return this.data.cells.map?.seat === seat;
  }

  /** A space as `row,column`, or the piece of a pool, or a patch. */
  private space(state: State, seat: number, space: number): string {
    const { pool, columns, patches } = this.data.seats[seat];
    if (patches) return new Terrain(this.data, state).named(space);
    if (this.onMap(seat)) return new Terrain(this.data, state).where(space).join(",");
    if (pool) return state.code(seat, space) || "face-down";
    return `${Math.floor(space / columns) + 1},${(space % columns) + 1}`;
  }
}

function said(code: number, text: string, says = ""): Choice {
  return { code, text, words: text, says, at: null };
}
