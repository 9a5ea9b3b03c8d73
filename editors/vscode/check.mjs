// Whether the TextMate grammar, in the engine that editors use, and the CodeMirror mode see the same words in every file of the packs.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tilewright } from "../codemirror/tilewright.js";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");
const path = new URL("syntaxes/tilewright.tmLanguage.json", import.meta.url);
const classes = JSON.parse(readFileSync(new URL("../classes.json", import.meta.url), "utf8"));
const byScope = Object.fromEntries(Object.entries(classes).map(([name, { scope }]) => [`${scope}.tilewright`, name]));
const byTag = Object.fromEntries(Object.entries(classes).map(([name, { tag }]) => [tag, name]));

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, "utf8"), path.pathname),
});
const grammar = await registry.loadGrammar("source.tilewright");

function scoped(line) {
  return grammar
    .tokenizeLine(line, textmate.INITIAL)
    .tokens.map((token) => [line.slice(token.startIndex, token.endIndex), byScope[token.scopes.at(-1)]])
    .filter(([text, name]) => name && text.trim());
}

function tagged(line) {
  const found = [];
  const stream = { string: line, pos: 0, sol: () => stream.pos === 0 };
  const state = tilewright.startState();
  while (stream.pos < line.length) {
    const start = stream.pos;
    const tag = tilewright.token(stream, state);
    found.push([line.slice(start, stream.pos), byTag[tag]]);
  }
  return found.filter(([text, name]) => name && text.trim());
}

const cards = new URL("../../cards/", import.meta.url);
const files = readdirSync(cards, { recursive: true }).filter((name) => name.endsWith(".tw"));
let lines = 0;
for (const file of files) {
  for (const line of readFileSync(new URL(file, cards), "utf8").split("\n")) {
    const [one, other] = [scoped(line), tagged(line)].map((words) => JSON.stringify(words));
    if (one !== other) {
      console.error(`${file}: ${line}\n${one}\n${other}`);
      process.exit(1);
    }
    lines += 1;
  }
}
if (lines < 500) throw new Error(`only ${lines} lines were read`);
console.log(`${files.length} files, ${lines} lines: grammar and mode agree`);
