// What a page begins with: a sentence to write, files that were open, and examples with their pictures.

import { button, byId, make } from "./dom";
import type { Json, Link } from "./link";

const MOST_RECENT = 8;

interface Host {
  say: (text: string) => void;
  file: (name: string) => void;
  game: (id: string) => void;
  /** Whether there still is a file. */
  has: (name: string) => boolean;
}

export class Start {
  private readonly element = byId("start");
  private folder = "";
  private drawn = false;
  private shown = () => {};

  constructor(
    private readonly link: Link,
    private readonly host: Host,
  ) {
    byId<HTMLFormElement>("start-say").addEventListener("submit", (event) => {
      event.preventDefault();
      this.host.say(byId<HTMLInputElement>("start-sentence").value.trim());
    });
  }

  /** Tell the recent files of one folder from those of others. */
  of(folder: string, sentences: boolean): void {
    this.folder = folder;
    byId("start-say").hidden = !sentences;
  }

  private get key(): string {
    return `tilewright-recent:${this.folder}`;
  }

  private get recent(): string[] {
    return JSON.parse(localStorage.getItem(this.key) ?? "[]");
  }

  /** A file was opened. */
  opened(name: string): void {
    const names = [name, ...this.recent.filter((one) => one !== name)].slice(0, MOST_RECENT);
    localStorage.setItem(this.key, JSON.stringify(names));
  }

  /** When the start page is shown again. */
  private again(): Promise<void> {
    return new Promise((resolve) => (this.shown = resolve));
  }

  show(): void {
    document.body.classList.add("starting");
    this.element.hidden = false;
    this.drawRecent();
    this.shown();
    if (!this.drawn) void this.drawExamples();
    this.drawn = true;
  }

  hide(): void {
    document.body.classList.remove("starting");
    this.element.hidden = true;
  }

  private drawRecent(): void {
    const names = this.recent.filter((name) => this.host.has(name));
    byId("start-recent-part").hidden = !names.length;
    const short = (name: string) => name.replace(/^folder\//, "");
    byId("start-recent").replaceChildren(...names.map((name) => make("li", {}, button(short(name), () => this.host.file(name)))));
  }

  private async drawExamples(): Promise<void> {
    const { examples } = await this.link.get("examples");
    const tiles = new Map<Json, HTMLElement>();
    for (const one of examples ?? []) tiles.set(one, this.tile(one));
    const of = (games: boolean) => [...tiles].filter(([one]) => (one.kind === "game") === games).map(([, tile]) => make("li", {}, tile));
    byId("start-games").replaceChildren(...of(true));
    byId("start-files").replaceChildren(...of(false));
    for (const [one, tile] of tiles) {
      if (this.element.hidden) await this.again(); // whoever has opened a file is not kept waiting
      const found = await this.link.get(one.kind === "game" ? "beginning" : "thumbnail", one); // one after another, so that a click never waits for all of them
      if (found.svg) this.picture(tile.querySelector(".thumbnail")!, found.svg, Boolean(found.languages));
    }
  }

  private tile(one: Json): HTMLElement {
    const open = () => (one.kind === "game" ? this.host.game(one.name) : this.host.file(one.name));
    const found = button("", open, { class: "example", "data-example": one.name });
    found.append(make("span", { class: "thumbnail", "aria-hidden": "true" }), make("b", {}, one.title), make("small", {}, one.about));
    return found;
  }

  /** A card has letters as shapes with styles of their own; a board has the colors of the page. */
  private picture(place: Element, svg: string, card: boolean): void {
    if (card) place.replaceChildren(make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` }));
    else place.replaceChildren(document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true));
  }
}
