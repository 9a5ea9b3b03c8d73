// The borders between the parts of the page, which are dragged or moved with the arrow keys; their places are kept.

import { byId } from "./dom";

const KEPT = "tilewright-panes";
const STEP = 24; // pixels for an arrow key
const LEAST = 120;

interface Pane {
  border: string;
  variable: string;
  part: string;
  usual: number;
  /** 1 where the part is to the left of its border, -1 where it is to the right. */
  way: 1 | -1;
}

const PANES: Pane[] = [
  { border: "files-border", variable: "--files", part: "files", usual: 224, way: 1 },
  { border: "table-border", variable: "--table", part: "table", usual: 480, way: -1 },
];

export function startPanes(): void {
  const kept: Record<string, number> = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  for (const pane of PANES) {
    const border = byId(pane.border);
    const set = (width: number | null) => {
      const most = Math.max(LEAST, Math.floor(0.6 * innerWidth));
      const now = width === null ? null : Math.round(Math.min(most, Math.max(LEAST, width)));
      if (now === null) {
        delete kept[pane.part];
        document.body.style.removeProperty(pane.variable);
      } else {
        kept[pane.part] = now;
        document.body.style.setProperty(pane.variable, `${now}px`);
      }
      border.setAttribute("aria-valuemin", String(LEAST));
      border.setAttribute("aria-valuemax", String(most));
      border.setAttribute("aria-valuenow", String(now ?? pane.usual));
      localStorage.setItem(KEPT, JSON.stringify(kept));
    };
    const width = () => byId(pane.part).getBoundingClientRect().width;
    set(kept[pane.part] ?? null);
    border.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      border.setPointerCapture(event.pointerId);
      const [from, before] = [event.clientX, width()];
      const move = (moved: PointerEvent) => set(before + pane.way * (moved.clientX - from));
      border.addEventListener("pointermove", move);
      border.addEventListener("lostpointercapture", () => border.removeEventListener("pointermove", move), { once: true });
    });
    border.addEventListener("dblclick", () => set(null));
    border.addEventListener("keydown", (event) => {
      const ways: Record<string, number> = { ArrowLeft: -STEP, ArrowRight: STEP };
      if (event.key in ways) set(width() + pane.way * ways[event.key]);
      else if (event.key === "Home") set(null);
      else return;
      event.preventDefault();
    });
  }
}
