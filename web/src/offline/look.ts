// The button for light, dark, or as the system has it.

import { byId } from "../dom";

const LOOKS = ["", "light", "dark"];
const WORDS: Record<string, string> = { "": "Look: system", light: "Look: light", dark: "Look: dark" };

export function look(): void {
  const button = byId("look");
  const show = (name: string) => {
    document.documentElement.dataset.look = name;
    button.textContent = WORDS[name];
  };
  button.addEventListener("click", () => {
    const next = LOOKS[(LOOKS.indexOf(document.documentElement.dataset.look ?? "") + 1) % LOOKS.length];
    show(next);
  });
  show("");
}
