// An attempt at a puzzle: the board after it, what is wrong with it, and what it scores, as `solver/attempts.py` has it.

import type { Json } from "../link";
import type { Stack } from "./drawing";
import { Rules, type Seat } from "./explained";

/** One thing put on a space: the code of a piece, or the mark of a cap. */
export interface Placed {
  space: number;
  what: string;
}

export class Attempt {
  readonly stacks: Stack[];
  readonly faults: string[] = [];
  private readonly others: Seat[];

  constructor(
    private readonly puzzle: Json,
    private readonly kinds: Json[],
    readonly placed: Placed[],
  ) {
    this.stacks = structuredClone(puzzle.own.stacks);
    this.others = puzzle.others.map((one: Json) => this.seat(one, one.stacks));
    for (const { space, what } of [...placed.filter((one) => !this.isCap(one.what)), ...placed.filter((one) => this.isCap(one.what))]) {
      const cap = puzzle.caps.find((one: Json) => one.mark === what);
      if (!this.rules().holds(puzzle.places[what], space)) this.faults.push(`no ${cap ? cap.name : puzzle.piece} may be placed at ${spaceName(space, puzzle.own.columns)}`);
      if (cap) this.stacks[space].caps.push(what);
      else this.stacks[space].up.push(what);
    }
  }

  /** The points part by part with their reasons, as `drawScore` shows them. */
  score(): { total: number; parts: Json[] } {
    const rules = this.rules();
    const parts = this.puzzle.parts.map(({ name, rule }: Json) => {
      const { points, reasons } = rules.points(rule);
      const numbers = [...new Set(reasons.map((reason) => reason.line))];
      const lines = numbers.map((line) => {
        const items = reasons.filter((reason) => reason.line === line).map((reason) => ({ ...reason, about: reason.what.filter((word) => !word.includes("(")).join(", ") }));
        return { text: this.puzzle.lines[line], items };
      });
      return { name, points, lines };
    });
    const total = parts.reduce((sum: number, part: Json) => sum + part.points, 0);
    if (!Number.isSafeInteger(total)) throw new RangeError("a number is too large to be exact");
    return { total, parts };
  }

  /** How many more of something there are to place. */
  left(what: string): number {
    const given = this.isCap(what) ? this.puzzle.caps.find((cap: Json) => cap.mark === what).count : this.puzzle.pieces.filter((one: string) => one === what).length;
    return given - this.placed.filter((one) => one.what === what).length;
  }

  /** How many pieces are still to be placed. */
  get missing(): number {
    return this.puzzle.pieces.length - this.placed.filter((one) => !this.isCap(one.what)).length;
  }

  isCap(what: string): boolean {
    return this.puzzle.caps.some((cap: Json) => cap.mark === what);
  }

  private rules(): Rules {
    return new Rules(this.puzzle.tables, [this.seat(this.puzzle.own, this.stacks), ...this.others]);
  }

  private seat({ name, columns, counters }: Json, stacks: Stack[]): Seat {
    return {
      name,
      columns,
      heights: stacks.map((stack) => stack.down + stack.up.length),
      tops: stacks.map((stack) => this.kinds.findIndex((kind) => kind.code === stack.up.at(-1))),
      down: stacks.map((stack) => !stack.up.length && stack.down > 0),
      caps: stacks.map((stack) => stack.caps),
      counters,
    };
  }
}

function spaceName(space: number, columns: number): string {
  return `row ${Math.floor(space / columns) + 1}, column ${(space % columns) + 1}`;
}
