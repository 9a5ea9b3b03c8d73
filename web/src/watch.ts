// Whether the file that is open has changed on disk since it was read.

import type { Link } from "./link";

const EVERY = 2500; // milliseconds

export class Watch {
  private asking = false;

  /** `changed` is called with the stamp that the file has now; null if it is gone. */
  constructor(
    private readonly link: Link,
    private readonly file: () => { name: string; stamp: string | null } | null,
    private readonly changed: (name: string, stamp: string | null) => Promise<void>,
  ) {
    setInterval(() => void this.look(), EVERY);
    addEventListener("focus", () => void this.look());
  }

  private async look(): Promise<void> {
    const file = this.file();
    if (this.asking || !file || file.stamp === null || document.hidden) return;
    this.asking = true;
    const found = await this.link.get("watch", { name: file.name });
    const now = this.file();
    if (!found.refused && now?.name === file.name && now.stamp === file.stamp && found.stamp !== file.stamp) {
      await this.changed(file.name, found.stamp);
    }
    this.asking = false;
  }
}
