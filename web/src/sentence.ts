// A new card from the text to be printed on it: while one types, the card with the rule that the text means.

import { byId, make } from "./dom";
import type { Json, Link } from "./link";

const PAUSE = 400; // milliseconds without a key before it is read

export class Sentence {
  private readonly dialog = byId<HTMLDialogElement>("say");
  private readonly text = byId<HTMLTextAreaElement>("say-text");
  private readonly sort = byId<HTMLSelectElement>("say-class");
  private readonly language = byId<HTMLSelectElement>("say-language");
  private readonly file = byId<HTMLInputElement>("say-name");
  private readonly found = byId("say-found");
  private readonly ok = byId<HTMLButtonElement>("say-ok");
  private offered: Json[] = [];
  private asked: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private card = "";
  /** Whether no class has been chosen: the first one that understands the text is taken. */
  private anywhere = false;

  constructor(
    private readonly link: Link,
    open: (name: string, text: string) => void,
  ) {
    byId("say-open").addEventListener("click", () => this.open());
    this.sort.addEventListener("change", () => {
      this.anywhere = false;
      this.languages();
    });
    for (const field of [this.text, this.file, this.sort, this.language]) field.addEventListener("input", () => this.later());
    this.dialog.addEventListener("close", () => {
      this.stop();
      if (this.dialog.returnValue === "ok" && this.card) open(this.name, this.card);
    });
  }

  /** The classes of cards that can be begun so, with their languages. */
  offer(offered: Json[]): void {
    this.offered = offered;
    this.sort.replaceChildren(...offered.map((one, i) => make("option", { value: i }, `${one.class} (${one.game})`)));
    this.languages();
    byId("say-open").hidden = offered.length === 0;
  }

  private get name(): string {
    return `folder/${this.file.value.trim() || "my-card.tw"}`;
  }

  private languages(): void {
    const before = this.language.value;
    const known: string[] = this.offered[Number(this.sort.value)]?.languages ?? [];
    this.language.replaceChildren(...known.map((name) => make("option", { value: name }, name)));
    if (known.includes(before)) this.language.value = before;
  }

  /** Ask for a text, or begin with one. */
  open(text = ""): void {
    if (text) this.text.value = text;
    this.anywhere = Boolean(text);
    this.file.value ||= "my-card.tw";
    this.dialog.returnValue = "";
    this.dialog.showModal();
    this.text.focus();
    this.later();
  }

  private stop(): void {
    clearTimeout(this.timer);
    if (this.asked !== null) this.link.stop(this.asked);
    this.asked = null;
  }

  /** Read the text when nothing has been typed for a moment. */
  private later(): void {
    this.stop();
    this.take("");
    this.timer = setTimeout(() => void this.read(), PAUSE);
  }

  private async read(): Promise<void> {
    const { value } = this.text;
    if (!value.trim()) return this.found.replaceChildren();
    const args = { ...this.offered[Number(this.sort.value)], language: this.language.value, name: this.name, say: value, anywhere: this.anywhere };
    if (this.anywhere) this.say("Looking for the game that this is about");
    const { id, answer } = this.link.ask("draft", args, (news) => {
      if (this.asked !== id) return;
      if (news.waiting) this.say("Waiting for another request to finish");
      if (news.text) this.show(news.text, "Looking for the smallest boards on which the readings differ");
    });
    this.asked = id;
    const found = await answer;
    if (this.asked !== id) return;
    this.asked = null;
    const other = this.offered.findIndex((one) => one.game === found.game && one.class === found.class);
    if (other >= 0) {
      this.sort.value = String(other);
      this.languages();
    }
    if (found.text) this.show(found.text, "");
    else if (found.problem) this.mark(value, found);
    else this.say(found.refused ?? "");
  }

  private show(card: string, note: string): void {
    this.say(note, make("pre", {}, card));
    this.take(card);
  }

  /** The text with a mark where it is not understood. */
  private mark(text: string, problem: Json): void {
    const signs = [...text.trim()]; // as the studio counts them
    const end = Math.max(problem.end, problem.start + 1);
    const [before, there, behind] = [signs.slice(0, problem.start), signs.slice(problem.start, end), signs.slice(end)].map((part) => part.join(""));
    this.say(`not understood: ${problem.problem}`, make("pre", {}, before, make("mark", {}, there || "\u2026"), behind), problem.help, ...(problem.known ? ["the rest is read as:", make("pre", {}, problem.known)] : []));
  }

  private say(words: string, ...more: (Node | string)[]): void {
    const parts = [words, ...more].filter((part) => part !== "");
    this.found.replaceChildren(...parts.map((part) => (typeof part === "string" ? make("p", {}, part) : part)));
  }

  private take(card: string): void {
    this.card = card;
    this.ok.disabled = !card;
  }
}
