// Small helpers for the document.

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`there is no element ${id}`);
  return found as T;
}

type Attributes = Record<string, string | number | boolean | undefined>;

/** An element with attributes and children; `true` is an empty attribute, `false` and undefined are none. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

export function button(words: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const found = make("button", { type: "button", ...attributes }, words);
  found.addEventListener("click", act);
  return found;
}

/** Ask for a line of text, and for one of several kinds if there are any; null when it is not given. */
export function ask(label: string, value: string, note = "", kinds: [string, string][] = []): Promise<{ value: string; kind: string } | null> {
  const dialog = byId<HTMLDialogElement>("dialog");
  const input = byId<HTMLInputElement>("dialog-input");
  const kind = byId<HTMLSelectElement>("dialog-kind");
  byId("dialog-label").textContent = label;
  byId("dialog-note").textContent = note;
  kind.replaceChildren(...kinds.map(([value, words]) => make("option", { value }, words)));
  kind.parentElement!.hidden = kinds.length < 2;
  input.value = value;
  dialog.returnValue = "";
  dialog.showModal();
  input.select();
  input.onkeydown = (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      dialog.close("ok");
    }
  };
  return new Promise((resolve) => {
    const given = () => ({ value: input.value.trim(), kind: kind.value });
    dialog.onclose = () => resolve(dialog.returnValue === "ok" && given().value ? given() : null);
  });
}

/** Give the user a file. */
export function save(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
