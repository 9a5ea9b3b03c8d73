// The puzzle of the day: every puzzle of a booklet once, in an order drawn anew after the last, alike for all who have the booklet.

import { Random } from "./chance";

const DAY = 86_400_000; // milliseconds

/** The number of a day where its reader is. */
export function dayOf(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
}

/** Which of so many puzzles is that of a day. */
export function puzzleOf(day: number, count: number): number {
  const order = [...Array(count).keys()];
  new Random(Math.floor(day / count)).shuffle(order);
  return order[day % count];
}

/** How many days in a row, up to today or yesterday, the puzzle of the day was solved. */
export function streak(solved: number[], today: number): number {
  const days = new Set(solved);
  let last = days.has(today) ? today : today - 1;
  let found = 0;
  for (; days.has(last); last--) found++;
  return found;
}
