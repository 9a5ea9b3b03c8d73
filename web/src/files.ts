// The list of files, in folders; those that a search names when one is typed.

import { byId, make } from "./dom";
import { inside } from "./inside";
import type { Json } from "./link";
import { Progress, drawPuzzles } from "./puzzles";

export class Files {
  private names: string[] = [];
  private current = "";
  private readonly progress = new Progress();
  private puzzles: Json[] = [];

  constructor(
    private readonly parent: HTMLElement,
    private readonly filter: HTMLInputElement,
    private readonly choose: (name: string) => void,
    private readonly askPuzzles: () => Promise<Json[]>,
  ) {
    for (const id of ["show-files", "show-puzzles"]) byId(id).addEventListener("click", () => void this.turn(id));
    filter.addEventListener("input", () => this.draw());
  }

  list(names: string[]): void {
    this.names = names;
    this.draw();
  }

  mark(name: string): void {
    this.current = name;
    for (const one of byId("files").querySelectorAll<HTMLElement>("[data-name]")) {
      if (one.dataset.name === name) {
        one.setAttribute("aria-current", "true");
        let above = one.closest("details");
        while (above) {
          above.open = true;
          above = above.parentElement?.closest("details") ?? null;
        }
      } else one.removeAttribute("aria-current");
    }
  }

  /** Show the files, or the puzzles by level. */
  private async turn(id: string): Promise<void> {
    const puzzles = id === "show-puzzles";
    if (puzzles) this.puzzles = await this.askPuzzles();
    byId("show-files").setAttribute("aria-pressed", String(!puzzles));
    byId("show-puzzles").setAttribute("aria-pressed", String(puzzles));
    byId("tree").hidden = this.filter.hidden = puzzles;
    byId("puzzles").hidden = !puzzles;
    this.drawPuzzles();
  }

  private drawPuzzles(): void {
    drawPuzzles(byId("puzzles"), this.puzzles, this.progress, this.current, this.choose);
  }

  /** All pieces of a puzzle lie on the board. */
  reach(name: string, points: number, solved: boolean): void {
    if (!this.progress.reach(name, points, solved)) return;
    this.draw();
    this.drawPuzzles();
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  private draw(): void {
    const asked = this.filter.value.trim().toLowerCase();
    const found = this.names.filter((name) => name.toLowerCase().includes(asked));
    const root = { folders: new Map(), files: [] } as Folder;
    for (const name of found) place(root, name.split("/"), name);
    const own = root.folders.get("folder") ?? { folders: new Map(), files: [] };
    const packs = root.folders.get("packs");
    const parts: Node[] = [...this.inside(own, asked !== "")];
    if (!parts.length && !asked) parts.push(make("p", { class: "muted" }, inside ? "What you save is kept in this browser." : "This folder has no files yet."));
    if (packs) parts.push(make("h2", {}, "Packs (read-only)"), ...this.inside(packs, asked !== ""));
    this.parent.replaceChildren(...parts);
    this.mark(this.current);
  }

  private inside(folder: Folder, open: boolean): Node[] {
    const folders = [...folder.folders].map(([name, inner]) =>
      make("details", { open }, make("summary", {}, name), ...this.inside(inner, open)),
    );
    return [...folders, ...folder.files.map((name) => this.file(name))];
  }

  private file(name: string): HTMLElement {
    const short = name.slice(name.lastIndexOf("/") + 1);
    const kind = /\.(puzzle|position|record)\.yaml$/.exec(short)?.[1] ?? "";
    const found = make("button", { type: "button", "data-name": name, title: name }, short.replace(/\.(puzzle|position|record)\.yaml$|\.tw$/, ""));
    if (kind) found.append(" ", make("small", {}, kind));
    if (this.progress.isSolved(name)) found.append(" ", make("small", { class: "solved" }, "\u2713 solved"));
    found.addEventListener("click", () => this.choose(name));
    return found;
  }
}

interface Folder {
  folders: Map<string, Folder>;
  files: string[];
}

function place(folder: Folder, parts: string[], name: string): void {
  if (parts.length === 1) {
    folder.files.push(name);
    return;
  }
  let inner = folder.folders.get(parts[0]);
  if (!inner) folder.folders.set(parts[0], (inner = { folders: new Map(), files: [] }));
  place(inner, parts.slice(1), name);
}
