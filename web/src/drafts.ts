// Texts that are not saved yet, and what lies on the boards beside them. They are kept in this browser, so that nothing is
// lost when a page ends before its time.

import { button, make } from "./dom";
import type { Json } from "./link";

export interface Draft {
  name: string;
  text: string;
  /** The text of the file that it began from; a draft of an earlier version has none. */
  before?: string;
  /** What the file was when the text was written: its stamp, null of a new file. */
  stamp: string | null;
  /** The board as its user has left it. */
  board: Json | null;
  /** Whether the text is not that of the file; else only the board is kept. */
  unsaved: boolean;
}

const PREFIX = "tilewright-draft:";

export class Drafts {
  private folder = "";
  private bar: HTMLElement | null = null;
  private readonly rows = new Map<string, { draft: Draft; row: HTMLElement }>();

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

  /** The board that was left beside a file, if the file is the same. */
  board(name: string, stamp: string | null): Json | null {
    const kept: Draft | null = JSON.parse(localStorage.getItem(this.key(name)) ?? "null");
    return kept && !kept.unsaved && kept.stamp === stamp ? kept.board : null;
  }

  private list(): Draft[] {
    const own = Object.keys(localStorage).filter((key) => key.startsWith(this.key("")));
    return own.sort().map((key): Draft => JSON.parse(localStorage.getItem(key)!)).filter((draft) => draft.unsaved);
  }

  /** Offer what is left from pages that ended; `open` opens one by the name of its file, and takes it. */
  offer(open: (name: string) => Promise<boolean>): void {
    this.bar?.remove();
    this.rows.clear();
    const found = this.list();
    if (!found.length) return;
    this.bar = make("div", { id: "drafts", role: "status" }, make("b", {}, "Not saved when a page was closed:"));
    for (const draft of found) {
      const name = draft.name.replace(/^folder\//, "");
      const row = make("div", {}, `${name} `);
      const discard = () => {
        this.take(draft.name);
        this.drop(draft.name);
      };
      row.append(button("Restore", () => void open(draft.name), { "aria-label": `Restore ${name}` }), " ");
      row.append(button("Discard", discard, { "aria-label": `Discard ${name}` }));
      this.rows.set(draft.name, { draft, row });
      this.bar.append(row);
    }
    document.body.append(this.bar);
  }

  /** The draft of a file as it is offered, if it is; the offer ends. */
  take(name: string): Draft | null {
    const found = this.rows.get(name);
    found?.row.remove();
    this.rows.delete(name);
    if (!this.rows.size) this.bar?.remove();
    return found?.draft ?? null;
  }
}
