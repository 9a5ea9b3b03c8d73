// A puzzle that is played: the game of a page without a studio, in which whoever solves it plays for all, or the others pass.

import { byId } from "../dom";
import { Game } from "../game";
import type { Json } from "../link";
import { Tree } from "./bot";
import { Engine } from "./engine";
import { OfflineLink } from "./link";

export async function linked(data: Json): Promise<OfflineLink> {
  const engine = await Engine.of(data);
  return new OfflineLink(data, engine, new Tree(await engine.again()));
}

/** Open a puzzle in the elements of a game, where it was left, or `anew`; `solved` is called whenever an answer is right. */
export async function playPuzzle(data: Json, solved: () => void, anew = false): Promise<void> {
  const { puzzle } = data;
  const kept = `tilewright-played-${puzzle.name}`;
  if (anew) localStorage.removeItem(kept);
  byId("game-task").textContent = puzzle.task;
  byId("game-task").hidden = false;
  document.querySelector<HTMLElement>(".pace")!.hidden = true;
  byId("game-hint").hidden = !puzzle.hints.length;
  const place = byId("game");
  const link = await linked(data);
  if (!place.isConnected) return; // another puzzle was opened meanwhile
  const get = async (what: string, args?: Json) => {
    const found = await link.get(what, args);
    if (found.solved && place.isConnected) solved();
    return found;
  };
  const tell = (words: string) => {
    byId("game-said").textContent = words;
  };
  const game = new Game({ get }, { tell, setup: () => Promise.resolve(alone(data)) }, kept);
  await game.open(alone(data));
}

/** The players of a puzzle; the others do nothing, unless whoever solves it decides for all. */
function alone(data: Json): Json {
  const players = data.names.map((name: string, i: number) => ({ name, bot: i && !data.puzzle.lines ? "uct:1" : "" }));
  return { game: data.id, players, cards: [], layouts: {}, seed: 1 };
}
