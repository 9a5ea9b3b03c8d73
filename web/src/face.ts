// The card that is being written as it will be printed, beside its text.

import { byId, make } from "./dom";
import { inside } from "./inside";
import type { Json, Link } from "./link";

const PAUSE = 300; // milliseconds without a change before it is drawn
const LANGUAGE = "tilewright-language";

export class Face {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private drawn = 0;
  private readonly element = byId("face");
  private readonly picture = byId<HTMLImageElement>("face-picture");
  private readonly language = byId<HTMLSelectElement>("face-language");
  private readonly said = byId("face-said");

  constructor(
    private readonly link: Link,
    private readonly text: () => { name: string; text: string },
  ) {
    this.language.addEventListener("change", () => {
      localStorage.setItem(LANGUAGE, this.language.value);
      void this.draw();
    });
    byId("face-larger").addEventListener("click", () => {
      const large = this.element.classList.toggle("large");
      byId("face-larger").setAttribute("aria-pressed", String(large));
    });
  }

  /** Another file is open: nothing is shown of the one before. */
  open(): void {
    this.element.hidden = true;
    this.changed();
  }

  changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), PAUSE);
  }

  private async draw(): Promise<void> {
    const asked = this.text();
    if (inside || !asked.name.endsWith(".tw")) { // cards are set by Typst, which no browser has
      this.element.hidden = true;
      return;
    }
    const number = ++this.drawn;
    const language = localStorage.getItem(LANGUAGE) ?? "en";
    const found = await this.link.get("face", { ...asked, language });
    if (number !== this.drawn || asked.name !== this.text().name) return;
    if (found.svg) this.show(found, language);
    else if (found.reason) this.tell(found.reason);
    else this.element.classList.add("stale"); // an error in the text: the card stays as it was
  }

  private show(found: Json, language: string): void {
    this.element.hidden = false;
    this.element.classList.remove("stale");
    this.picture.hidden = false;
    this.picture.src = `data:image/svg+xml,${encodeURIComponent(found.svg)}`;
    this.language.hidden = found.languages.length < 2;
    this.language.replaceChildren(...found.languages.map((name: string) => make("option", { value: name, selected: name === language }, name)));
    this.said.textContent = found.cut ? "The text does not fit and is cut off." : "";
  }

  private tell(words: string): void {
    this.element.hidden = false;
    this.picture.hidden = this.language.hidden = true;
    this.said.textContent = words;
  }
}
