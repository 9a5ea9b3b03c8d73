// Rules of a page, evaluated with a reason for every point, as `meaning/explained.py` does; `meaning/emit/portable.py` writes the trees.

type Tree = any;
type Spaces = number[];

/** A board as rules see it: of each stack the height, the kind on top (-1: none is seen), whether it is face-down, and the caps. */
export interface Seat {
  name: string;
  columns: number;
  heights: number[];
  tops: number[];
  down: boolean[];
  caps: string[][];
  counters: Record<string, number>;
}

/** The points of a line of a rule, the spaces that earned them, and what the bound things are called. */
export interface Reason {
  points: number;
  line: number;
  spaces: Spaces;
  what: string[];
}

interface Value {
  label: string;
  kinds: number[] | null;
  number: number | null;
}

/** A space or a player, an axis, a value, or the spaces of a line or group. */
type Element = number | string | Value | Spaces;

interface Numeric {
  value: number;
  reasons: Reason[];
  about: Spaces;
}

interface Truth {
  holds: boolean;
  about: Spaces;
}

/** A number, or a condition. */
type Found = Numeric | Truth;

const COMPARE: Record<string, (left: number, right: number) => boolean> = {
  "=": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
};

export class Rules {
  private readonly variables: Element[] = [];
  private bound: { sort: string; noun: string; element: Element }[] = [];
  private met: Spaces[] = [];

  constructor(
    private readonly tables: any[][],
    private readonly seats: Seat[],
  ) {}

  /** What a rule gives the first player, and why: the points of the reasons add up to it. */
  points(rule: Tree): { points: number; reasons: Reason[] } {
    this.bound = [];
    this.met = [];
    this.me = 0;
    const { value, reasons } = this.number(rule);
    return { points: value, reasons };
  }

  /** Whether a condition holds of a space of the first player's board. */
  holds([variable, condition]: [number, Tree], space: number): boolean {
    this.bound = [];
    this.met = [];
    this.variables[variable] = space;
    return this.truth(condition).holds;
  }

  private me = 0;

  private seat(seat: Element | null): number {
    return seat === null ? this.me : (this.variables[seat as number] as number);
  }

  private element(element: number | string): Element {
    return typeof element === "string" ? element : this.variables[element];
  }

  private spaceOf(variable: number): number {
    return this.variables[variable] as number;
  }

  private table(table: number, seat: Element | null): any {
    return this.tables[table][this.seat(seat)];
  }

  // -- numbers

  private number(tree: Tree): Numeric {
    if (typeof tree === "number") return plain(tree);
    const [operation, ...given] = tree;
    switch (operation) {
      case "add": {
        const parts: Numeric[] = given.map((part: Tree) => this.number(part));
        return { value: parts.reduce((sum, part) => exact(sum + part.value), 0), reasons: parts.flatMap((part) => part.reasons), about: joined(parts) };
      }
      case "times":
        return this.both(given, (left, right) => exact(left * right));
      case "divide":
        return this.both(given, (left, right) => (right ? exact(Number((BigInt(left) - BigInt(remainder(left, right))) / BigInt(right))) : 0));
      case "remainder":
        return this.both(given, remainder);
      case "extreme": {
        const parts: Numeric[] = given.slice(1).map((part: Tree) => this.number(part));
        const values = parts.map((part) => part.value);
        return { value: given[0] === "max" ? Math.max(...values) : Math.min(...values), reasons: [], about: joined(parts) };
      }
      case "table": {
        const body = this.number(given[0]);
        const entry = given[1].find(([low, high]: [number, number | null]) => low <= body.value && (high === null || body.value <= high));
        return { value: entry ? entry[2] : 0, reasons: [], about: body.about };
      }
      case "if":
        return this.ifElse(given[0], given[1], given[2]);
      case "award":
        return this.award(given[0], given[1]);
      case "total":
        return this.total(given[0], given[1]);
      case "best":
        return this.best(given[0], given[1], given[2], given[3]);
      case "height":
        return plain(this.seats[this.seat(given[0])].heights[this.spaceOf(given[1])]);
      case "attribute": {
        const top = this.seats[this.seat(given[0])].tops[this.spaceOf(given[1])];
        return plain(given[2].find(([kind]: [number, number]) => kind === top)?.[1] ?? 0);
      }
      case "counter":
        return plain(this.seats[this.seat(given[0])].counters[given[1]] ?? 0);
      case "seat number":
        return plain(this.seat(given[0]) + 1);
      case "number of":
        return plain((this.element(given[0]) as Value).number ?? 0);
      case "elsewhere": {
        const found = this.elsewhere(() => this.number(given[0]));
        return { value: found.value, reasons: found.reasons.map((reason) => ({ ...reason, spaces: [] })), about: [] };
      }
    }
    throw new Error(`'${operation}' is no number`);
  }

  private both([left, right]: Tree[], operation: (left: number, right: number) => number): Numeric {
    const [one, other] = [this.number(left), this.number(right)];
    return { value: operation(one.value, other.value), reasons: [], about: [...one.about, ...other.about] };
  }

  private ifElse(condition: Tree, then: Tree, otherwise: Tree): Numeric {
    const met = this.truth(condition);
    if (!met.holds) return this.number(otherwise);
    this.met.push(met.about);
    const found = this.number(then);
    this.met.pop();
    return found;
  }

  private award(amount: Tree, line: number): Numeric {
    const number = this.number(amount);
    if (!number.value) return { ...plain(0), about: number.about };
    const innermost = this.innermost();
    let spaces = innermost.length ? innermost : number.about;
    for (let i = this.met.length - 1; i >= 0 && !spaces.length; i--) spaces = this.met[i];
    const what = this.bound.map(({ noun, sort, element }) => this.label(noun, sort, element));
    return { value: number.value, reasons: [{ points: number.value, line, spaces: [...new Set(spaces)], what }], about: number.about };
  }

  /** The innermost bound space, else the spaces of the innermost bound line or group. */
  private innermost(): Spaces {
    const space = this.bound.findLast((one) => one.sort === "space");
    if (space) return [space.element as number];
    return sorted((this.bound.findLast((one) => Array.isArray(one.element))?.element ?? []) as Spaces);
  }

  /** What a bound thing is called: `stack (2,3)`, `row 4`, `color red`, a player's name. */
  private label(noun: string, sort: string, element: Element): string {
    const { columns } = this.seats[0];
    const name = (space: number) => `(${Math.floor(space / columns) + 1},${(space % columns) + 1})`;
    if (sort === "player") return this.seats[element as number].name || `${noun} ${Number(element) + 1}`;
    if (typeof element === "number") return `${noun} ${name(element)}`;
    if (typeof element === "string") return `${noun} ${element}`;
    if (!Array.isArray(element)) return `${noun} ${element.label}`;
    const root = element[0];
    const where: Record<string, number> = { row: Math.floor(root / columns) + 1, column: (root % columns) + 1 };
    return `${noun} ${where[noun] ?? name(root)}`;
  }

  private total(loop: Tree, body: Tree): Numeric {
    const found: Numeric = { value: 0, reasons: [], about: [] };
    for (const [element, number] of this.rounds(loop, () => this.number(body))) {
      found.value = exact(found.value + number.value);
      found.reasons.push(...number.reasons);
      if (number.value) found.about.push(...spacesOf(element, loop, number.about));
    }
    return found;
  }

  private best(loop: Tree, body: Tree, which: string, rank: number): Numeric {
    const sign = which === "max" ? -1 : 1;
    const found = this.rounds(loop, () => this.number(body), false).sort(([, one], [, other]) => sign * (one.value - other.value));
    if (found.length < rank) return plain(0);
    const [element, number] = found[rank - 1];
    return { ...number, about: spacesOf(element, loop, number.about) };
  }

  // -- conditions

  private truth(tree: Tree): Truth {
    if (typeof tree === "boolean") return { holds: tree, about: [] };
    const [operation, ...given] = tree;
    switch (operation) {
      case "compare": {
        const [left, right] = [this.number(given[1]), this.number(given[2])];
        return { holds: COMPARE[given[0]](left.value, right.value), about: [...left.about, ...right.about] };
      }
      case "every":
      case "some": {
        const parts: Truth[] = given.map((part: Tree) => this.truth(part));
        const holds = operation === "every" ? parts.every((part) => part.holds) : parts.some((part) => part.holds);
        return { holds, about: joined(parts) };
      }
      case "not": {
        const { holds, about } = this.truth(given[0]);
        return { holds: !holds, about };
      }
      case "exists": {
        const found = this.rounds(given[0], () => this.truth(given[1])).filter(([, truth]) => truth.holds);
        return { holds: found.length > 0, about: found.flatMap(([element, truth]) => spacesOf(element, given[0], truth.about)) };
      }
      case "forall":
        return { holds: this.rounds(given[0], () => this.truth(given[1])).every(([, truth]) => truth.holds), about: [] };
      case "elsewhere":
        return { holds: this.elsewhere(() => this.truth(given[0])).holds, about: [] };
    }
    return { holds: this.fact(operation, given), about: [] };
  }

  /** A condition that is about no spaces of its own. */
  private fact(operation: string, given: Tree[]): boolean {
    const top = () => this.seats[this.seat(given[0])].tops[this.spaceOf(given[1])];
    switch (operation) {
      case "shows":
        return given[2].includes(top());
      case "shows value": {
        const value = this.element(given[2]) as Value;
        return this.shows(this.seat(given[0]), this.spaceOf(given[1]), value);
      }
      case "face-down":
        return this.seats[this.seat(given[0])].down[this.spaceOf(given[1])];
      case "capped":
        return this.seats[this.seat(given[0])].caps[this.spaceOf(given[1])].includes(given[2]);
      case "same":
        return alike(this.element(given[0]), this.element(given[1]));
      case "inside":
        return (this.element(given[1]) as Spaces).includes(this.spaceOf(given[0]));
      case "region":
        return this.table(given[2], given[0]).includes(this.spaceOf(given[1]));
      case "near":
        return this.table(given[3], given[0])[this.spaceOf(given[2])].includes(this.spaceOf(given[1]));
      case "one of": {
        const { kinds } = this.element(given[0]) as Value;
        return kinds !== null && kinds.some((kind) => given[1].includes(kind));
      }
    }
    throw new Error(`'${operation}' is no condition`);
  }

  private shows(seat: number, space: number, value: Value): boolean {
    const { tops, heights } = this.seats[seat];
    return value.kinds ? value.kinds.includes(tops[space]) : heights[space] === (value.number ?? 0);
  }

  /** What is asked at another player's seat: no condition met on the way there is about it. */
  private elsewhere<T>(ask: () => T): T {
    const met = this.met;
    this.met = [];
    const found = ask();
    this.met = met;
    return found;
  }

  // -- loops

  /** The elements that satisfy the guard, each with what the body comes to. */
  private rounds<T extends Found>(loop: Tree, body: () => T, met = true): [Element, T][] {
    const [variable, noun, sort, guard, range] = loop;
    const named = !(range[0] === "players" && range[2] === "self");
    const found: [Element, T][] = [];
    for (const element of this.range(range)) {
      this.variables[variable] = element;
      const guarded = this.truth(guard);
      if (!guarded.holds) continue;
      if (named) this.bound.push({ sort, noun, element });
      if (met) this.met.push(guarded.about);
      found.push([element, body()]);
      if (named) this.bound.pop();
      if (met) this.met.pop();
    }
    return found;
  }

  private range([kind, ...given]: Tree): Element[] {
    switch (kind) {
      case "spaces":
        return [...this.seats[this.seat(given[0])].heights.keys()];
      case "neighbors":
        return this.table(given[1], given[0])[this.spaceOf(given[2])];
      case "between":
        return this.table(given[1], given[0])[this.spaceOf(given[2])][this.spaceOf(given[3])];
      case "lines":
        return this.table(given[1], given[0]);
      case "members":
        return this.element(given[0]) as Spaces;
      case "groups":
        return this.groups(given);
      case "runs":
        return this.runs(given);
      case "values":
        return given[0].map(([label, kinds, number]: [string, number[] | null, number | null]) => ({ label, kinds, number }));
      case "heights": {
        const { heights } = this.seats[this.seat(given[0])];
        return sorted([...new Set(heights)].filter(Boolean)).map((number) => ({ label: String(number), kinds: null, number }));
      }
      case "players":
        return playersOf(given[1], this.seat(given[0]), this.seats.length);
      case "axes":
        return given[0];
      case "image":
        return this.table(given[2], given[0])[this.element(given[1]) as string][this.spaceOf(given[3])];
    }
    throw new Error(`'${kind}' is no range`);
  }

  private groups([where, variable, member, values, table]: Tree[]): Spaces[] {
    const seat = this.seat(where);
    const near: Spaces[] = this.table(table, where);
    const members = this.members(seat, variable, member);
    if (!values) return connected(members, near);
    return (this.range(values) as Value[]).flatMap((value) => connected(members.map((belongs, space) => belongs && this.shows(seat, space, value)), near));
  }

  private members(seat: number, variable: number, member: Tree): boolean[] {
    return this.seats[seat].heights.map((_, space) => {
      this.variables[variable] = space;
      return this.truth(member).holds;
    });
  }

  private runs([where, one, other, member, links, lines]: Tree[]): Spaces[] {
    const members = this.members(this.seat(where), one, member);
    const linked = (link: Tree, space: number, next: number) => {
      [this.variables[one], this.variables[other]] = [space, next];
      return this.truth(link).holds;
    };
    return (this.range(lines) as Spaces[]).flatMap((line) =>
      links.flatMap((link: Tree) => {
        const stretches = [[line[0]]];
        line.slice(1).forEach((next, i) => {
          const space = line[i];
          if (members[space] && members[next] && linked(link, space, next)) stretches.at(-1)!.push(next);
          else stretches.push([next]);
        });
        return stretches.filter((stretch) => stretch.length > 1);
      }),
    );
  }
}

function plain(value: number): Numeric {
  return { value, reasons: [], about: [] };
}

function exact(number: number): number {
  if (!Number.isSafeInteger(number)) throw new RangeError("a number is too large to be exact");
  return number + 0; // no -0
}

/** What a division rounded down leaves over; of a division by 0 nothing. */
function remainder(left: number, right: number): number {
  if (!right) return 0;
  const rest = left % right;
  return exact(rest && rest < 0 !== right < 0 ? rest + right : rest);
}

function joined(parts: Found[]): Spaces {
  return parts.flatMap((part) => part.about);
}

function sorted(numbers: number[]): number[] {
  return [...numbers].sort((one, other) => one - other);
}

/** The spaces that an element is; what was said of it is about these, if it is any. */
function spacesOf(element: Element, [, , sort]: Tree, about: Spaces): Spaces {
  if (sort === "space") return [element as number];
  return Array.isArray(element) ? sorted(element) : about;
}

function alike(one: Element, other: Element): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one[0] === other[0] && String(sorted(one)) === String(sorted(other));
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}

/** The connected components of the members, each sorted, in order of their least space. */
function connected(members: boolean[], near: Spaces[]): Spaces[] {
  const seen = members.map((belongs) => !belongs);
  const found: Spaces[] = [];
  members.forEach((_, start) => {
    if (seen[start]) return;
    seen[start] = true;
    const part = [start];
    for (const space of part) {
      for (const other of near[space]) {
        if (seen[other]) continue;
        seen[other] = true;
        part.push(other);
      }
    }
    found.push(sorted(part));
  });
  return found;
}

/** Seats in turn order; the left neighbor is the next player, the right one the previous. */
function playersOf(which: string, seat: number, count: number): number[] {
  const others = [...Array(count - 1).keys()].map((step) => (seat + step + 1) % count);
  switch (which) {
    case "player":
      return [seat, ...others];
    case "self":
      return [seat];
    case "left":
      return others.slice(0, 1);
    case "right":
      return others.slice(-1);
    case "adjacent":
      return [...new Set([...others.slice(0, 1), ...others.slice(-1)])];
  }
  return others;
}
