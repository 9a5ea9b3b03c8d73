// The score of a player: parts, the lines that give their points, and what earned them. To point at one lights it up.

import { make } from "./dom";
import type { Json } from "./link";

export type Light = (spaces: number[], place: { from: number; to: number } | null) => void;

function lights(element: HTMLElement, light: Light, spaces: number[], line: Json | null): void {
  const place = line && "from" in line ? { from: line.from, to: line.to } : null;
  const on = () => light(spaces, place);
  const off = () => light([], null);
  element.addEventListener("mouseenter", on);
  element.addEventListener("focus", on);
  element.addEventListener("mouseleave", off);
  element.addEventListener("blur", off);
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace("-", "\u2212");
}

function chip(item: Json, line: Json, columns: number, light: Light): HTMLElement {
  const where = item.spaces.map((space: number) => `${Math.floor(space / columns) + 1},${(space % columns) + 1}`);
  const words = [signed(item.points), item.about, where.length > 4 ? `${where.length} spaces` : where.join(" ")];
  const found = make("button", { type: "button", class: "chip", title: `at ${where.join("  ")}` }, words.filter(Boolean).join(" \u00b7 "));
  lights(found, light, item.spaces, line);
  return found;
}

function lineOf(line: Json, columns: number, light: Light): HTMLElement {
  const every = line.items.flatMap((item: Json) => item.spaces);
  const text = make("button", { type: "button", class: "line" }, line.text);
  lights(text, light, every, line);
  return make("div", { class: "reason" }, text, ...line.items.map((item: Json) => chip(item, line, columns, light)));
}

/** Draw the parts of a score; those that were open stay open. */
export function drawScore(parent: HTMLElement, player: Json, opened: Set<string>, light: Light): void {
  const rows = (player.parts ?? []).map((part: Json) => {
    const spaces = part.lines.flatMap((line: Json) => line.items.flatMap((item: Json) => item.spaces));
    const head = make("summary", {}, make("b", { class: part.points < 0 ? "minus" : "" }, String(part.points)), " ", part.name);
    lights(head, light, spaces, null);
    const body = part.lines.map((line: Json) => lineOf(line, player.columns, light));
    const row = make("details", { open: opened.has(part.name), class: part.points ? "" : "none" }, head, ...body);
    row.addEventListener("toggle", () => (row.open ? opened.add(part.name) : opened.delete(part.name)));
    return row;
  });
  parent.replaceChildren(...rows);
}
