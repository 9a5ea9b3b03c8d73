// The page: files at the left, the text in the middle, its board at the right.

import { ask, byId, button, make, save } from "./dom";
import { Documents } from "./documents";
import { Drafts, type Draft } from "./drafts";
import { Editor, type Problem } from "./editor";
import { Face } from "./face";
import { Files } from "./files";
import { Game } from "./game";
import { inside } from "./inside";
import { Link, token, type Json } from "./link";
import { startPanes } from "./panes";
import { Review } from "./review";
import { Sentence } from "./sentence";
import { askSetup } from "./setup";
import { packed, unpacked } from "./share";
import { Start } from "./start";
import { Table } from "./table";
import { Trial } from "./trial";
import { Watch } from "./watch";

class Studio {
  private name = "";
  /** The file that is being read, to be opened. */
  private opening = "";
  private stamp: string | null = null;
  private writable = true;
  private saved = "";
  private layouts: { game: string; class: string }[] = [];
  private loaded = false;
  private readonly link = new Link(
    (why) => this.lost(why),
    () => void this.back(),
  );
  private readonly drafts = new Drafts();
  private readonly files = new Files(byId("tree"), byId<HTMLInputElement>("filter"), (name) => void this.choose(name), async () => (await this.link.get("puzzles")).puzzles ?? []);
  private readonly editor = new Editor(byId("editor"), {
    changed: () => {
      this.mark();
      this.keep();
      this.table.changed();
      this.face.changed();
    },
    problems: (problems) => this.problems(problems),
    save: () => void this.save(),
    show: async (name) => ((await this.choose(name)) ? this.view : null),
    solve: () => byId("solve").click(),
    lost: (code) => {
      if (code === 4403) this.lost("forbidden");
    },
  });
  private view: ReturnType<Editor["open"]> | null = null;
  private readonly table = new Table(
    this.link,
    () => ({ name: this.name, text: this.editor.text }),
    {
      light: (place) => this.editor.light(place),
      write: (text) => this.editor.replace(text),
      undo: () => this.editor.undo(),
      redo: () => this.editor.redo(),
      reached: (name, points, solved) => this.files.reach(name, points, solved),
      laid: () => this.keep(),
    },
  );

  private readonly face = new Face(this.link, () => ({ name: this.name, text: this.editor.text }));
  private readonly documents = new Documents(this.link, {
    open: (name, text) => {
      if (this.leaves()) this.show(`folder/${name}`, text, "", null, true, null);
    },
    file: (name) => (this.files.has(name) ? this.choose(name) : Promise.resolve(false)),
    tell: (words) => this.tell(words),
  });
  private readonly begin = new Start(this.link, {
    say: (text) => this.sentence.open(text),
    file: (name) => void this.choose(name),
    game: (id) => void this.game.begin(id),
    has: (name) => this.files.has(name),
  });

  private readonly game = new Game(this.link, {
    tell: (words) => this.tell(words),
    setup: (before) => this.setup(before),
    drawn: (over) => this.review.offer(over && !inside), // thousands of games, played on by compiled code
    around: {
      entered: () => (byId("trial").hidden = true),
      left: () => byId("play").focus(),
      save: (name, text) => {
        if (this.leaves()) this.show(`folder/${name}`, text, "", null, true, null);
      },
    },
  });

  private readonly review = new Review(this.link, {
    played: () => this.game.played,
    goTo: (setup, moves) => void this.game.resume(setup, moves),
  });

  private readonly sentence = new Sentence(this.link, (name, text) => {
    if (!this.leaves()) return;
    this.show(name, text, "", null, true, null);
    this.view?.focus();
  });

  private readonly trial = new Trial(this.link, (before) => this.setup(before, true));

  /** Ask how a game begins; the card that is being written takes part. */
  private async setup(before: Json | null, many = false): Promise<Json | null> {
    const written = { name: this.name, text: this.editor.text };
    const { games, card, refused } = await this.link.get("games", this.name ? written : {});
    if (refused) this.tell(refused);
    return refused ? null : askSetup(games, before, many, card && { ...card, written });
  }

  /** What the card that is being written is worth, if games can be played with it. */
  private async balance(): Promise<void> {
    const written = { name: this.name, text: this.editor.text };
    const { card, refused } = await this.link.get("games", this.name ? written : {});
    if (!card) return this.tell(refused ?? "Open a card without errors of a game that can be played; then its balance is found.");
    await this.trial.balance({ ...card, ...written, called: card.name });
  }

  async start(): Promise<void> {
    token();
    this.buttons();
    startPanes();
    new Watch(
      this.link,
      () => (this.name && this.loaded ? { name: this.name, stamp: this.stamp } : null),
      (name, stamp) => this.changedOnDisk(name, stamp),
    );
    this.chooseLook(localStorage.getItem("tilewright-look") ?? "");
    await this.load();
    addEventListener("hashchange", () => {
      token();
      this.link.again();
      void this.shared();
    });
    addEventListener("pagehide", () => this.keep());
    addEventListener("beforeunload", (event) => {
      if (this.dirty) event.preventDefault();
    });
  }

  private async load(): Promise<void> {
    const hello = await this.link.get("hello");
    if (hello.refused) return this.tell(hello.refused);
    if (this.loaded) return;
    this.loaded = true;
    this.files.list(hello.files);
    this.drafts.of(hello.folder);
    this.drafts.offer((name) => this.restore(name));
    this.editor.connect(hello.words);
    this.layouts = hello.layouts;
    this.sentence.offer(hello.sentences);
    this.begin.of(hello.folder, hello.sentences.length > 0);
    if (!(await this.shared())) {
      const last = sessionStorage.getItem("tilewright-file") ?? ""; // of this tab: a page that is loaded again stays where it was
      if (!this.files.has(last) || !(await this.choose(last))) this.begin.show();
    }
  }

  /** There is a connection again: the text is where it was, and what has changed besides is asked for. */
  private async back(): Promise<void> {
    document.getElementById("lost")?.remove();
    if (!this.loaded) return this.load();
    const found = await this.link.get("files");
    if (found.refused) return;
    this.files.list(found.files);
    this.table.changed();
    this.game.goOn();
  }

  private get dirty(): boolean {
    return this.name !== "" && this.editor.text !== this.saved;
  }

  /** Whether what is not saved may be left. */
  private leaves(): boolean {
    const leaves = !this.dirty || confirm(`${short(this.name)} has unsaved changes. Discard them?`);
    if (leaves && this.name) this.drafts.drop(this.name);
    return leaves;
  }

  /** Keep the text as a draft as long as it is not saved, and the board if its user has changed it. */
  private keep(): void {
    const { name, saved: before, stamp, dirty } = this;
    const board = this.table.touched ? this.table.kept : null;
    if (dirty || board) this.drafts.keep({ name, text: this.editor.text, before, stamp, board, unsaved: dirty });
    else if (name) this.drafts.drop(name);
  }

  /** Open what was not saved: in its file, or as a new file. */
  private async restore(name: string): Promise<boolean> {
    if (this.files.has(name)) return this.choose(name);
    if (!this.leaves()) return false;
    const draft = this.drafts.take(name);
    if (draft) this.show(name, draft.text, "", null, true, draft.board);
    return true;
  }

  /** Put a draft into its file, which is open: Undo reverses this, and what has changed on disk since then is merged or asked about. */
  private goOn(draft: Draft): void {
    if (draft.stamp !== this.stamp) {
      this.stamp = draft.stamp ?? "";
      this.saved = draft.before ?? "";
    }
    this.table.restore(draft.board);
    if (this.editor.text === draft.text) this.table.changed();
    else this.editor.replace(draft.text);
    this.mark();
    this.keep();
  }

  // -- files

  private async choose(name: string): Promise<boolean> {
    if (name === (this.opening || this.name)) {
      this.begin.hide();
      return true; // it lies open, or will at once
    }
    if (!this.leaves()) return false;
    this.opening = name;
    const found = await this.link.get("read", { name });
    if (this.opening === name) this.opening = "";
    if (found.refused) {
      this.tell(found.refused);
      return false;
    }
    this.show(name, found.text, found.text, found.stamp, found.writable, this.drafts.board(name, found.stamp));
    const draft = this.drafts.take(name); // whoever opens a file must not lose what was written in it
    if (draft) this.goOn(draft);
    return true;
  }

  private show(name: string, text: string, saved: string, stamp: string | null, writable: boolean, state: Json | null): void {
    this.name = name;
    this.saved = saved;
    this.stamp = stamp;
    this.writable = writable;
    sessionStorage.setItem("tilewright-file", name);
    this.problems([]);
    this.view = this.editor.open(name, text, true);
    this.files.mark(name);
    this.mark();
    this.table.open(state);
    this.face.open();
    document.getElementById("changed")?.remove();
    this.begin.opened(name);
    this.begin.hide();
    if (text !== saved || state) this.keep();
    document.body.classList.remove("choosing");
  }

  private mark(): void {
    byId("file-name").textContent = this.name ? short(this.name) : "tilewright studio";
    document.title = `${this.dirty ? "\u2022 " : ""}${short(this.name) || "tilewright"} \u2013 studio`;
    byId("unsaved").hidden = !this.dirty;
    byId<HTMLButtonElement>("save").disabled = !this.dirty;
    for (const id of ["save-as", "download", "format", "share"]) byId<HTMLButtonElement>(id).disabled = !this.name;
  }

  private async save(as?: string): Promise<void> {
    if (!this.name) return;
    if (as === undefined && !this.writable) return this.saveAs();
    document.getElementById("changed")?.remove();
    const name = as ?? this.name;
    const text = this.editor.text;
    const stamp = name === this.name ? this.stamp : null;
    const found = await this.link.get("save", { name, text, stamp });
    if (found.refused) return this.tell(found.refused);
    this.drafts.drop(this.name);
    this.files.list(found.files);
    if (name !== this.name) {
      this.show(name, text, text, found.stamp, true, this.table.kept);
    } else {
      this.saved = text;
      this.stamp = found.stamp;
      this.mark();
    }
    this.tell(`saved ${short(name)}${inside ? " in this browser" : ""}`);
  }

  // -- files that somebody else changes

  /** The file that is open has another text on disk: it is read, put together with what is written here, or asked about. */
  private async changedOnDisk(name: string, stamp: string | null): Promise<void> {
    document.getElementById("changed")?.remove();
    if (stamp === null) {
      this.stamp = null; // what is here can be saved as a new file
      this.saved = "";
      this.mark();
      this.keep();
      return this.tell(`${short(name)} is no longer on disk. Its text is kept here; save it to write it again.`);
    }
    const found = await this.link.get("read", { name });
    if (found.refused || name !== this.name) return;
    const before = this.saved;
    const take = (text: string) => {
      this.stamp = found.stamp;
      this.saved = found.text;
      this.editor.replace(text);
      this.mark();
      this.keep();
    };
    const both = this.dirty ? (await this.link.get("merge", { before, mine: this.editor.text, theirs: found.text })).text : found.text;
    if (name !== this.name) return;
    if (typeof both === "string") {
      const words = this.dirty ? "your changes and those on disk are both in the text" : "it was reloaded";
      take(both);
      return this.tell(`${short(name)} has changed on disk; ${words}. Undo reverses this.`);
    }
    this.stamp = found.stamp; // asked about once for each change
    const mine = this.editor.text;
    const done = (text: string) => {
      document.getElementById("changed")?.remove();
      if (name === this.name) take(text);
    };
    const bar = make("div", { id: "changed", role: "alert" }, `${short(name)} has changed on disk in lines that you have changed too. `);
    bar.append(button("Keep mine", () => done(mine)), " ", button("Take the file's", () => done(found.text)));
    document.body.append(bar);
  }

  private async saveAs(): Promise<void> {
    const name = await ask("Save as", short(this.name), "A path in the folder, ending in .tw or .yaml.");
    if (name) await this.save(`folder/${name.value}`);
  }

  private async create(): Promise<void> {
    const kinds = this.layouts.map(({ game, class: sort }, i) => [String(i), `${sort} (${game})`] as [string, string]);
    const note = "A card: .tw. A position: .position.yaml. A puzzle: .puzzle.yaml.";
    const found = await ask("The new file", "my-card.tw", note, [["", "empty text"], ...kinds]);
    if (!found) return;
    const name = `folder/${found.value}`;
    if (this.files.has(name)) return this.tell(`there is a file ${found.value}`);
    if (!this.leaves()) return;
    let text = "";
    if (found.kind) {
      const blank = await this.link.get("blank", { name, ...this.layouts[Number(found.kind)] });
      if (blank.refused) return this.tell(blank.refused);
      text = blank.text;
    }
    this.show(name, text, "", null, true, null);
    this.view?.focus();
  }

  // -- links

  private async share(): Promise<void> {
    await this.table.settled();
    const content = { name: short(this.name).split("/").pop(), text: this.editor.text, state: this.table.kept };
    const address = `${location.origin}${location.pathname}#s=${await packed(content)}`;
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(address);
      this.tell(`Link copied: ${address.length} characters. It contains the text and the board; nothing is stored on a server.`);
    } catch {
      this.tell("The link is now the address of this page. It contains the text and the board; nothing is stored on a server.");
    }
  }

  /** Open what the address holds. */
  private async shared(): Promise<boolean> {
    const found = /[#&]s=([\w-]+)/.exec(location.hash);
    if (!found) return false;
    const content = await unpacked(found[1]);
    history.replaceState(null, "", location.pathname);
    if (!content) {
      this.tell("This link cannot be read.");
      return false;
    }
    const name = `folder/${content.name.replace(/[^\w.-]/g, "-")}`;
    this.show(name, content.text, "", null, true, content.state ?? null);
    return true;
  }

  // -- what is said

  private problems(problems: Problem[]): void {
    const rows = problems.slice(0, 50).map((problem) => {
      const [first, ...rest] = problem.message.split("\n");
      const row = button("", () => this.editor.goTo(problem.from), { class: `problem ${problem.severity}` });
      row.append(make("b", {}, `line ${problem.line}`), ` ${first} `, make("i", {}, rest.join(" ")));
      const explain = problem.code ? [button(`Explain ${problem.code}`, () => void this.documents.open(problem.code))] : [];
      const fixes = problem.fixes.map((fix) => button(fix.title, fix.apply, { class: "fix" }));
      return make("div", { class: "problem-row" }, row, make("div", { class: "buttons" }, ...fixes, ...explain));
    });
    byId("problems").replaceChildren(...rows);
  }

  private tell(words: string): void {
    const note = make("p", { class: "note", role: "status" }, words);
    document.body.append(note);
    setTimeout(() => note.remove(), 5000);
  }

  private lost(why: string): void {
    document.getElementById("lost")?.remove();
    const words =
      why === "forbidden"
        ? "Open the address that the studio printed when it started: it ends in a token that this page needs."
        : "The studio has stopped or cannot be reached. This page reconnects when it is back; your text is kept.";
    const again = button("Try again", () => this.link.again());
    document.body.append(make("div", { id: "lost", role: "alert" }, words, " ", again));
  }

  // -- buttons

  private buttons(): void {
    byId("new").addEventListener("click", () => void this.create());
    byId("save").addEventListener("click", () => void this.save());
    byId("save-as").addEventListener("click", () => void this.saveAs());
    byId("format").addEventListener("click", () => this.editor.format());
    byId("download").hidden = !inside;
    byId("simulate").hidden = byId("balance").hidden = inside; // games between bots, that nothing compiles, take minutes each
    byId("download").addEventListener("click", () => save(this.name.split("/").pop()!, "text/plain", this.editor.text));
    byId("play").addEventListener("click", () => {
      const card = this.name.endsWith(".tw") && byId("start").hidden && !this.game.has(this.editor.text);
      void this.game.open(null, card);
    });
    byId("simulate").addEventListener("click", () => void this.trial.open());
    byId("balance").addEventListener("click", () => void this.balance());
    byId("play-on").addEventListener("click", () => {
      const played = this.table.played;
      if (played) void this.game.resume(played.setup, played.moves);
    });
    byId("share").addEventListener("click", () => void this.share());
    const look = byId<HTMLSelectElement>("look");
    look.addEventListener("change", () => this.chooseLook(look.value));
    byId("home").addEventListener("click", () => this.begin.show());
    for (const one of byId("menu").querySelectorAll("button")) one.addEventListener("click", () => byId("menu").hidePopover());
    const toggle = byId("files-toggle");
    toggle.addEventListener("click", () => {
      const narrow = matchMedia("(max-width: 800px)").matches;
      const shown = document.body.classList.toggle(narrow ? "choosing" : "no-files");
      toggle.setAttribute("aria-expanded", String(narrow ? shown : !shown));
    });
    addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "s") {
        event.preventDefault();
        void this.save();
      }
    });
    this.mark();
  }

  private chooseLook(look: string): void {
    if (look) document.documentElement.dataset.look = look;
    else delete document.documentElement.dataset.look;
    localStorage.setItem("tilewright-look", look);
    byId<HTMLSelectElement>("look").value = look;
  }
}

function short(name: string): string {
  return name.replace(/^folder\//, "");
}

void new Studio().start();
