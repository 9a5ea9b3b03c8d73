// What the studio answers to the page of a game (`studio/plays.py`, `studio/playing.py`), answered in the page itself.

import type { Json } from "../link";
import { Bot, decider, hiddenSeats, spacesIn, Tree } from "./bot";
import { Drawing } from "./drawing";
import { OVER, State, type Engine, type Moment } from "./engine";
import { deciphered, hex, slowHash } from "./secrets";
import { HIDDEN, Log, type Played } from "./log";
import { reviewed } from "./reviews";
import { Words, type Choice } from "./words";

/** What is said of a puzzle that is solved. */
function solved(words: string): Json {
  return { heading: `Solved: ${words}`, solved: true };
}

export class OfflineLink {
  private readonly words: Words;
  private readonly drawing: Drawing;
  private readonly log: Log;
  private hints = 0;
  private key = "";
  private setup: Json = {};
  private first!: Moment;
  private played: Played[] = [];
  private bots = new Map<number, Bot>();
  private asked = 0;
  private reviewing: Promise<Tree> | null = null;

  constructor(
    private readonly data: Json,
    private readonly engine: Engine,
    private readonly tree: Tree,
  ) {
    this.words = new Words(engine, data);
    this.drawing = new Drawing(data);
    this.log = new Log(data, this.words, this.drawing, (moment) => this.scores(moment, null).totals);
  }

  /** The answer to a request of `Game`; `refused` where it cannot be done. */
  async get(what: string, args: Json = {}): Promise<Json> {
    try {
      this.goTo(args.setup, args.moves);
      if (what === "advice") return await this.advice();
      const before = this.now;
      if (args.act) await this.act(args.act);
      this.goWithoutSaying();
      return { ...this.shown(before), setup: this.setup, ...(this.data.puzzle ? await this.judged() : {}) };
    } catch (fault) {
      return { refused: fault instanceof Error ? fault.message : String(fault) };
    }
  }

  /** The answer to the one question that takes a while, what each decision of a game was worth; bots go on in a memory of their own. */
  ask(_review: string, game: Json, news: (news: Json) => void): { id: number; answer: Promise<Json> } {
    const id = ++this.asked;
    return { id, answer: this.review(id, game, news).catch((fault: unknown) => ({ refused: fault instanceof Error ? fault.message : String(fault) })) };
  }

  stop(_id: number): void {
    this.asked++;
  }

  private async review(id: number, game: Json, news: (news: Json) => void): Promise<Json> {
    this.goTo(game.setup, game.moves);
    const played = [...this.played];
    const tree = await (this.reviewing ??= this.engine.again().then((engine) => new Tree(engine)));
    const goesOn = (done: number) => {
      news({ done, moves: played.length });
      return id === this.asked;
    };
    const reviews = await reviewed(tree, this.words, played, goesOn);
    return id === this.asked ? { reviews } : { stopped: true };
  }

  /** What a bot would choose now; of a puzzle the next of its hints. */
  private async advice(): Promise<Json> {
    const { puzzle } = this.data;
    if (puzzle) {
      const which = Math.min(this.hints++, puzzle.hints.length - 1);
      return { hint: await deciphered(`${puzzle.name}:hint${which}`, puzzle.hints[which], puzzle.rounds) };
    }
    const code = await new Bot("uct:1s", this.tree, this.seed).choose(this.now, this.turn);
    const choices = this.words.choices(this.now);
    const choice = choices.findIndex((one) => one.code === code);
    return { choice, words: choices[choice].words };
  }

  /** Of a puzzle, which turn it is; at the end whether it is solved. */
  private async judged(): Promise<Json> {
    const { puzzle, cells } = this.data;
    if (puzzle.lines) return this.over ? this.compared() : {};
    if (puzzle.unless) return this.measured();
    const turn = this.state(this.now).wide(cells.turn);
    if (!this.over) return { heading: puzzle.replies ? ["Your turn", "The reply"][turn] : `Turn ${turn + 1} of ${puzzle.turns}` };
    const [total, other] = this.scores(this.now, null).totals.map(Number);
    if (puzzle.replies) return this.led(total - other);
    const { kind, score } = puzzle.goal;
    if (kind === "most") {
      const found = hex(await slowHash(`${puzzle.name}:best`, String(total), 32, puzzle.rounds));
      return found === puzzle.best ? solved(`${total} points are the most`) : { heading: `${total} points are not the most yet` };
    }
    const reached = kind === "exactly" ? total === score : total >= score;
    return reached ? solved(`${total} points`) : { heading: `${total} points; ${kind} ${score} is asked for` };
  }

  /** Whether a lead after the reply is the largest one. */
  private async led(lead: number): Promise<Json> {
    const { puzzle } = this.data;
    const words = lead < 0 ? `${-lead} ${lead === -1 ? "point" : "points"} behind` : `a lead of ${lead}`;
    const found = hex(await slowHash(`${puzzle.name}:best`, String(lead), 32, puzzle.rounds));
    return found === puzzle.best ? solved(`${words}, and nothing is better`) : { heading: `Not yet: ${words}, and something is better` };
  }

  /** The next move of the best reply to how the puzzle was begun. */
  private replied(): Choice {
    const moves = this.played.map((one) => one.choice.text);
    const [, reply] = this.data.puzzle.replies.find(([begun]: string[][]) => begun.every((text, i) => moves[i] === text));
    const next = reply[this.played.filter((one) => one.player === this.turn).length];
    return this.words.choices(this.now).find((one) => one.text === next)!;
  }

  /** Whether the moves of a puzzle about moves are best play. */
  private async compared(): Promise<Json> {
    const { puzzle } = this.data;
    const line = this.played.map((one) => one.choice.text).join("; ");
    const found = hex(await slowHash(`${puzzle.name}:line`, line, 32, puzzle.rounds));
    return puzzle.lines.includes(found) ? solved("nobody can do better") : { heading: "Not yet: somebody could do better" };
  }

  /** What is laid so far comes to; at the end whether it is the best that leads where it should. */
  private async measured(): Promise<Json> {
    const { puzzle } = this.data;
    const [measure] = this.scores(this.measuring, null).totals;
    if (!this.over) return { heading: `${measure} so far` };
    const [, reached] = this.engine.scores(this.now.bytes);
    if (!reached[0]) return { heading: `Not yet: ${puzzle.unless}` };
    if (puzzle.most && this.laid > puzzle.most) return { heading: `Not yet: ${this.laid} are more than ${puzzle.most}` };
    const found = hex(await slowHash(`${puzzle.name}:best`, String(measure), 32, puzzle.rounds));
    return found === puzzle.best ? solved(`${measure}, and nothing is better`) : { heading: `Not yet: ${measure}, and something is better` };
  }

  /** How many things were laid before somebody stopped; -1 before that. */
  private get laid(): number {
    return this.data.puzzle?.most ? this.played.findIndex(({ choice }) => choice.code < 0) : -1;
  }

  /** The moment that is scored: of a puzzle in which something is laid first the one when all was. */
  private get measuring(): Moment {
    return this.played[this.laid]?.before ?? this.now;
  }

  private get now(): Moment {
    return this.played.at(-1)?.after ?? this.first;
  }

  private get seed(): number {
    return this.setup.seed;
  }

  private get over(): boolean {
    return this.now.status === OVER;
  }

  private get turn(): number {
    return decider(this.state(this.now));
  }

  private state(moment: Moment): State {
    return new State(this.data, moment.bytes);
  }

  // -- playing

  /** The game of a set-up after these moves. */
  private goTo(setup: Json, moves: string[]): void {
    const key = JSON.stringify(setup);
    if (key !== this.key) {
      this.key = key;
      this.setup = setup;
      this.played = [];
      this.first = this.begun(setup.seed);
      const bots: [number, string][] = setup.players.map((player: Json, i: number) => [i, player.bot]);
      this.bots = new Map(bots.filter(([, bot]) => bot).map(([i, bot]) => [i, new Bot(bot, this.tree, setup.seed + i)]));
      this.goWithoutSaying();
    }
    const alike = this.played.findIndex((one, i) => one.choice.text !== moves[i]);
    this.played.length = alike < 0 ? Math.min(this.played.length, moves.length) : alike;
    for (const move of moves.slice(this.played.length)) {
      const choice = this.words.choices(this.now).find((one) => one.text === move);
      if (!choice) throw new Error(`'${move}' is not a move now`);
      this.play(choice, this.impliedNow(choice));
    }
  }

  /** The first moment; of a puzzle the one after the moves that were played before the question. */
  private begun(seed: number): Moment {
    let moment = this.engine.begin(seed);
    for (const move of this.data.puzzle?.after ?? []) {
      const choice = this.words.choices(moment).find((one) => one.text === move);
      if (!choice) throw new Error(`'${move}' is not a move now`);
      moment = this.engine.chosen(moment, choice.code, seed);
    }
    return moment;
  }

  private play(choice: Choice, implied = false): void {
    const before = this.now;
    const player = this.turn;
    this.played.push({ before, after: this.engine.chosen(before, choice.code, this.seed), choice, player, implied });
  }

  private async act(act: Json): Promise<void> {
    if (act.do === "undo") return this.undo();
    if (this.over) throw new Error("the game is over");
    const choices = this.words.choices(this.now);
    const bot = this.bots.get(this.turn);
    if (act.do === "choose" && !bot) this.play(choices[act.choice]);
    else if (act.do === "bot" && this.data.puzzle?.replies) this.play(this.replied());
    else if (act.do === "bot" && bot) {
      const code = await bot.choose(this.now, this.turn);
      this.play(choices.find((one) => one.code === code)!);
    }
  }

  /** Take back the last choice of a person, with all that came after it. */
  private undo(): void {
    let last = this.played.length - 1;
    while (last >= 0 && (this.bots.has(this.played[last].player) || this.played[last].implied)) last--;
    if (last < 0) throw new Error("there is nothing to undo");
    this.played.length = last;
  }

  /** A single option of a person goes without saying, unless chance has a part in what it leads to. */
  private goWithoutSaying(): void {
    while (!this.over && !this.bots.has(this.turn)) {
      const choice = this.now.codes.length === 1 ? this.words.choices(this.now)[0] : null;
      if (!choice || !this.impliedNow(choice)) return;
      this.play(choice, true);
      if (!this.played.at(-1)!.after.brought.length) continue;
      this.played.pop();
      return;
    }
  }

  private impliedNow(choice: Choice): boolean {
    const block = this.words.block(this.now);
    return this.now.codes.length === 1 && choice.code >= 0 && !!block && (block.is === "options" || block.next === true);
  }

  // -- what is shown

  private shown(before: Moment): Json {
    const state = this.state(this.now);
    const { cells, names } = this.data;
    const players: string[] = this.setup.players.map((player: Json, i: number) => player.name || names[i]);
    const people = players.flatMap((_, i) => (this.bots.has(i) ? [] : [i]));
    const viewer = people.length === 1 ? people[0] : people.includes(this.turn) ? this.turn : null;
    const asks = !this.over && !this.bots.has(this.turn);
    return {
      moves: this.played.map((one) => one.choice.text),
      over: this.over,
      players,
      turn: this.turn,
      bots: [...this.bots.keys()],
      round: (cells.round === null ? 0 : state.wide(cells.round)) || Math.floor(state.wide(cells.turn) / players.length) + 1,
      alone: this.data.hides && people.length > 1,
      question: asks ? this.words.question(this.now) : "",
      choices: asks ? this.words.choices(this.now) : [],
      boards: this.boards(state.veiled(viewer), this.state(before).veiled(viewer), viewer),
      counters: players.map((_, i) => this.counters(state, i, viewer)),
      scores: this.scores(this.measuring, viewer),
      winners: this.over ? this.engine.winners(this.now.bytes).map((i) => players[i]) : [],
      log: this.log.lines(this.played, players),
      cards: this.data.cards,
    };
  }

  /** The boards of the table, then those of the players; places of the table and pools without a piece in them are left out. */
  private boards(state: State, before: State, viewer: number | null): Json[] {
    const concealed = new Set(hiddenSeats(this.data, viewer));
    const found = (owner: number | null) =>
      this.data.seats.flatMap((place: Json, seat: number) => {
        if (place.owner !== owner || place.patches || (place.pool && !spacesIn(state, seat).length)) return [];
        const own = place.name === this.data.own && owner !== null;
        const head = { name: own ? this.setup.players[owner!].name : place.name, seat, player: owner };
        if (this.data.cells.map?.seat === seat) return [{ ...head, ...this.drawing.map(state, seat, before) }];
        return [place.pool ? { ...head, pieces: this.drawing.pool(state, seat, concealed.has(seat)) } : { ...head, ...this.drawing.board(state, seat, before) }];
      });
    return [null, ...this.setup.players.keys()].flatMap(found);
  }

  private counters(state: State, player: number, viewer: number | null): string {
    const secret = state.wide(this.data.cells.secret);
    const sealed: number[] = secret ? this.data.secrets[secret - 1].answers : [];
    const words = this.data.counters.map(({ at, words, hidden, is, piece }: Json) => {
      if (player !== viewer && (hidden || sealed.includes(at))) return `${words} ${HIDDEN}`;
      const number = state.counter(player, at);
      return !number || (piece && number < 0) ? "" : is === "role" ? words : `${words} ${piece ? this.data.kinds[number - 1].code : number}`;
    });
    return words.filter(Boolean).join(", ");
  }

  private scores(moment: Moment, viewer: number | null): Json {
    const scored = this.engine.scores(moment.bytes);
    const found = this.data.puzzle?.unless ? scored.slice(0, 1) : scored; // the rest says whether it may be
    const hides = (part: number, player: number) => this.data.parts[part].hidden && player !== viewer && moment.status !== OVER;
    const parts = found.map((points, i) => ({ name: this.data.parts[i].name, points: points.map((n, player) => (hides(i, player) ? HIDDEN : n)) }));
    const totals = this.setup.players.map((_: Json, player: number) => {
      const own = parts.map((part) => part.points[player]);
      return own.includes(HIDDEN) ? HIDDEN : own.reduce<number>((sum, points) => sum + Number(points), 0);
    });
    return { parts, totals };
  }
}
