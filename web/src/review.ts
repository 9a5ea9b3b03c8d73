// A game that is over, looked at again: a graph of who was to win, and the moves that gave much of that away.

import { button, byId, make } from "./dom";
import type { Json, Link } from "./link";
import { spoken } from "./spoken";

const WIDTH = 320;
const HEIGHT = 110;
const MARGIN = 32; // at the left, for the shares
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 4", "1 4"];

interface Host {
  /** How the game began and its moves. */
  played: () => { setup: Json; moves: string[] } | null;
  goTo: (setup: Json, moves: string[]) => void;
}

export class Review {
  private asked: number | null = null;
  private reviewed = "";
  private readonly said = byId("review-said");
  private readonly found = byId("review-found");

  constructor(
    private readonly link: Pick<Link, "ask" | "stop">,
    private readonly host: Host,
  ) {
    byId("review").addEventListener("click", () => void this.ask());
    byId("review-stop").addEventListener("click", () => this.asked !== null && this.link.stop(this.asked));
  }

  /** Whether a game can be reviewed now, which has a winner among several; what was found of another game is gone. */
  offer(over: boolean): void {
    const setup = this.host.played()?.setup;
    const game = JSON.stringify(setup);
    if (game !== this.reviewed && this.asked === null) this.found.replaceChildren();
    const offered = over && setup?.players.length > 1;
    byId("review").hidden = !offered || this.asked !== null;
    byId("review-part").hidden = !offered && !this.found.hasChildNodes();
  }

  private async ask(): Promise<void> {
    const game = this.host.played();
    if (!game || this.asked !== null) return;
    const { id, answer } = this.link.ask("review", game, (news) => {
      this.said.textContent = news.waiting ? "Waiting for another request to finish" : `${news.done} of ${news.moves} moves`;
    });
    this.asked = id;
    this.reviewed = JSON.stringify(game.setup);
    byId("review").hidden = true;
    byId("review-stop").hidden = false;
    byId("review-stop").focus(); // the button that was pressed is gone
    this.said.textContent = "Looking at the first move";
    const found = await answer;
    this.asked = null;
    const focused = document.activeElement === byId("review-stop");
    byId("review").hidden = byId("review-stop").hidden = true;
    this.said.textContent = found.refused ?? (found.stopped ? "Stopped" : "");
    byId("review").hidden = Boolean(found.reviews);
    if (found.reviews) this.draw(game, found.reviews);
    if (found.reviews) this.found.scrollIntoView({ block: "nearest" });
    if (focused) (found.reviews ? byId("review-title") : byId("review")).focus();
  }

  private draw(game: { setup: Json; moves: string[] }, reviews: Json[]): void {
    const names: string[] = game.setup.players.map((player: Json) => player.name);
    const mistakes = reviews.filter((one) => one.mistake);
    const rows = mistakes.map((one) => {
      const words = `Turn ${one.turn}, ${names[one.player]}: ${spoken(one.best)} was better than ${spoken(one.played)} (a ${percent(one.best_share)} chance to win, not ${percent(one.share)}) `;
      return make("li", {}, words, button("Go there", () => this.host.goTo(game.setup, game.moves.slice(0, one.index)), { "aria-label": `Go there: turn ${one.turn}, ${names[one.player]}` }));
    });
    const none = make("p", {}, "No move lowered the chance to win by more than 10%.");
    const end = button("Go to the end of the game", () => this.host.goTo(game.setup, game.moves));
    this.found.replaceChildren(graph(reviews, names), ...(rows.length ? [make("ul", {}, ...rows), end] : [none]));
  }
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

/** The share of the win that each player had with the best move, at each decision. */
function graph(reviews: Json[], names: string[]): HTMLElement {
  const most = Math.max(1, ...reviews.map((one) => one.index));
  const place = (one: Json) => `${((WIDTH * one.index) / most).toFixed(1)},${(HEIGHT * (1 - one.best_share)).toFixed(1)}`;
  const lines = names.map((_, player) => {
    const own = reviews.filter((one) => one.player === player);
    return `<polyline class="line-${player}" points="${own.map(place).join(" ")}" stroke-dasharray="${DASHES[player]}"/>`;
  });
  const labels = [100, 50, 0].map((share) => `<text x="-6" y="${(HEIGHT * (100 - share)) / 100 + 3.5}">${share}%</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} -6 ${WIDTH + MARGIN + 2} ${HEIGHT + 12}">${labels.join("")}<path d="M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}"/>${lines.join("")}</svg>`;
  const last = names.map((name, player) => {
    const share = reviews.filter((one) => one.player === player).at(-1)?.best_share;
    return share === undefined ? name : `${name} ${percent(share)}`;
  });
  const figure = make("figure", { role: "img", "aria-label": `Chance to win over the game; at the last decision of each: ${last.join(", ")}` });
  const keys = names.map((name, player) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 8"><polyline class="line-${player}" points="0,4 30,4" stroke-dasharray="${DASHES[player]}"/></svg>`);
  const drawn = (text: string) => document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  figure.append(drawn(svg), make("figcaption", {}, ...names.map((name, player) => make("span", {}, drawn(keys[player]), ` ${name}`))));
  return figure;
}
