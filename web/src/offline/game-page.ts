// The page of one game: the front end of the studio, without a studio behind it.

import { byId, make } from "../dom";
import { Game } from "../game";
import type { Json } from "../link";
import { Review } from "../review";
import { look } from "./look";
import { unpacked } from "./packed";
import { linked, playPuzzle } from "./played";

const NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ivy"];
const LEVELS: [string, string][] = [
  ["uct:30", "gentle"],
  ["uct:0.4s", "normal"],
  ["uct:2s", "strong"],
];

async function begin(): Promise<void> {
  const data = JSON.parse(new TextDecoder().decode(await unpacked(byId("data").textContent!)));
  if (data.puzzle) {
    byId("game-new").textContent = "Start over";
    return playPuzzle(data, () => undefined);
  }
  const link = await linked(data);
  const host = { tell, setup: (before: Json | null) => askSetup(data, before), drawn: (over: boolean) => review.offer(over) };
  const game: Game = new Game(link, host, `tilewright-${data.id}-${data.names.length}`);
  const review = new Review(link, { played: () => game.played, goTo: (setup, moves) => void game.resume(setup, moves) });
  await game.open(usual(data));
}

function tell(words: string): void {
  byId("game-said").textContent = words;
}

/** The set-up with which a game begins when nobody has asked for another one. */
function usual(data: Json, level = "uct:0.4s", seat = 0, people = 1): Json {
  const others = [...NAMES];
  const player = (_: string, i: number) => {
    if (i === seat) return { name: "You", bot: "" };
    return { name: others.shift()!, bot: people > 1 ? "" : level };
  };
  return { game: data.id, players: data.names.map(player), cards: [], layouts: {}, seed: 1 + Math.floor(Math.random() * 99_999) };
}

/** Ask how a game is to begin; null when none is to. */
function askSetup(data: Json, before: Json | null): Promise<Json | null> {
  const dialog = byId<HTMLDialogElement>("game-setup");
  const count: number = data.names.length;
  const seats = data.names.map((_: string, i: number) => [String(i), ["first", "second", "third", "fourth", "fifth"][i] ?? `as number ${i + 1}`]);
  const known = before?.players.find((player: Json) => player.bot)?.bot ?? "uct:0.4s";
  const people: [string, string][] = data.hides || count < 2 ? [] : [["", count > 2 ? "other people, at this screen" : "another person, at this screen"]];
  const level = select("Opponents", [...LEVELS.map(([value, words]) => [value, `bots: ${words}`] as [string, string]), ...people], known);
  const seat = select("You begin", [...seats, ["any", "drawn by lot"]], String(Math.max(0, before?.players.findIndex((player: Json) => !player.bot) ?? 0)));
  const seed = make("input", { type: "number", min: 0, max: 999_999_999, value: 1 + Math.floor(Math.random() * 99_999) });
  byId("game-setup-body").replaceChildren(
    make("div", { class: "setup" }, ...(count > 1 ? [level, seat] : []), make("label", { class: "field" }, "Seed (the same one gives the same game)", seed)),
  );
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      if (dialog.returnValue !== "ok") return resolve(null);
      const value = (field: HTMLElement) => field.querySelector("select")!.value;
      const own = value(seat) === "any" ? Math.floor(Math.random() * count) : Number(value(seat));
      const found = usual(data, value(level), own, value(level) ? 1 : count);
      resolve({ ...found, seed: Math.min(999_999_999, Math.max(0, Math.floor(seed.valueAsNumber) || 0)) });
    };
  });
}

function select(label: string, options: [string, string][], value: string): HTMLElement {
  const field = make("select", {});
  for (const [id, words] of options) field.append(make("option", { value: id, selected: id === value }, words));
  return make("label", { class: "field" }, label, field);
}

look();
begin().catch((fault: unknown) => {
  byId("game-turn").textContent = "The game cannot be played in this browser";
  byId("question").textContent = fault instanceof Error ? fault.message : String(fault);
});
