// The page of puzzles in which things are placed.

import { openPuzzles } from "./booklet";

/** What `Rules` is tried with outside of a browser. */
export { Attempt } from "./attempt";
export { dayOf, puzzleOf, streak } from "./daily";
export { Rules } from "./explained";

if (typeof document !== "undefined") void openPuzzles();
