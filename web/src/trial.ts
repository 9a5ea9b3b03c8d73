// Many games between bots: how far they are, the numbers so far, and their plot.

import { byId, make, save } from "./dom";
import type { Json, Link } from "./link";

export class Trial {
  private setup: Json | null = null;
  private running: number | null = null;
  private summary: Json | null = null;
  private svg = "";
  private readonly stop = byId("trial-stop");

  constructor(
    private readonly link: Link,
    private readonly ask: (before: Json | null) => Promise<Json | null>,
  ) {
    byId("trial-new").addEventListener("click", () => void this.begin());
    byId("trial-leave").addEventListener("click", () => this.leave());
    byId("trial-save").addEventListener("click", () => save("simulation.svg", "image/svg+xml", this.svg));
    this.stop.addEventListener("click", () => this.running !== null && this.link.stop(this.running));
  }

  /** Back to what was played last, or ask what is to be played. */
  async open(): Promise<void> {
    if (this.setup) this.enter();
    else await this.begin();
  }

  /** Games with a card that is being written and without it, and what it adds. */
  async balance(card: Json): Promise<void> {
    this.enter();
    if (this.running !== null) return;
    this.setup = null;
    this.clear(1, `Balance of ${card.called}`);
    const { name, text, game } = card;
    const found = await this.follow("balance", { name, text, game }, (news) => news.report && this.drawBalance(news.report));
    if (found.report) {
      this.drawBalance(found.report);
      byId("trial-said").textContent = "Done";
    }
    this.busy(false);
  }

  private enter(): void {
    document.body.classList.add("playing");
    byId("game").hidden = true;
    byId("trial").hidden = false;
    byId("trial-title").focus();
  }

  private leave(): void {
    document.body.classList.remove("playing");
    byId("trial").hidden = true;
    byId("menu-open").focus();
  }

  private async begin(): Promise<void> {
    if (this.running !== null) return;
    const setup = await this.ask(this.setup);
    if (!setup) return;
    this.setup = setup;
    this.enter();
    await this.play(setup);
  }

  private async play(setup: Json): Promise<void> {
    this.clear(setup.games, `${setup.game}: ${setup.players.map((player: Json) => player.bot).join(", ")}`);
    const args = { setup, games: setup.games, rotate: setup.rotate };
    const found = await this.follow("simulate", args, (news) => news.summary && this.draw(news.summary));
    if (found.summary) this.draw(found.summary);
    if (found.stopped) byId("trial-said").textContent = "Stopped";
    await this.plot();
    this.busy(false);
  }

  /** Begin anew, with nothing played. */
  private clear(games: number, title: string): void {
    this.summary = null;
    this.svg = "";
    const bar = byId<HTMLProgressElement>("trial-bar");
    bar.max = games;
    bar.value = 0;
    this.busy(true);
    byId("trial-title").textContent = title;
    byId("trial-said").textContent = "Playing the first game";
    byId("trial-numbers").replaceChildren();
    byId("trial-plot").replaceChildren();
  }

  /** The answer to a question about many games; how far they are is shown, and what else is told goes to `read`. */
  private async follow(what: string, args: Json, read: (news: Json) => void): Promise<Json> {
    const bar = byId<HTMLProgressElement>("trial-bar");
    const asked = this.link.ask(what, args, (news) => {
      if (news.waiting) byId("trial-said").textContent = "Waiting for another request to finish";
      if (!news.done) return;
      bar.max = news.games;
      bar.value = news.done;
      byId("trial-said").textContent = `${news.done} of ${news.games} games`;
      read(news);
    });
    this.running = asked.id;
    const found = await asked.answer;
    this.running = null;
    if (found.refused) byId("trial-said").textContent = found.refused;
    if (found.stopped) byId("trial-said").textContent = "Stopped";
    return found;
  }

  private busy(on: boolean): void {
    byId("trial-bar").hidden = this.stop.hidden = !on;
    byId<HTMLButtonElement>("trial-new").disabled = on;
    byId("trial-save").hidden = on || !this.svg;
    byId("trial").dataset.state = on ? "running" : "done";
  }

  private async plot(): Promise<void> {
    if (!this.summary?.games) return;
    const asked = this.link.ask("plot", { summary: this.summary });
    this.running = asked.id;
    const found = await asked.answer;
    this.running = null;
    if (!found.svg) return void byId("trial-plot").replaceChildren(make("p", { class: "muted" }, found.refused ?? ""));
    this.svg = found.svg;
    const words = `Scores by seat and points by source, over ${this.summary.games} games; the tables show the numbers.`;
    byId("trial-plot").replaceChildren(make("img", { alt: words, src: `data:image/svg+xml,${encodeURIComponent(found.svg)}` }));
  }

  // -- numbers

  private drawBalance(report: Json): void {
    const card = report.cards[0];
    if (!card) return;
    const played = `${card.games} games with it and ${card.games} without`;
    const words = card.look ? [make("b", {}, sentence(card.words)), ` ${sentence(card.reason)} ${played}.`] : [`So far, after ${played}:`];
    const verdict = make("p", { id: "trial-verdict" }, ...words);
    const rows = card.bots.map((one: Json) => [one.bot, ...added(one)]);
    byId("trial-numbers").replaceChildren(verdict, table("What it adds, by bot", ADDS, rows));
  }

  private draw(summary: Json): void {
    this.summary = summary;
    const unended = summary.unended ? `, ${summary.unended} not ended` : "";
    byId("trial-said").textContent = `${summary.games} games${unended}`;
    if (!summary.games) return;
    const tables = [table("Seats", SEATS, summary.seats.map((one: Json, i: number) => seat(String(i + 1), one)))];
    if (summary.bots.length) tables.push(table("Bots", SEATS, summary.bots.map((one: Json) => seat("", one))));
    tables.push(table("Points by source", ["part", "paid to", "mean", "most"], summary.parts.map(part)));
    const used = summary.abilities;
    if (used.length) tables.push(table("Abilities", ["card", "uses per game", "gain with it", "without"], used.map(ability)));
    const { turns, decisions } = summary.length;
    const long = `A game has ${turns.mean.toFixed(1)} turns (${turns.min} to ${turns.max}) and ${decisions.mean.toFixed(1)} decisions.`;
    const first = `The first player wins ${percent(summary.first.wins.share)}; an even share is ${percent(summary.first.even)}.`;
    byId("trial-numbers").replaceChildren(...tables, make("p", {}, `${first} ${long}`));
  }
}

const ADDS = ["", "points without", "points with", "adds", "from", "to", "wins without", "wins with"];
const SEATS = ["", "bot", "mean", "from", "to", "wins", "95%"];

/** Words as a sentence. */
function sentence(words: string): string {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`;
}

function seat(name: string, one: Json): string[] {
  const { score, wins } = one;
  return [name, one.bot ?? "", score.mean.toFixed(1), score.min, score.max, percent(wins.share), `${percent(wins.low)} to ${percent(wins.high)}`].map(String);
}

/** What a card adds for a bot, in points and in wins; nothing where its games say nothing. */
function added({ points, wins }: Json): string[] {
  if (!points || !wins) return ADDS.slice(1).map(() => "\u2013");
  const { mean, low, high } = points.difference;
  const signed = (value?: number) => (value === undefined ? "" : `${value < 0 ? "\u2212" : "+"}${Math.abs(value).toFixed(1)}`);
  return [points.without.mean.toFixed(1), points.with.mean.toFixed(1), signed(mean), signed(low), signed(high), percent(wins.without.mean), percent(wins.with.mean)];
}

function part(one: Json): string[] {
  return [one.name, percent(one.paid), one.mean.toFixed(2), String(one.most)];
}

function ability(one: Json): string[] {
  const gain = (value: number | null) => (value === null ? "\u2013" : value.toFixed(2));
  return [one.card, one.uses.toFixed(2), gain(one.gain), gain(one.otherwise)];
}

function table(name: string, head: string[], rows: string[][]): HTMLElement {
  const titles = make("tr", {}, ...head.map((words) => make(words ? "th" : "td", words ? { scope: "col" } : {}, words)));
  const body = rows.map((row) => make("tr", {}, ...row.map((words, i) => make(i ? "td" : "th", i ? {} : { scope: "row" }, words))));
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, make("table", { class: "numbers" }, make("caption", {}, name), titles, ...body));
}
