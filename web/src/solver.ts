// Questions for the solver: asked, watched, stopped, and their answers shown.

import { button, byId, make } from "./dom";
import type { Json, Link } from "./link";

export interface Subject {
  kind: string;
  args: Json;
  cards: Json[];
}

interface Show {
  /** Lay a board on the table; the one that lay there is kept for undo, or not. */
  state: (state: Json, keeps: boolean) => void;
  spaces: (spaces: number[]) => void;
}

export class Solver {
  private running: number | null = null;
  private kind = "";
  private cards = "";
  private hints = 0;
  private readonly seconds = make("select", { "aria-label": "Time limit" });
  private readonly stop = button("Stop", () => this.end(), { class: "stop", id: "stop", hidden: true });

  constructor(
    private readonly link: Link,
    private readonly subject: () => Subject | null,
    private readonly show: Show,
  ) {
    for (const seconds of [10, 60, 300, 600]) {
      this.seconds.append(make("option", { value: seconds, selected: seconds === 60 }, `${seconds} s`));
    }
  }

  /** Offer what can be asked about a text of some kind. */
  offer(kind: string, cards: Json[]): void {
    const ids = cards.map((card) => card.id).join();
    byId("solver").hidden = kind !== "puzzle" && kind !== "cards";
    if (kind === this.kind && ids === this.cards) return;
    this.kind = kind;
    this.cards = ids;
    const found: Node[] = kind === "puzzle" ? this.ofPuzzle() : kind === "cards" ? this.ofCards(cards) : [];
    byId("questions").replaceChildren(make("div", { class: "buttons" }, ...found, this.seconds, this.stop));
  }

  /** Another text is open: what was found out is about the one before. */
  forget(): void {
    this.end();
    this.hints = 0;
    this.kind = "";
    byId("result").replaceChildren();
    byId("progress").textContent = "";
  }

  private ofPuzzle(): Node[] {
    return [
      button("Solve", () => void this.ask("solve"), { class: "main", id: "solve" }),
      button("Why?", () => void this.ask("solve", { why: true }), { id: "why", title: "The best placement, and why there is none better" }),
      button("Hint", () => void this.ask("hint", { level: Math.min(3, ++this.hints) }), { id: "hint" }),
    ];
  }

  private ofCards(cards: Json[]): Node[] {
    const which = make("select", { "aria-label": "Card" });
    for (const card of cards) which.append(make("option", { value: card.id }, card.name));
    which.hidden = cards.length < 2;
    const other = make("input", { id: "other", placeholder: "another card, or: score 1 for each stack", "aria-label": "The other card or text" });
    const prove = () => void this.ask("prove", { card: which.value, other: other.value });
    other.addEventListener("keydown", (event) => {
      if (event.key === "Enter") prove();
    });
    return [
      make("span", { class: "pair" }, other, button("Pays the same?", prove, { id: "prove" })),
      which,
      button("Bounds", () => void this.ask("bounds", { card: which.value }), { class: "main", id: "bounds" }),
    ];
  }

  private end(): void {
    if (this.running !== null) this.link.stop(this.running);
  }

  private async ask(what: string, more: Json = {}): Promise<void> {
    const subject = this.subject();
    if (subject === null || this.running !== null) return;
    const progress = byId("progress");
    const started = performance.now();
    byId("result").replaceChildren();
    progress.textContent = "asked";
    let drawn = false;
    const args = { ...subject.args, ...more, seconds: Number(this.seconds.value) };
    const { id, answer } = this.link.ask(what, args, (news) => {
      progress.textContent = newsWords(news);
      if (!news.state) return;
      this.show.state(news.state, !drawn); // the best so far; undo brings back what lay there before all of them
      drawn = true;
    });
    this.running = id;
    this.stop.hidden = false;
    const clock = setInterval(() => {
      progress.dataset.seconds = `${Math.round((performance.now() - started) / 1000)} s`;
    }, 1000);
    const found = await answer;
    clearInterval(clock);
    delete progress.dataset.seconds;
    this.running = null;
    this.stop.hidden = true;
    if (found.stopped) progress.textContent = progress.textContent === "asked" ? "stopped" : `stopped at: ${progress.textContent}`;
    else {
      progress.textContent = "";
      this.tell(what, found, !drawn);
    }
  }

  private tell(what: string, found: Json, keeps: boolean): void {
    const proved = found.proved ? "proved" : "";
    const words = make("p", { class: `answer ${found.refused ? "refused" : proved}` }, found.refused ?? found.words);
    if (typeof found.seconds === "number") words.append(make("small", {}, ` in ${found.seconds.toFixed(2)} s`));
    const more = (found.reasons ?? []).map((reason: string) => make("p", {}, reason));
    const boards = (found.boards ?? []).map((board: Json) => button(`Show ${board.words}`, () => this.show.state(board.state, true)));
    if (found.why?.length) more.push(make("pre", { class: "why", tabindex: 0, role: "region", "aria-label": "Why" }, found.why.join("\n")));
    byId("result").replaceChildren(words, ...more, make("div", { class: "buttons" }, ...boards));
    if (what === "solve" && found.state) this.show.state(found.state, keeps);
    if (what === "hint" && found.spaces) this.show.spaces(found.spaces);
  }
}

function newsWords(news: Json): string {
  if (news.waiting) return "waiting for another request to finish";
  const seconds = `${news.seconds.toFixed(1)} s`;
  const limit = news.what?.startsWith("the least") ? "at least" : "at most";
  const found = "bound" in news ? `${news.best ?? "nothing yet"}, ${limit} ${news.bound}` : "";
  return [news.what, found, seconds].filter(Boolean).join("  \u00b7  ");
}
