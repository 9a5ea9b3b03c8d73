// A game that was played, looked at again: what `studio/reviews.py` says of it, by the bot of the page.

import type { Json } from "../link";
import { Bot, type Tree, type Tried } from "./bot";
import { State } from "./engine";
import type { Played } from "./log";
import type { Words } from "./words";

const PLAYOUTS = 400; // games that are played on at random from each decision
const MISTAKE = 0.1; // the share of the win from which a worse move is a mistake, beside twice the standard error
const MOST_DECISIONS = 150; // of a longer game, the last ones are looked at

/** The decisions of a game in which there was something to choose; `goesOn` is told how many moves are looked at and says whether to go on. */
export async function reviewed(tree: Tree, words: Words, played: Played[], goesOn: (done: number) => boolean, playouts = PLAYOUTS): Promise<Json[]> {
  const found: Json[] = [];
  for (let index = Math.max(0, played.length - MOST_DECISIONS); index < played.length && goesOn(index); index++) {
    const { before, player, choice } = played[index];
    if (before.codes.length < 2) continue;
    const bot = () => new Bot(`uct:${playouts}`, tree, index);
    const [best] = await bot().advise(before, player);
    const [own] = best.code === choice.code ? [best] : await bot().advise(before, player, [choice.code]); // few of those games began with it
    const called = words.choices(before).find((one) => one.code === best.code)!.words;
    const turn = new State(tree.engine.data, before.bytes).wide(tree.engine.data.cells.turn) + 1;
    found.push({ index, turn, player, played: choice.words, best: called, ...compared(own, best, player) });
  }
  return found;
}

function compared(own: Tried, best: Tried, player: number): Json {
  const [share, better] = [own, best].map((one) => (one.winner ? Number(one.winner === player + 1) : one.won));
  const doubt = best.winner === player + 1 ? 0 : Math.sqrt(variance(own) + variance(best));
  const mistake = own.code !== best.code && better - share >= MISTAKE + 2 * doubt;
  return { share: rounded(share), best_share: rounded(better), mistake };
}

/** Of the mean of the games that began with a move, as if one more had been won and one more lost (Agresti and Coull, 1998). */
function variance(one: Tried): number {
  const visits = one.visits + 2;
  const share = (one.won * one.visits + 1) / visits;
  return (share * (1 - share)) / visits;
}

function rounded(share: number): number {
  return Math.round(1000 * share) / 1000;
}
