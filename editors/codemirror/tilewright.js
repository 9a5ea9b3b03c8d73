// Written by tools/editor_grammars.py from the words of the language: do not change it here.
// A mode for CodeMirror 6: StreamLanguage.define(tilewright) of @codemirror/language.

// Each rule has a pattern, whether it holds at the beginning of a line alone, and the tags of its groups or of all of it.
const RULES = [
 [
  "([a-z][a-z0-9-]*)([ \\t]+)([a-z][a-z0-9-]*)(?=[ \\t]*(?:#.*)?$)",
  true,
  [
   "definitionKeyword",
   null,
   "className"
  ]
 ],
 [
  "([ \\t]*)(condition|face-down|hexagonal|otherwise|tie-break|identity|ability|counter|discard|heights|layouts|measure|players|shuffle|always|begins|choose|copies|course|figure|ground|hidden|moment|option|others|placed|plural|repeat|return|spaces|stands|after|board|build|cards|class|grows|holds|lines|named|piece|place|score|setup|sides|sizes|there|total|under|area|cost|draw|fill|gain|game|long|look|mark|move|name|part|pays|pool|role|roll|rows|rule|size|swap|take|text|turn|wild|word|cap|end|for|its|let|may|now|pay|as|at|do|if|is|of|to|up)(?![a-z0-9-])",
  true,
  [
   null,
   "controlKeyword"
  ]
 ],
 [
  "[ \\t]+",
  false,
  [
   null
  ]
 ],
 [
  "#.*",
  false,
  [
   "comment"
  ]
 ],
 [
  "\"[^\"\n]*\"",
  false,
  [
   "string"
  ]
 ],
 [
  "(?:consecutive|abilities|condition|direction|face-down|hexagonal|otherwise|tie-break|identity|mirrored|secretly|smallest|ability|another|between|counted|counter|discard|exactly|face-up|heights|largest|layouts|matches|measure|players|shuffle|smaller|written|across|always|begins|beside|bottom|called|choose|copies|course|covers|during|fewest|figure|ground|hidden|higher|inside|larger|mirror|moment|option|others|placed|player|plural|random|repeat|return|spaces|stands|taller|within|above|after|below|board|build|cards|class|count|empty|every|falls|fewer|floor|grows|holds|least|lines|lower|named|never|order|piece|place|right|rises|round|score|setup|sides|sizes|table|their|there|times|total|under|until|where|also|area|away|cost|draw|each|edge|even|fall|fill|from|gain|game|have|left|less|line|long|look|made|mark|more|most|move|name|once|part|pays|pool|read|rest|rise|role|roll|rows|rule|same|sets|size|swap|take|tall|text|than|that|turn|wild|with|word|all|and|any|are|cap|end|for|has|its|let|may|met|mod|not|now|one|pay|per|set|the|top|an|as|at|be|by|do|if|in|is|it|no|of|on|or|so|to|up|a)(?![a-z0-9-])",
  false,
  [
   "keyword"
  ]
 ],
 [
  "(?:surrounding|horizontal|orthogonal|diagonals|different|neighbors|opponents|quadrants|adjacent|diagonal|distance|neighbor|opponent|quadrant|vertical|borders|centers|columns|corners|falling|quarter|squares|border|center|chosen|column|corner|fourth|groups|height|rising|second|square|stacks|edges|fifth|first|group|pairs|sixth|space|stack|third|turns|axes|axis|half|last|pair|runs|odd|row|run)(?![a-z0-9-])",
  false,
  [
   "standard"
  ]
 ],
 [
  "[a-z][a-z0-9]*(-[a-z0-9]+)*",
  false,
  [
   "variableName"
  ]
 ],
 [
  "[A-Z][A-Z0-9]*(?![A-Za-z0-9-])",
  false,
  [
   "atom"
  ]
 ],
 [
  "[0-9]+(?![a-z0-9-])",
  false,
  [
   "number"
  ]
 ],
 [
  "(?:!=|<=|>=|=|<|>)",
  false,
  [
   "operator"
  ]
 ],
 [
  "[\\^!*+~@&%]",
  false,
  [
   "operator"
  ]
 ],
 [
  "[-+/*]",
  false,
  [
   "operator"
  ]
 ],
 [
  "[(),:.]",
  false,
  [
   "punctuation"
  ]
 ]
];

const compiled = RULES.map(([pattern, atStart, tags]) => [new RegExp(pattern, "y"), atStart, tags]);

// The length and the tag of each part of what the first rule matches that matches at a place of a line.
function parts(line, start) {
  for (const [pattern, atStart, tags] of compiled) {
    if (atStart && start > 0) continue;
    pattern.lastIndex = start;
    const found = pattern.exec(line);
    if (!found || !found[0]) continue;
    if (tags.length === 1) return [[found[0].length, tags[0]]];
    return found.slice(1).map((text, i) => [text.length, tags[i]]).filter(([length]) => length > 0);
  }
  return [[1, "invalid"]];
}

export const tilewright = {
  name: "tilewright",
  startState: () => ({ waiting: [] }),
  copyState: (state) => ({ waiting: state.waiting.slice() }),
  token(stream, state) {
    if (stream.sol()) state.waiting = [];
    if (!state.waiting.length) state.waiting = parts(stream.string, stream.pos);
    const [length, tag] = state.waiting.shift();
    stream.pos += length;
    return tag;
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", '"'] } },
};
