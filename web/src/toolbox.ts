// What a click on a board does: buttons for what can be placed, in groups, and for what can be done with what lies there.

import { button, make } from "./dom";
import type { Json } from "./link";

export const TAKE: Json = { do: "take", what: "", words: "Remove the top piece", sign: "Remove" };
export const TURN: Json = { do: "turn", what: "", words: "Turn over", sign: "Turn" };

export class Toolbox {
  /** The one that is chosen. */
  tool: Json = { do: "", what: "" };

  constructor(private readonly parent: HTMLElement) {}

  /** Groups with names, then what can be done without placing anything. Where the chosen one is gone the first one is chosen. */
  draw(groups: Json[], hands: Json[]): void {
    const all: Json[] = [...groups.flatMap((group) => group.tools), ...hands];
    if (!all.some((tool) => this.chosen(tool))) this.tool = all[0];
    const places = groups.filter((group) => group.tools.length).map((group) => this.group(group.name, group.tools));
    this.parent.hidden = !groups.length;
    this.parent.replaceChildren(...places, this.group("", hands));
  }

  choose(tool: Json): void {
    this.tool = tool;
    for (const one of this.parent.querySelectorAll<HTMLElement>("button")) {
      one.setAttribute("aria-pressed", String(this.chosen(one.dataset)));
    }
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
    if (tool.fill) Object.assign(found.style, { backgroundColor: tool.fill, color: tool.ink });
    if ("left" in tool) {
      found.dataset.left = String(tool.left); // drawn by the style, for it is in the label in words
      found.classList.toggle("used", tool.left <= 0);
    }
    return found;
  }
}
