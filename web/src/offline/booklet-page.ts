// The page of a booklet of which some puzzles are played.

import { openPuzzles } from "./booklet";
import { playPuzzle } from "./played";

void openPuzzles(playPuzzle);
