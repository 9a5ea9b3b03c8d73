// Texts that are not saved yet. They are kept in this browser, so that none is lost when a page ends before its time.

import { button, make } from "./dom";

export interface Draft {
  name: string;
  text: string;
  /** What the file was when the text was written: its stamp, null of a new file. */
  stamp: string | null;
}

const PREFIX = "tilewright-draft:";

export class Drafts {
  private folder = "";

  /** Tell the drafts of one folder from those of others, which the same address may have served before. */
  of(folder: string): void {
    this.folder = folder;
  }

  private key(name: string): string {
    return `${PREFIX}${this.folder}:${name}`;
  }

  keep(draft: Draft): void {
    try {
      localStorage.setItem(this.key(draft.name), JSON.stringify(draft));
    } catch {
      // The browser has no room; the text is still in the editor.
    }
  }

  drop(name: string): void {
    localStorage.removeItem(this.key(name));
  }

  private list(): Draft[] {
    const own = Object.keys(localStorage).filter((key) => key.startsWith(this.key("")));
    return own.sort().map((key) => JSON.parse(localStorage.getItem(key)!));
  }

  /** Offer what is left from pages that ended; `open` says whether a text was opened. */
  offer(open: (draft: Draft) => Promise<boolean>): void {
    document.getElementById("drafts")?.remove();
    const found = this.list();
    if (!found.length) return;
    const bar = make("div", { id: "drafts", role: "status" }, make("b", {}, "Not saved when a page was closed:"));
    const done = (row: HTMLElement) => {
      row.remove();
      if (!bar.querySelector("div")) bar.remove();
    };
    for (const draft of found) {
      const name = draft.name.replace(/^folder\//, "");
      const row = make("div", {}, `${name} `);
      const restore = async () => {
        if (await open(draft)) done(row);
      };
      const discard = () => {
        this.drop(draft.name);
        done(row);
      };
      row.append(button("Restore", () => void restore(), { "aria-label": `Restore ${name}` }), " ");
      row.append(button("Discard", discard, { "aria-label": `Discard ${name}` }));
      bar.append(row);
    }
    document.body.append(bar);
  }
}
