// The connection to the studio: requests with one answer each, and questions that tell how far they are.

import { inside, openInside, type Channel } from "./inside";

export type Json = Record<string, any>;

interface Waiting {
  answer: (answer: Json) => void;
  news: (news: Json) => void;
}

const KEY = "tilewright-token";
const LONGEST_PAUSE = 10_000; // milliseconds between two attempts to connect again

/** The token, which the address brings along once and which is kept for this browser. */
export function token(): string {
  const found = /[#&]token=([\w-]+)/.exec(location.hash);
  if (found) {
    localStorage.setItem(KEY, found[1]);
    const rest = location.hash.slice(1).split("&").filter((part) => !part.startsWith("token=")).join("&");
    history.replaceState(null, "", location.pathname + (rest ? `#${rest}` : ""));
  }
  return localStorage.getItem(KEY) ?? "";
}

/** A connection to the studio: `work` for requests and questions, `editor` for its language server. */
export function open(path: string): Channel {
  if (inside) return openInside(path);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/${path}`, ["tilewright", token() || "none"]);
}

export class Link {
  private socket: Channel | null = null;
  private opened: Promise<Channel> | null = null;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private isLost = false;
  private pause = 500;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `lost` is called when the connection ends, `back` when there is another one. */
  constructor(
    private readonly lost: (why: string) => void,
    private readonly back: () => void,
  ) {
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.again(); // another page was opened with a new token
    });
  }

  /** Connect again, if there is no connection. */
  again(): void {
    clearTimeout(this.timer);
    void this.connect();
  }

  private connect(): Promise<Channel> {
    this.opened ??= new Promise((resolve) => {
      const socket = open("work");
      socket.onopen = () => {
        this.socket = socket;
        resolve(socket);
        if (this.isLost) this.back(); // whoever has asked for the connection
        this.isLost = false;
      };
      socket.onmessage = (event) => {
        this.pause = 500;
        this.take(JSON.parse(event.data));
      };
      socket.onclose = (event) => {
        this.opened = this.socket = null;
        this.isLost = true;
        const waiting = [...this.waiting.values()];
        this.waiting.clear();
        for (const one of waiting) one.answer({ refused: "the connection to the studio is lost" });
        this.lost(event.code === 4403 ? "forbidden" : "gone");
        this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
        this.timer = setTimeout(() => this.again(), this.pause);
      };
    });
    return this.opened;
  }

  private take(message: Json): void {
    const one = this.waiting.get(message.id);
    if (one === undefined) return;
    if ("news" in message) return one.news(message.news);
    this.waiting.delete(message.id);
    one.answer(message.answer);
  }

  /** The number of a question and its answer. */
  ask(what: string, args: Json = {}, news: (news: Json) => void = () => {}): { id: number; answer: Promise<Json> } {
    const id = ++this.last;
    const answer = new Promise<Json>((resolve) => this.waiting.set(id, { answer: resolve, news }));
    const message = JSON.stringify({ id, do: what, args }); // as it is now, though it be sent later
    void this.connect().then((socket) => socket.send(message));
    return { id, answer };
  }

  get(what: string, args: Json = {}): Promise<Json> {
    return this.ask(what, args).answer;
  }

  stop(id: number): void {
    this.socket?.send(JSON.stringify({ id: 0, do: "stop", args: { id } }));
  }
}
