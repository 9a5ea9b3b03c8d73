// The studio without a server: a worker of this page does what the server and its processes do (studio/browser.py).

import { byId } from "./dom";
import type { Json } from "./link";

/** As much of a WebSocket as the studio uses. */
export interface Channel {
  onopen: ((event: any) => void) | null; // events are of different kinds with and without a server
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  readonly readyState: number;
  send(message: string): void;
}

const FILE = "tilewright-file:";
const OF_A_GAME = /(^|\/)(game\.tw|pack\.yaml)$/;

/** Whether this page is one without a server. */
export const inside = document.querySelector("meta[name=inside]") !== null;
const size = document.querySelector("meta[name=inside]")?.getAttribute("content"); // in MB

/** The files that this browser keeps, by name. */
function files(): Record<string, string> {
  const names = Object.keys(localStorage).filter((key) => key.startsWith(FILE)).sort();
  return Object.fromEntries(names.map((key) => [key.slice(FILE.length), localStorage.getItem(key) ?? ""]));
}

/** What a page asks for at its start, with the answers: they were worked out when the page was built. */
async function firstAnswers(): Promise<Map<string, Json>> {
  const own = Object.keys(files());
  if (own.some((name) => OF_A_GAME.test(name))) return new Map(); // a game of one's own is among the answers
  const found: Json[] = await (await fetch("start.json")).json();
  for (const one of found) if (one.do === "hello") one.answer.files.unshift(...own);
  return new Map(found.map((one) => [keyOf(one.do, one.args), one.answer]));
}

function keyOf(what: string, args: Json): string {
  return JSON.stringify([what, args]);
}

interface Told {
  path?: string;
  text?: string;
  said?: string;
  ready?: boolean;
  failed?: string;
}

/** The worker that answers. */
class Engine {
  private readonly channels = new Map<string, InsideChannel>();
  private readonly worker = new Worker("assets/worker.js");
  private readonly said = byId("loading");
  private begin = () => {};
  readonly ready = new Promise<void>((resolve) => (this.begin = resolve));

  constructor() {
    this.worker.onmessage = (event: MessageEvent<Told>) => this.take(event.data);
    this.worker.onerror = (event) => this.take({ failed: event.message || "a worker cannot be started" });
    this.worker.postMessage({ files: files() });
    this.say(`Loading Python and the studio (${size} MB, kept by your browser)\u2026 You can write already.`);
  }

  private say(words: string): void {
    this.said.classList.remove("late");
    this.said.textContent = words;
  }

  add(path: string, channel: InsideChannel): void {
    this.channels.set(path, channel);
  }

  post(path: string, text: string): void {
    this.worker.postMessage({ path, text });
  }

  private take(told: Told): void {
    if (told.path) return this.channels.get(told.path)?.onmessage?.({ data: told.text! });
    if (told.failed) this.say(`The studio cannot be loaded: ${told.failed}`);
    else if (told.said) this.say(told.said);
    if (!told.ready) return;
    this.said.hidden = true;
    this.begin();
  }
}

let engine: Engine | undefined;

class InsideChannel implements Channel {
  onopen: Channel["onopen"] = null;
  onmessage: Channel["onmessage"] = null;
  onclose: Channel["onclose"] = null;
  readyState: number = WebSocket.CONNECTING;

  constructor(
    protected readonly engine: Engine,
    readonly path: string,
    ready: Promise<unknown>,
  ) {
    engine.add(path, this);
    void ready.then(() => this.opened());
  }

  protected opened(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.({});
  }

  send(message: string): void {
    this.engine.post(this.path, message);
  }
}

/** Requests and questions: what is saved is kept in this browser. */
class WorkChannel extends InsideChannel {
  private readonly saving = new Map<number, { name: string; text: string }>();

  constructor(
    engine: Engine,
    path: string,
    private readonly first: Promise<Map<string, Json>>,
  ) {
    super(engine, path, first);
  }

  protected override opened(): void {
    const listener = this.onmessage;
    this.onmessage = (event) => {
      this.answered(JSON.parse(event.data));
      listener?.(event);
    };
    super.opened();
  }

  override send(message: string): void {
    void this.first.then((first) => this.ask(message, first));
  }

  private ask(message: string, first: Map<string, Json>): void {
    const { id, do: what, args } = JSON.parse(message);
    const known = first.get(keyOf(what, args));
    if (known) return this.tell(id, known);
    if (what === "save") this.saving.set(id, args);
    if (what !== "stop") super.send(message); // nothing that a page asks for here takes long
  }

  private tell(id: number, answer: object): void {
    this.onmessage?.({ data: JSON.stringify({ id, answer }) });
  }

  /** Something has its answer: a file that was saved is kept. */
  private answered(message: { id: number; answer?: { refused?: string } }): void {
    if (!message.answer) return;
    const saved = this.saving.get(message.id);
    this.saving.delete(message.id);
    if (saved && !message.answer.refused) localStorage.setItem(FILE + saved.name, saved.text);
  }
}

export function openInside(path: string): Channel {
  engine ??= new Engine();
  return path === "work" ? new WorkChannel(engine, path, firstAnswers().catch(() => new Map<string, Json>())) : new InsideChannel(engine, path, engine.ready);
}
