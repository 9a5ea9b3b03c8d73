// What a click on a board does: buttons for what can be placed, in groups, and for what can be done with what lies there.

import { button, make } from "./dom";
import type { Json } from "./link";

export const TAKE: Json = { do: "take", what: "", words: "Remove the top piece", sign: "Remove" };
export const TURN: Json = { do: "turn", what: "", words: "Turn over", sign: "Turn" };

export class Toolbox {
  /** The one that is chosen. */
  tool: Json = { do: "", what: "" };

  /** One tab stop, from which the arrow keys go on. */
  constructor(private readonly parent: HTMLElement) {
    parent.addEventListener("keydown", (event) => {
      const all = this.buttons;
      const at = all.indexOf(document.activeElement as HTMLElement);
      const next: Record<string, number> = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
      if (at < 0 || !(event.key in next)) return;
      const found = all[(next[event.key] + all.length) % all.length];
      this.stop(found);
      found.focus();
      event.preventDefault();
    });
  }

  private get buttons(): HTMLElement[] {
    return [...this.parent.querySelectorAll<HTMLElement>("button")];
  }

  private stop(at: HTMLElement | undefined): void {
    for (const one of this.buttons) one.tabIndex = one === at ? 0 : -1;
  }

  /** Groups with names, then what can be done without placing anything. Where the chosen one is gone the first one is chosen. */
  draw(groups: Json[], hands: Json[]): void {
    const all: Json[] = [...groups.flatMap((group) => group.tools), ...hands];
    if (!all.some((tool) => this.chosen(tool))) this.tool = all[0];
    const places = groups.filter((group) => group.tools.length).map((group) => this.group(group.name, group.tools));
    this.parent.hidden = !groups.length;
    const focused = this.buttons.indexOf(document.activeElement as HTMLElement);
    this.parent.replaceChildren(...places, this.group("", hands));
    this.stop(this.buttons.find((one) => this.chosen(one.dataset)) ?? this.buttons[0]);
    if (focused >= 0) this.buttons[focused]?.focus();
  }

  choose(tool: Json): void {
    this.tool = tool;
    for (const one of this.parent.querySelectorAll<HTMLElement>("button")) {
      one.setAttribute("aria-pressed", String(this.chosen(one.dataset)));
    }
    this.stop(this.buttons.find((one) => this.chosen(one.dataset)));
  }

  private chosen(tool: Json): boolean {
    return tool.do === this.tool.do && tool.what === this.tool.what;
  }

  private group(name: string, tools: Json[]): HTMLElement {
    return make("div", { class: "tools", role: "group", "aria-label": name || "more" }, ...tools.map((tool) => this.toolButton(tool)));
  }

  private toolButton(tool: Json): HTMLElement {
    const left = "left" in tool ? `, ${tool.left} left` : "";
    const found = button(tool.sign ?? (tool.do === "cap" ? tool.words : tool.what || "\u25a0"), () => this.choose(tool), {
      class: "tool",
      "aria-pressed": String(this.chosen(tool)),
      title: `${tool.words}${left}`,
      "aria-label": `${tool.do === "put" ? `${tool.what} ` : ""}${tool.words}${left}`,
      "data-do": tool.do,
      "data-what": tool.what,
    });
    if (tool.svg) {
      const picture = document.importNode(new DOMParser().parseFromString(tool.svg, "image/svg+xml").documentElement, true);
      picture.setAttribute("aria-hidden", "true");
      found.classList.add("pictured");
      found.replaceChildren(picture);
    } else if (tool.fill) Object.assign(found.style, { backgroundColor: tool.fill, color: tool.ink });
    if ("left" in tool) {
      found.dataset.left = String(tool.left); // drawn by the style, for it is in the label in words
      found.classList.toggle("used", tool.left <= 0);
    }
    return found;
  }
}
