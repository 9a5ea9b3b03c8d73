// The documents, read beside what is being written: a list, a search, pages whose examples open with a click.

import { marked } from "marked";
import { button, byId, make } from "./dom";
import { sanitized } from "./editor";
import type { Json, Link } from "./link";

const PAUSE = 200;
const FIRST = ["first-spirit", "studio", "language", "recipes", "a-first-game", "print", "glossary"];

interface Host {
  /** Open a text as a new file, or say why it is no file. */
  open: (name: string, text: string) => void;
  /** Open a file of a pack; false if there is none. */
  file: (name: string) => Promise<boolean>;
  tell: (words: string) => void;
}

export class Documents {
  private readonly element = byId("documents");
  private readonly body = byId("documents-body");
  private readonly search = byId<HTMLInputElement>("documents-search");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private before: string[] = [];
  private from: HTMLElement | null = null;

  constructor(
    private readonly link: Link,
    private readonly host: Host,
  ) {
    byId("documents-open").addEventListener("click", () => void this.open());
    byId("documents-close").addEventListener("click", () => this.close());
    byId("documents-back").addEventListener("click", () => void this.back());
    this.search.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.find(), PAUSE);
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** Show the documents: a page, or the list of all. */
  async open(page = "", heading = ""): Promise<void> {
    if (this.element.hidden) this.from = document.activeElement as HTMLElement | null;
    this.element.hidden = false;
    if (page) await this.read(page, heading);
    else if (!this.body.hasChildNodes()) await this.list();
    if (!page) this.search.focus();
  }

  private close(): void {
    this.element.hidden = true;
    this.from?.focus();
  }

  private async back(): Promise<void> {
    this.before.pop();
    const page = this.before.pop();
    await (page ? this.read(page) : this.list());
  }

  private async list(): Promise<void> {
    this.before = [];
    const { documents } = await this.link.get("documents");
    const entry = ({ name, title }: Json) => make("li", {}, button(title, () => void this.read(name)));
    const first = FIRST.map((name) => documents.find((one: Json) => one.name === name)).filter(Boolean);
    const others = documents.filter((one: Json) => !one.code && !FIRST.includes(one.name));
    const codes = documents.filter((one: Json) => one.code);
    this.show(
      make("h2", {}, "Begin here"),
      make("ul", { class: "pages" }, ...first.map(entry)),
      make("h2", {}, "All documents"),
      make("ul", { class: "pages" }, ...others.map(entry)),
      make("h2", {}, "Codes of problems"),
      make("ul", { class: "pages codes" }, ...codes.map(entry)),
    );
  }

  private async find(): Promise<void> {
    const words = this.search.value.trim();
    if (!words) return this.list();
    const { found } = await this.link.get("search", { words });
    if (words !== this.search.value.trim()) return;
    const rows = found.map((one: Json) =>
      make("li", {}, button(one.heading, () => void this.read(one.name, one.heading)), make("small", {}, ` ${one.title}`), make("p", {}, one.excerpt)),
    );
    this.show(make("p", { role: "status" }, rows.length ? `${rows.length} sections` : "No section has all these words."), make("ul", { class: "pages found" }, ...rows));
  }

  private show(...parts: Node[]): void {
    byId("documents-back").hidden = this.before.length === 0;
    this.body.replaceChildren(...parts);
    this.body.scrollTop = 0;
  }

  private async read(name: string, heading = ""): Promise<void> {
    const found = await this.link.get("document", { name });
    if (found.refused) return this.host.tell(found.refused);
    this.before.push(name);
    const links: string[] = [];
    const codes: { lang: string; text: string; file: string }[] = [];
    const text = found.text.replace(/<!-- file: (\S+) -->\n(```\S+)/g, "$2 $1");
    const tokens = marked.lexer(text);
    marked.walkTokens(tokens, (token) => {
      if (token.type === "link") links.push(token.href);
      if (token.type === "code") codes.push({ lang: (token.lang ?? "").split(" ")[0], text: token.text, file: (token.lang ?? "").split(" ")[1] ?? "" });
    });
    const html = marked.parser(tokens);
    const page = make("article", {});
    page.innerHTML = sanitized(html, (href) => String(links.indexOf(href)));
    for (const mark of page.querySelectorAll<HTMLElement>("[data-link]")) this.linked(mark, links[Number(mark.dataset.link)] ?? "", name);
    page.querySelectorAll("pre").forEach((block, i) => this.example(block, codes[i]));
    for (const table of page.querySelectorAll("table")) {
      const around = make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table" });
      table.replaceWith(around);
      around.append(table);
    }
    this.show(page);
    const there = [...page.querySelectorAll<HTMLElement>("h1, h2, h3, h4")].find((one) => one.textContent === heading) ?? page.querySelector("h1");
    there?.setAttribute("tabindex", "-1");
    there?.focus({ preventScroll: true });
    if (heading) there?.scrollIntoView({ block: "start" });
  }

  /** A link in a document: to another one, to a file of a pack, or to elsewhere. */
  private linked(mark: HTMLElement, href: string, page: string): void {
    const words = mark.textContent ?? "";
    const [path, anchor = ""] = href.split("#");
    const document = /(?:^|\/)([\w-]+)\.md$/.exec(path)?.[1] ?? (path ? "" : page);
    const heading = anchor.replaceAll("-", " ");
    const file = /(?:^|\/)cards\/(.+\.(?:tw|yaml))$/.exec(path)?.[1];
    if (/^https?:/.test(href)) mark.replaceWith(make("a", { href, target: "_blank", rel: "noreferrer" }, words));
    else if (file) mark.replaceWith(button(words, () => void this.openFile(`packs/${file}`), { class: "link" }));
    else if (document) mark.replaceWith(button(words, () => void this.follow(document, heading), { class: "link" }));
    else mark.replaceWith(words);
  }

  private async follow(page: string, slug: string): Promise<void> {
    await this.read(page);
    const plain = (text: string) => text.toLowerCase().replace(/[^\w -]/g, "").replaceAll("-", " ");
    const heads = [...this.body.querySelectorAll<HTMLElement>("h1, h2, h3, h4")];
    if (slug) heads.find((head) => plain(head.textContent ?? "") === slug)?.scrollIntoView({ block: "start" });
  }

  private async openFile(name: string): Promise<void> {
    if (!(await this.host.file(name))) this.host.tell("This file is not in the studio.");
  }

  /** A block of code that is a file, or lines of a card, opens in the editor. */
  private example(block: HTMLElement, code: { lang: string; text: string; file: string } | undefined): void {
    block.setAttribute("tabindex", "0");
    if (!code) return;
    const whole = code.lang === "tw" || code.text.startsWith("tilewright:");
    if (!whole && code.lang !== "rule" && code.lang !== "ability") return;
    const open = button("Open", () => void this.openExample(code, whole), { class: "open-example", "aria-label": "Open this example in the editor" });
    block.before(open);
  }

  private async openExample(code: { lang: string; text: string; file: string }, whole: boolean): Promise<void> {
    const id = /^\w+ ([\w-]+)/.exec(code.text)?.[1] ?? "example";
    const named = /\.(tw|yaml)$/.test(code.file) ? code.file.split("/").pop()! : "";
    if (whole) return this.host.open(named || (code.lang === "tw" ? `${id}.tw` : "example.position.yaml"), `${code.text}\n`);
    const found = await this.link.get("example", { kind: code.lang, text: `${code.text}\n` });
    if (found.refused) this.host.tell(found.refused);
    else this.host.open("example.tw", found.text);
  }
}
