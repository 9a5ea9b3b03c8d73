// The editor: CodeMirror with the language server over a websocket of its own.

import { LSPClient, LSPPlugin, Workspace, formatDocument, languageServerExtensions, type Transport } from "@codemirror/lsp-client";
import { yaml } from "@codemirror/lang-yaml";
import { isolateHistory, redo, undo } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { Compartment, EditorState, StateEffect, StateField, Text, type ChangeSet, type Extension } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, keymap, type DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import { button, make } from "./dom";
import { inside } from "./inside";
import { open } from "./link";

const SOLVE = "tilewright.solve"; // the command of a lens over a puzzle
const MOST_FIXES = 20; // so many problems are asked for fixes
const PAUSE = 120; // milliseconds without another key before the server is told

export interface Fix {
  title: string;
  apply: () => void;
}

export interface Problem {
  fixes: Fix[];
  from: number;
  line: number;
  severity: "error" | "warning" | "info" | "hint";
  message: string;
  code: string;
}

interface Handlers {
  changed: (text: string) => void;
  problems: (problems: Problem[]) => void;
  save: () => void;
  show: (name: string) => Promise<EditorView | null>;
  solve: () => void;
  lost: (code: number) => void;
}

// ------------------------------------------------------------------ looks

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--paper)", fontSize: "14px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--selection)" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--ground)", color: "var(--text)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--paper)" },
  ".cm-completionIcon": { display: "none" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "bold" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", padding: "4px 8px" },
  ".cm-lsp-documentation, .cm-lsp-hover-tooltip": { maxWidth: "28rem", padding: "2px 10px" },
  ".cm-lens": { padding: "2px 6px 0 6px", fontFamily: "system-ui, sans-serif", fontSize: "12px", display: "flex", flexWrap: "wrap", gap: "2px 8px", color: "var(--muted)" },
  ".cm-lens button": { font: "inherit", padding: "0 4px", border: "0", background: "none", color: "var(--accent)", textDecoration: "underline" },
  ".cm-lit": { backgroundColor: "var(--lit)", borderRadius: "2px" },
  ".cm-button, .cm-textfield": { backgroundImage: "none", backgroundColor: "var(--paper)", color: "var(--text)" },
  ".cm-matchingBracket, .cm-nonmatchingBracket": { backgroundColor: "var(--selection)" },
});

const colors = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--word)", fontWeight: "600" },
  { tag: tags.operatorKeyword, color: "var(--phrase)" },
  { tag: tags.typeName, color: "var(--thing)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--word)" },
  { tag: [tags.string, tags.content], color: "var(--string)" },
  { tag: [tags.number, tags.bool], color: "var(--number)" },
]);

/** The words of the language by class, as the studio tells them. */
export type Words = { statements: string[]; phrases: string[]; things: string[] };

function cardLanguage(words: Words): Extension {
  const kinds = new Map<string, string>();
  for (const word of words.things) kinds.set(word, "typeName");
  for (const word of words.phrases) kinds.set(word, "operatorKeyword");
  const statements = new Set(words.statements);
  return StreamLanguage.define<{ start: boolean }>({
    name: "tilewright",
    startState: () => ({ start: true }),
    languageData: { commentTokens: { line: "#" } },
    token(stream, state) {
      if (stream.sol()) state.start = true;
      if (stream.eatSpace()) return null;
      const start = state.start;
      state.start = false;
      if (stream.match(/#.*/)) return "comment";
      if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/\d+/)) return "number";
      const word = stream.match(/[A-Za-z][\w-]*/);
      if (!Array.isArray(word)) {
        stream.next();
        return null;
      }
      if (start && statements.has(word[0])) return "keyword";
      return kinds.get(word[0]) ?? (statements.has(word[0]) ? "operatorKeyword" : null);
    },
  });
}

// ------------------------------------------------------------------ places that light up

const light = StateEffect.define<{ from: number; to: number } | null>();
const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    value = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(light)) continue;
      const place = effect.value;
      const sound = place !== null && place.from < place.to && place.to <= transaction.newDoc.length;
      value = sound ? Decoration.set([Decoration.mark({ class: "cm-lit" }).range(place.from, place.to)]) : Decoration.none;
    }
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// ------------------------------------------------------------------ lenses: what stands over lines

interface Lens {
  from: number;
  title: string;
  act: (() => void) | null;
}

class LensWidget extends WidgetType {
  constructor(readonly lenses: Lens[]) {
    super();
  }

  eq(other: LensWidget): boolean {
    return this.lenses.map((lens) => lens.title).join() === other.lenses.map((lens) => lens.title).join();
  }

  toDOM(): HTMLElement {
    const parts = this.lenses.map((lens) => (lens.act ? button(lens.title, lens.act) : make("span", {}, lens.title)));
    return make("div", { class: "cm-lens" }, ...parts);
  }
}

const setLenses = StateEffect.define<Lens[]>();
const lensField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    value = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setLenses)) continue;
      const byLine = new Map<number, Lens[]>();
      for (const lens of effect.value) {
        const line = transaction.newDoc.lineAt(Math.min(lens.from, transaction.newDoc.length)).from;
        byLine.set(line, [...(byLine.get(line) ?? []), lens]);
      }
      const places = [...byLine].map(([line, own]) => Decoration.widget({ widget: new LensWidget(own), block: true, side: -1 }).range(line));
      value = Decoration.set(places, true);
    }
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// ------------------------------------------------------------------ the language server

class OpenFile {
  constructor(
    readonly uri: string,
    readonly languageId: string,
    public version: number,
    public doc: Text,
    readonly view: EditorView,
  ) {}
  getView(): EditorView {
    return this.view;
  }
}

/** The one file that is open; others are opened by the page when they are to be shown. */
class OneFile extends Workspace {
  files: OpenFile[] = [];
  private version = 0;

  constructor(client: LSPClient, private readonly show: (name: string) => Promise<EditorView | null>) {
    super(client);
  }

  syncFiles() {
    const found: { file: OpenFile; prevDoc: Text; changes: ChangeSet }[] = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      if (plugin === null || plugin.unsyncedChanges.empty) continue;
      found.push({ changes: plugin.unsyncedChanges, file, prevDoc: file.doc });
      file.doc = file.view.state.doc;
      file.version = ++this.version;
      plugin.clear();
    }
    return found;
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    const file = new OpenFile(uri, languageId, ++this.version, view.state.doc, view);
    this.files.push(file);
    this.client.didOpen(file);
  }

  closeFile(uri: string): void {
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  async displayFile(uri: string): Promise<EditorView | null> {
    const open = this.getFile(uri);
    return open?.getView() ?? this.show(nameOf(uri));
  }
}

function uriOf(name: string): string {
  return "file:///" + name.split("/").map(encodeURIComponent).join("/");
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice("file:///".length));
}

/** Messages over a websocket; those sent before it is open wait. */
class SocketTransport implements Transport {
  private handlers: ((value: string) => void)[] = [];
  private waiting: string[] = [];
  readonly socket = open("editor");

  constructor(closed: (code: number) => void) {
    this.socket.onmessage = (event) => {
      for (const handler of this.handlers) handler(event.data);
    };
    this.socket.onopen = () => {
      for (const message of this.waiting.splice(0)) this.socket.send(message);
    };
    this.socket.onclose = (event) => closed(event.code);
  }

  send(message: string): void {
    if (this.socket.readyState === WebSocket.CONNECTING) this.waiting.push(message);
    else if (this.socket.readyState === WebSocket.OPEN) this.socket.send(message);
  }
  subscribe(handler: (value: string) => void): void {
    this.handlers.push(handler);
  }
  unsubscribe(handler: (value: string) => void): void {
    this.handlers = this.handlers.filter((one) => one !== handler);
  }
}

const KEPT = new Set("P BR EM STRONG CODE PRE UL OL LI H1 H2 H3 H4 TABLE THEAD TBODY TR TH TD HR BLOCKQUOTE".split(" "));

/** Markdown as HTML, without anything but plain marks of text; `link` gives the mark that a link leaves behind. */
export function sanitized(html: string, link?: (href: string) => string): string {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  for (const element of [...body.querySelectorAll("*")]) {
    if (link && element.tagName === "A") {
      const mark = make("span", { "data-link": link(element.getAttribute("href") ?? "") });
      mark.append(...element.childNodes);
      element.replaceWith(mark);
    } else if (!KEPT.has(element.tagName)) element.replaceWith(...element.childNodes);
    else for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  return body.innerHTML;
}

const RESTING = 4410; // why a connection is closed: nothing was asked for a while

const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;

export class Editor {
  private view: EditorView | null = null;
  private readonly language = new Compartment();
  private readonly client: LSPClient;
  private timer = 0;
  private words: Words = { statements: [], phrases: [], things: [] };

  constructor(private readonly parent: HTMLElement, private readonly handlers: Handlers) {
    this.client = new LSPClient({
      rootUri: "file:///",
      timeout: inside ? 120_000 : 10_000, // Python in a browser has much to load first
      workspace: (client) => new OneFile(client, handlers.show),
      sanitizeHTML: sanitized,
      notificationHandlers: {
        "textDocument/publishDiagnostics": (client, params) => this.diagnosed(client, params),
        "window/showMessage": () => true,
      },
      extensions: [
        ...languageServerExtensions(),
        {
          clientCapabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } },
        },
      ],
    });
  }

  connect(words: Words): void {
    this.words = words;
    this.client.connect(
      new SocketTransport((code) => {
        this.client.disconnect();
        this.handlers.lost(code);
        if (code === RESTING) this.connectAtNextInput();
        else setTimeout(() => this.connect(this.words), 1500);
      }),
    );
  }

  /** The studio has ended a language server that had nothing to do; there is another one as soon as somebody is here. */
  private connectAtNextInput(): void {
    const inputs = ["keydown", "pointerdown", "pointermove"];
    const again = () => {
      for (const input of inputs) removeEventListener(input, again, true);
      this.connect(this.words);
    };
    for (const input of inputs) addEventListener(input, again, true);
  }

  get text(): string {
    return this.view?.state.doc.toString() ?? "";
  }

  /** Show a text in place of the one before. */
  open(name: string, text: string, writable: boolean): EditorView {
    this.view?.destroy();
    const nonce = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";
    const card = name.endsWith(".tw");
    const extensions: Extension[] = [
      EditorView.cspNonce.of(nonce),
      keymap.of([{ key: "Mod-s", run: () => (this.handlers.save(), true) }]),
      basicSetup,
      theme,
      syntaxHighlighting(colors),
      lit,
      lensField,
      indentUnit.of("  "),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      EditorState.readOnly.of(!writable),
      EditorView.contentAttributes.of({ "aria-label": `Text of ${name}` }),
      this.language.of(card ? cardLanguage(this.words) : yaml()),
      this.client.plugin(uriOf(name), card ? "tilewright" : "yaml"),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.typed();
      }),
    ];
    this.view = new EditorView({ doc: text, extensions, parent: this.parent });
    return this.view;
  }

  private typed(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.client.sync();
      this.handlers.changed(this.text);
    }, PAUSE);
  }

  /** Write another text, which can be undone; only what differs is changed. */
  replace(text: string): void {
    const before = this.text;
    let from = 0;
    while (from < before.length && before[from] === text[from]) from++;
    let end = 0;
    while (end < Math.min(before.length, text.length) - from && before.at(-1 - end) === text.at(-1 - end)) end++;
    if (from === before.length && from === text.length) return;
    this.view?.dispatch({
      changes: { from, to: before.length - end, insert: text.slice(from, text.length - end) },
      annotations: isolateHistory.of("full"),
    });
  }

  undo(): void {
    if (this.view) undo(this.view);
  }

  redo(): void {
    if (this.view) redo(this.view);
  }

  format(): void {
    if (this.view) formatDocument(this.view);
  }

  light(place: { from: number; to: number } | null): void {
    this.view?.dispatch({ effects: light.of(place) });
  }

  goTo(offset: number): void {
    if (!this.view) return;
    const at = Math.min(offset, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  /** Ask what stands over the lines, as long as the text stays as it is. */
  private async drawLenses(client: LSPClient, uri: string, view: EditorView): Promise<void> {
    const asked = view.state.doc;
    const found = await client.request<object, any[] | null>("textDocument/codeLens", { textDocument: { uri } }).catch(() => null);
    const plugin = LSPPlugin.get(view);
    if (view !== this.view || view.state.doc !== asked || !plugin) return;
    const lenses = (found ?? []).map((lens): Lens => {
      const { command, arguments: given } = lens.command;
      const show = given?.[0] ? () => void this.handlers.show(nameOf(given[0])) : null;
      const act = command === SOLVE ? this.handlers.solve : command ? show : null;
      return { from: plugin.fromPosition(lens.range.start, asked), title: lens.command.title, act };
    });
    view.dispatch({ effects: setLenses.of(lenses) });
  }

  private diagnosed(client: LSPClient, params: any): boolean {
    const file = client.workspace.getFile(params.uri);
    const view = file?.getView();
    const plugin = view ? LSPPlugin.get(view) : null;
    if (!file || !view || !plugin || (params.version != null && params.version !== file.version)) return true;
    const place = (position: { line: number; character: number }) =>
      plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
    const found: (Diagnostic & { code: string })[] = params.diagnostics.map((item: any) => ({
      from: place(item.range.start),
      to: place(item.range.end),
      severity: SEVERITIES[item.severity ?? 1],
      message: item.message,
      source: item.code,
      code: String(item.code ?? ""),
    }));
    view.dispatch(setDiagnostics(view.state, found));
    void this.drawLenses(client, params.uri, view);
    const problems = found.map(({ from, severity, message, code }): Problem => {
      const line = view.state.doc.lineAt(from).number;
      return { from, line, severity, message, code, fixes: [] };
    });
    this.handlers.problems(problems);
    void this.askFixes(client, params, view, problems);
    return true;
  }

  /** Ask how problems can be fixed, as long as the text stays as it is. */
  private async askFixes(client: LSPClient, params: any, view: EditorView, problems: Problem[]): Promise<void> {
    const asked = view.state.doc;
    const { uri } = params;
    const items = params.diagnostics.slice(0, MOST_FIXES) as any[];
    const answers = await Promise.all(
      items.map((item) => {
        const context = { diagnostics: [item], only: ["quickfix"] };
        return client.request<object, any[] | null>("textDocument/codeAction", { textDocument: { uri }, range: item.range, context }).catch(() => null);
      }),
    );
    const plugin = LSPPlugin.get(view);
    if (view !== this.view || view.state.doc !== asked || !plugin) return;
    answers.forEach((actions, i) => {
      for (const action of actions ?? []) {
        const edits: any[] = Object.values(action.edit?.changes ?? {}).flat();
        if (!edits.length) continue;
        const place = (at: any) => plugin.fromPosition(at, asked);
        const changes = edits.map((edit) => ({ from: place(edit.range.start), to: place(edit.range.end), insert: edit.newText }));
        const apply = () => {
          if (view.state.doc === asked) view.dispatch({ changes, annotations: isolateHistory.of("full") });
          view.focus();
        };
        problems[i].fixes.push({ title: action.title, apply });
      }
    });
    if (problems.some((problem) => problem.fixes.length)) this.handlers.problems(problems);
  }
}
