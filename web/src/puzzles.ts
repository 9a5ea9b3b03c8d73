// The puzzles by level, with what their user has reached in them; that is kept in this browser.

import { button, make } from "./dom";
import type { Json } from "./link";
import { minutes } from "./minutes";

const SOLVED = "tilewright-solved";
const BEST = "tilewright-best";
const SECONDS = "tilewright-seconds";

/** What a user has reached in puzzles. */
export class Progress {
  private readonly solved = new Set<string>(JSON.parse(localStorage.getItem(SOLVED) ?? "[]"));
  private readonly best = new Map<string, number>(Object.entries(JSON.parse(localStorage.getItem(BEST) ?? "{}")));

  private readonly seconds = new Map<string, number>(Object.entries(JSON.parse(localStorage.getItem(SECONDS) ?? "{}")));

  isSolved(name: string): boolean {
    return this.solved.has(name);
  }

  /** The most points with everything placed; undefined when that never was. */
  points(name: string): number | undefined {
    return this.best.get(name);
  }

  /** The shortest time in which it was solved; undefined where no time was taken. */
  time(name: string): number | undefined {
    return this.seconds.get(name);
  }

  /** All was placed by hand, in so many seconds if they were counted; whether that changed anything. */
  reach(name: string, points: number, solved: boolean, seconds?: number): boolean {
    const better = points > (this.best.get(name) ?? -Infinity);
    const first = solved && !this.solved.has(name);
    if (better) this.best.set(name, points);
    if (first) this.solved.add(name);
    if (seconds !== undefined) this.seconds.set(name, Math.min(seconds, this.seconds.get(name) ?? Infinity));
    localStorage.setItem(SECONDS, JSON.stringify(Object.fromEntries(this.seconds)));
    localStorage.setItem(BEST, JSON.stringify(Object.fromEntries(this.best)));
    localStorage.setItem(SOLVED, JSON.stringify([...this.solved]));
    return better || first;
  }
}

/** A list for each level, with how many of it are solved. */
export function drawPuzzles(parent: HTMLElement, puzzles: Json[], progress: Progress, current: string, choose: (name: string) => void): void {
  const levels = [...new Set(puzzles.map((puzzle) => puzzle.level))];
  const parts = levels.flatMap((level) => {
    const own = puzzles.filter((puzzle) => puzzle.level === level);
    const solved = own.filter((puzzle) => progress.isSolved(puzzle.name)).length;
    const head = make("h2", {}, level ? level[0].toUpperCase() + level.slice(1) : levels.length > 1 ? "Others" : "All", " ", make("small", {}, `${solved} of ${own.length} solved`));
    return [head, make("ul", {}, ...own.map((puzzle) => make("li", {}, row(puzzle, progress, current, choose))))];
  });
  parent.replaceChildren(...(parts.length ? parts : [make("p", { class: "muted" }, "There are no puzzles.")]));
}

function row(puzzle: Json, progress: Progress, current: string, choose: (name: string) => void): HTMLElement {
  const points = progress.points(puzzle.name);
  const time = progress.time(puzzle.name);
  const reached = progress.isSolved(puzzle.name) ? `\u2713 solved${time === undefined ? "" : ` in ${minutes(time)}`}` : points === undefined ? "" : `best so far ${points}`;
  const found = button("", () => choose(puzzle.name), { "data-name": puzzle.name, title: `${puzzle.title}: ${puzzle.game}`, "aria-current": puzzle.name === current || undefined });
  found.append(puzzle.title, " ", make("small", {}, [puzzle.game, puzzle.kind].filter(Boolean).join(", ")));
  if (reached) found.append(" ", make("small", { class: progress.isSolved(puzzle.name) ? "solved" : "reached" }, reached));
  return found;
}
