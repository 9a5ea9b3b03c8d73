// A place without spaces: dice, cards and other pieces in rows, each a picture; those that can be chosen are buttons.

import { button, make } from "./dom";
import type { Json } from "./link";

/** What a click on a piece does, and what is said of it; null where it cannot be chosen. */
export type Pick = (code: string) => { act: () => void; words: string } | null;

export function drawPool(name: string, rows: Json[], pick: Pick): HTMLElement {
  const lists = rows.flatMap((row) => {
    const label = row.label ? [make("h4", {}, row.label)] : [];
    const list = make("ul", { "aria-label": [name, row.label].filter(Boolean).join(", ") }, ...row.pieces.map((one: Json) => make("li", {}, piece(one, pick(one.code)))));
    return [...label, list];
  });
  return make("div", { class: "pool" }, ...(name ? [make("h3", {}, name)] : []), ...(rows.length ? lists : [make("p", { class: "muted" }, "nothing")]));
}

function piece(one: Json, choice: ReturnType<Pick>): HTMLElement {
  const picture = new DOMParser().parseFromString(one.svg, "image/svg+xml").documentElement;
  picture.setAttribute("aria-hidden", "true");
  const found = choice
    ? button("", choice.act, { class: "piece open", title: `${one.words}: ${choice.words}`, "aria-label": labelOf(picture, `${one.words}: ${choice.words}`), "data-code": one.code })
    : make("span", { class: "piece", role: "img", title: one.words, "aria-label": one.words, "data-code": one.code });
  found.append(document.importNode(picture, true));
  return found;
}

/** The words of a button, after what its picture shows as letters: whoever speaks to a screen says these (WCAG 2.5.3). */
function labelOf(picture: Element, words: string): string {
  const seen = picture.textContent!.trim();
  return words.includes(seen) ? words : `${seen} ${words}`;
}
