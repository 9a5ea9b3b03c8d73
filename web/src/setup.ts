// The form that sets a game up: which one, who plays, with which cards and layout.

import { button, byId, make } from "./dom";
import type { Json } from "./link";

const PERSON = "";
const SEARCHING = ["uct", "exact", "halving"];

/** Ask how a game is to begin, or many games between bots; null when none is to. */
export function askSetup(games: Json[], before: Json | null, many = false, written: Json | null = null): Promise<Json | null> {
  const dialog = byId<HTMLDialogElement>("game-setup");
  dialog.setAttribute("aria-label", many ? "Many games between bots" : "A new game");
  const form = new Form(games, before, many, written);
  byId("game-setup-body").replaceChildren(form.element);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "ok" ? form.value : null);
  });
}

class Form {
  readonly element = make("div", { class: "setup" });
  private game: Json;
  private players: { name: string; bot: string }[] = [];
  private layouts: Record<string, string> = {};
  private cards = new Set<string>();
  private count = "100";
  private rotate = false;
  private withWritten = true;
  private seed = String(1 + Math.floor(Math.random() * 99_999));

  constructor(
    private readonly games: Json[],
    before: Json | null,
    private readonly many: boolean,
    /** The card that is being written, which takes part in its game. */
    private readonly written: Json | null,
  ) {
    this.game = games.find((game) => game.id === (before?.game ?? written?.game)) ?? games[0];
    this.choose(this.game);
    if (before?.players && before.game === this.game.id) {
      this.players = structuredClone(before.players);
      this.cards = new Set(before.cards);
    }
    this.draw();
  }

  get value(): Json {
    return {
      game: this.game.id,
      players: this.players,
      cards: [...this.cards].filter((id) => id !== this.draft?.id),
      ...(this.draft && this.withWritten ? { written: this.draft.written } : {}),
      layouts: this.layouts,
      ...(this.many ? { games: Number(this.count), rotate: this.rotate } : {}),
      seed: Math.min(999_999_999, Math.max(0, Math.floor(Number(this.seed)) || 0)),
    };
  }

  /** The card that is being written, if it is of this game. */
  private get draft(): Json | null {
    return this.written?.game === this.game.id ? this.written : null;
  }

  private choose(game: Json): void {
    this.game = game;
    this.cards = new Set(game.printed);
    this.layouts = {};
    this.players = this.many ? [] : [{ name: "You", bot: PERSON }];
    while (this.players.length < Math.max(2, game.players[0]) && this.players.length < game.players[1]) this.add(this.usual());
  }

  /** The bot that plays this game if nothing is said; of many games one that is quick enough. */
  private usual(): string {
    return this.many ? this.game.bot_for_many : this.budgeted(this.game.bot);
  }

  /** A bot, those that search with a budget: so many games or plans where many games are played, so long where one waits for it. */
  private budgeted(bot: string): string {
    if (this.many && this.game.bot_for_many.startsWith(`${bot}:`)) return this.game.bot_for_many;
    return SEARCHING.includes(bot) ? `${bot}:${this.many ? "20" : "0.5s"}` : bot;
  }

  private add(bot: string): void {
    const names = this.players.map((player) => player.name);
    const name = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gil"].find((one) => !names.includes(one));
    this.players.push({ name: name ?? `player ${names.length + 1}`, bot });
  }

  private draw(): void {
    const low = this.game.players[0];
    const high = this.game.players[1];
    const game = this.select("Which game", this.games.map((one) => [one.id, one.name]), this.game.id, (id) => {
      this.choose(this.games.find((one) => one.id === id)!);
      this.draw();
      this.element.querySelector("select")?.focus();
    });
    const players = this.players.map((player, i) => this.player(player, i, this.players.length > low));
    const more = button("Add a player", () => {
      this.add(this.many ? this.usual() : PERSON);
      this.draw();
    }, { disabled: this.players.length >= high });
    const seed = this.input("Seed (the same one gives the same game)", this.seed, (value) => (this.seed = value));
    const many = this.many ? [this.drawMany()] : [];
    this.element.replaceChildren(game, make("fieldset", {}, make("legend", {}, "Players, in turn order"), ...players, more), ...this.drawWritten(), ...this.drawLayouts(), ...this.drawCards(), ...many, seed);
  }

  private player(player: { name: string; bot: string }, i: number, removable: boolean): HTMLElement {
    const name = make("input", { value: player.name, hidden: this.many, maxlength: 40, "aria-label": `Name of player ${i + 1}` });
    name.addEventListener("input", () => (player.name = name.value));
    const bots = Object.entries(this.game.bots).map(([id, says]) => [this.budgeted(id), `bot: ${id}`, says] as [string, string, string]);
    const who = make("select", { "aria-label": `Person or bot for player ${i + 1}` });
    const people: [string, string, string][] = this.many ? [] : [[PERSON, "a person", ""]];
    for (const [value, words, says] of [...people, ...bots]) {
      who.append(make("option", { value, selected: value === player.bot, title: says }, words));
    }
    who.addEventListener("change", () => (player.bot = who.value));
    const out = button("\u00d7", () => {
      this.players.splice(i, 1);
      this.draw();
    }, { "aria-label": `Without ${player.name}`, disabled: !removable });
    return make("div", { class: this.many ? "seat many" : "seat" }, name, who, out);
  }

  private drawMany(): HTMLElement {
    const count = this.input("Games", this.count, (value) => (this.count = value));
    const box = make("input", { type: "checkbox", checked: this.rotate });
    box.addEventListener("change", () => (this.rotate = box.checked));
    return make("div", { class: "fields" }, count, make("label", { class: "check" }, box, "bots change seats"));
  }

  private drawWritten(): HTMLElement[] {
    const { draft } = this;
    if (!draft) return [];
    const box = make("input", { type: "checkbox", checked: this.withWritten, id: "with-written" });
    box.addEventListener("change", () => (this.withWritten = box.checked));
    return [make("label", { class: "check" }, box, `with the card that you are writing: ${draft.name}`)];
  }

  private drawLayouts(): HTMLElement[] {
    return Object.entries(this.game.layouts as Record<string, Record<string, string[]>>).map(([sort, byPlayers]) => {
      const ids = byPlayers[this.players.length] ?? [];
      if (!ids.includes(this.layouts[sort])) delete this.layouts[sort];
      const options: [string, string][] = [["", "any suitable one"], ...ids.map((id) => [id, this.called(id)] as [string, string])];
      return this.select(sort, options, this.layouts[sort] ?? "", (id) => {
        if (id) this.layouts[sort] = id;
        else delete this.layouts[sort];
      });
    });
  }

  private drawCards(): HTMLElement[] {
    const kinds = Object.entries(this.game.cards as Record<string, string[]>).filter(([, ids]) => ids.length);
    return kinds.map(([kind, all]) => {
      const ids = all.filter((id) => id !== this.draft?.id);
      const own = ids.filter((id) => this.cards.has(id));
      const count = make("small", {}, own.length ? `${own.length} chosen` : "none chosen");
      const boxes = ids.map((id) => {
        const box = make("input", { type: "checkbox", checked: this.cards.has(id) });
        box.addEventListener("change", () => {
          if (box.checked) this.cards.add(id);
          else this.cards.delete(id);
          const chosen = ids.filter((one) => this.cards.has(one)).length;
          count.textContent = chosen ? `${chosen} chosen` : "none chosen";
        });
        return make("label", { class: "check" }, box, this.called(id));
      });
      return make("details", {}, make("summary", {}, `Cards: ${kind} `, count), make("div", { class: "checks" }, ...boxes));
    });
  }

  /** What a card or a layout is called. */
  private called(id: string): string {
    return this.game.names?.[id] ?? id;
  }

  private select(label: string, options: [string, string][], value: string, set: (value: string) => void): HTMLElement {
    const field = make("select", {});
    for (const [id, words] of options) field.append(make("option", { value: id, selected: id === value }, words));
    field.addEventListener("change", () => set(field.value));
    return make("label", { class: "field" }, label, field);
  }

  private input(label: string, value: string, set: (value: string) => void): HTMLElement {
    const field = make("input", { type: "number", min: 0, max: 999_999_999, value });
    field.addEventListener("input", () => set(field.value));
    return make("label", { class: "field" }, label, field);
  }
}
