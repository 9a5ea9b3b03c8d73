// The studio without a server: a worker of this page does what the server and its processes do (studio/browser.py).

import { byId } from "./dom";

/** As much of a WebSocket as the studio uses. */
export interface Channel {
  onopen: ((event: any) => void) | null; // events are of different kinds with and without a server
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  readonly readyState: number;
  send(message: string): void;
}

const FILE = "tilewright-file:";
const LONG = new Set(["simulate", "review"]); // each has a worker of its own, which can be ended

/** Whether this page is one without a server. */
export const inside = document.querySelector("meta[name=inside]") !== null;

/** The files that this browser keeps, by name. */
function files(): Record<string, string> {
  const names = Object.keys(localStorage).filter((key) => key.startsWith(FILE));
  return Object.fromEntries(names.map((key) => [key.slice(FILE.length), localStorage.getItem(key) ?? ""]));
}

interface Told {
  path?: string;
  text?: string;
  said?: string;
  ready?: boolean;
  failed?: string;
}

function start(take: (told: Told) => void): Worker {
  const worker = new Worker("assets/worker.js");
  worker.onmessage = (event: MessageEvent<Told>) => take(event.data);
  worker.onerror = (event) => take({ failed: event.message || "a worker cannot be started" });
  worker.postMessage({ files: files() });
  return worker;
}

/** The worker that answers everything but long questions. */
class Engine {
  private readonly channels = new Map<string, InsideChannel>();
  private readonly worker = start((told) => this.take(told));
  private ready = false;

  add(path: string, channel: InsideChannel): void {
    this.channels.set(path, channel);
    if (this.ready) channel.opened();
  }

  post(path: string, text: string): void {
    this.worker.postMessage({ path, text });
  }

  private take(told: Told): void {
    if (told.path) return this.channels.get(told.path)?.onmessage?.({ data: told.text! });
    if (told.failed) byId("loading").textContent = `The studio cannot be loaded: ${told.failed}`;
    else if (told.said) byId("loading").textContent = told.said;
    if (!told.ready) return;
    byId("loading").hidden = true;
    this.ready = true;
    for (const channel of this.channels.values()) channel.opened();
  }
}

let engine: Engine | undefined;

class InsideChannel implements Channel {
  onopen: Channel["onopen"] = null;
  onmessage: Channel["onmessage"] = null;
  onclose: Channel["onclose"] = null;
  readyState: number = WebSocket.CONNECTING;

  constructor(readonly path: string) {
    engine ??= new Engine();
    queueMicrotask(() => engine!.add(path, this)); // whoever opens it listens by then
  }

  opened(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.({});
  }

  send(message: string): void {
    engine!.post(this.path, message);
  }
}

/** Requests and questions: long ones go to workers of their own, and what is saved is kept in this browser. */
class WorkChannel extends InsideChannel {
  private readonly long = new Map<number, Worker>();
  private readonly saving = new Map<number, { name: string; text: string }>();

  override opened(): void {
    const listener = this.onmessage;
    this.onmessage = (event) => {
      this.answered(JSON.parse(event.data));
      listener?.(event);
    };
    super.opened();
  }

  override send(message: string): void {
    const { id, do: what, args } = JSON.parse(message);
    if (what === "stop") return this.stop(args.id);
    if (what === "save") this.saving.set(id, args);
    if (!LONG.has(what)) return super.send(message);
    const worker = start((told) => {
      if (told.ready) worker.postMessage({ path: this.path, text: message });
      else if (told.failed) this.tell(id, { refused: told.failed });
      else if (told.text) this.onmessage?.({ data: told.text });
    });
    this.long.set(id, worker);
  }

  private stop(id: number): void {
    if (this.long.has(id)) this.tell(id, { stopped: true });
  }

  private tell(id: number, answer: object): void {
    this.onmessage?.({ data: JSON.stringify({ id, answer }) });
  }

  /** Something has its answer: its worker ends, and a file that was saved is kept. */
  private answered(message: { id: number; answer?: { refused?: string } }): void {
    if (!message.answer) return;
    this.long.get(message.id)?.terminate();
    this.long.delete(message.id);
    const saved = this.saving.get(message.id);
    this.saving.delete(message.id);
    if (saved && !message.answer.refused) localStorage.setItem(FILE + saved.name, saved.text);
  }
}

export function openInside(path: string): Channel {
  return path === "work" ? new WorkChannel(path) : new InsideChannel(path);
}
