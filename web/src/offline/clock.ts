// The time that a puzzle has taken: it runs while the page is seen and the puzzle is not solved.

import { minutes } from "../minutes";

export class Clock {
  private spent = 0; // milliseconds
  private since: number | null = null;
  private wanted = false;

  constructor(
    private readonly shown: HTMLElement,
    private readonly changed: () => void,
  ) {
    setInterval(() => this.draw(), 1000);
    document.addEventListener("visibilitychange", () => this.seen());
    addEventListener("pagehide", () => this.changed());
  }

  get seconds(): number {
    return Math.floor((this.spent + (this.since === null ? 0 : Date.now() - this.since)) / 1000);
  }

  /** Go on from a time, or show it. */
  set(seconds: number, runs: boolean): void {
    this.spent = 1000 * seconds;
    this.since = null;
    this.wanted = runs;
    this.seen();
  }

  stop(): void {
    this.wanted = false;
    this.seen();
  }

  private seen(): void {
    const runs = this.wanted && !document.hidden;
    if (!runs && this.since !== null) {
      this.spent += Date.now() - this.since;
      this.since = null;
    } else if (runs) this.since ??= Date.now();
    this.draw();
    this.changed();
  }

  private draw(): void {
    this.shown.textContent = minutes(this.seconds);
  }
}
