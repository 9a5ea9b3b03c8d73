// The page of a puzzle: things are placed by clicks, and what they score is worked out by `rules`.
const puzzle = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
const KEY = `tilewright-${puzzle.salt}`;
const marks = puzzle.caps.map((cap) => cap.mark);
let placed = [];
let tool = puzzle.pieces[0] ?? marks[0];
let hints = 0;

const columnsOf = (stacks) => ({
  heights: stacks.map((stack) => stack.down + stack.up.length),
  tops: stacks.map((stack) => (stack.up.length ? puzzle.kinds[stack.up.at(-1)].index : stack.down ? -2 : -1)),
  caps: stacks.map((stack) => stack.caps),
  flags: stacks.map(() => 0),
});
const others = puzzle.others.map(columnsOf);
const boards = (stacks) => [columnsOf(stacks), ...others];
const isCap = (what) => marks.includes(what);

/** The board after an attempt, and what is wrong with it: pieces are placed before what lies on top of them. */
function attempt(things) {
  const stacks = structuredClone(puzzle.start);
  const faults = [];
  for (const { space, what } of [...things.filter((one) => !isCap(one.what)), ...things.filter((one) => isCap(one.what))]) {
    const place = rules.places[isCap(what) ? what : ""];
    if (!place(boards(stacks), puzzle.counters, space)) faults.push(`no ${isCap(what) ? capName(what) : puzzle.piece} may be placed at ${spaceName(space)}`);
    if (isCap(what)) stacks[space].caps += what;
    else stacks[space].up.push(what);
  }
  return { stacks, faults };
}
const score = (stacks) => Object.entries(rules.parts).map(([name, rule]) => [name, rule(boards(stacks), puzzle.counters, {}, 0, {}, [])]);
const capName = (mark) => puzzle.caps.find((cap) => cap.mark === mark).name;
const spaceName = (space) => `row ${Math.floor(space / puzzle.columns) + 1}, column ${(space % puzzle.columns) + 1}`;
const given = (what) => (isCap(what) ? puzzle.caps.find((cap) => cap.mark === what).count : puzzle.pieces.filter((one) => one === what).length);
const left = (what) => given(what) - placed.filter((one) => one.what === what).length;
const say = (words, look = "") => {
  byId("said").textContent = words;
  byId("said").className = look;
};

function put(space) {
  if (tool === "") return take(space);
  if (left(tool) < 1) return say(`there is no other ${isCap(tool) ? capName(tool) : tool} to place`, "bad");
  const next = [...placed, { space, what: tool }];
  const { faults } = attempt(next);
  if (faults.length) return say(faults[0], "bad");
  change(next);
}

function take(space) {
  const last = placed.findLastIndex((one) => one.space === space && isCap(one.what));
  const which = last < 0 ? placed.findLastIndex((one) => one.space === space) : last;
  if (which >= 0) change(placed.filter((_, i) => i !== which));
}

const past = [];
function change(next) {
  past.push(placed);
  placed = next;
  if (tool && left(tool) < 1) tool = [...puzzle.pieces, ...marks].find((what) => left(what) > 0) ?? tool;
  say("");
  draw();
}

function draw() {
  try {
    localStorage.setItem(KEY, JSON.stringify(placed));
  } catch {} // nothing is kept where that is not allowed
  const { stacks, faults } = attempt(placed);
  byId("undo").disabled = !past.length;
  drawTools();
  cells.forEach((cell, space) => drawSpace(cell, stacks[space], space));
  try {
    const parts = score(stacks);
    const total = parts.reduce((sum, [, points]) => runtime.add(sum, points), 0);
    byId("total").textContent = String(total);
    byId("parts").replaceChildren(...parts.map(([name, points]) => make("tr", {}, make("td", {}, puzzle.names[name]), make("td", {}, String(points)))));
  } catch (problem) {
    byId("total").textContent = "?";
    say(`This board cannot be scored: ${problem.message}.`, "bad");
  }
  if (faults.length) say(faults.join("; "), "bad");
}

function drawSpace(cell, stack, space) {
  const top = stack.up.at(-1);
  const height = stack.down + stack.up.length;
  const parts = [];
  if (height) {
    const tile = make("span", { class: top ? "tile" : "tile down" }, top ?? "");
    if (top) [tile.style.background, tile.style.color] = puzzle.kinds[top].fill;
    parts.push(tile);
  }
  cell.dataset.high = height > 1 ? String(height) : ""; // drawn by the style, for it is in the label in words
  cell.dataset.caps = stack.caps;
  cell.replaceChildren(...parts);
  cell.classList.toggle("placed", placed.some((one) => one.space === space));
  const caps = [...stack.caps].map((mark) => puzzle.caps.find((cap) => cap.mark === mark)?.name ?? mark);
  const words = [height > 1 ? `${height} high` : "", height ? top ?? "face-down" : "empty", ...caps].filter(Boolean).join(", ");
  cell.setAttribute("aria-label", `${spaceName(space)}: ${words}`);
}

function drawTools() {
  const whats = [...new Set([...puzzle.pieces, ...marks]), ""];
  const inside = byId("tools").contains(document.activeElement);
  byId("tools").replaceChildren(
    ...whats.map((what) => {
      const words = what === "" ? "Take" : `${isCap(what) ? capName(what) : what} × ${left(what)}`;
      const button = make("button", { type: "button", "aria-pressed": String(tool === what), "data-what": what }, words);
      if (puzzle.kinds[what]) [button.style.background, button.style.color] = puzzle.kinds[what].fill;
      button.addEventListener("click", () => {
        tool = what;
        drawTools();
      });
      return button;
    }),
  );
  if (inside) byId("tools").querySelector('[aria-pressed="true"]')?.focus();
}

async function slow(salt, secret, size) {
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", text.encode(secret), "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: text.encode(salt), iterations: puzzle.rounds };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, size * 8));
}

async function check() {
  const missing = puzzle.pieces.length - placed.filter((one) => !isCap(one.what)).length;
  if (missing) return say(`${missing} still to be placed`, "bad");
  const { stacks, faults } = attempt(placed);
  if (faults.length) return say(faults.join("; "), "bad");
  const total = score(stacks).reduce((sum, [, points]) => runtime.add(sum, points), 0);
  const { kind, score: wanted } = puzzle.goal;
  if (kind !== "most") {
    const solved = kind === "exactly" ? total === wanted : total >= wanted;
    return say(solved ? "Solved." : `Not yet: ${kind} ${wanted} is asked for.`, solved ? "good" : "bad");
  }
  say("comparing ...");
  const hash = [...(await slow(`${puzzle.salt}:best`, String(total), 32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash === puzzle.best) say(`Solved: ${total} is optimal.`, "good");
  else say(`${total} is not the best yet.`, "bad");
}

async function hint() {
  if (!puzzle.hints.length) return say("there are no hints to this puzzle");
  const which = Math.min(hints, puzzle.hints.length - 1);
  hints += 1;
  say("looking it up ...");
  const bytes = Uint8Array.from(atob(puzzle.hints[which]), (sign) => sign.charCodeAt(0));
  const key = await slow(`${puzzle.salt}:hint${which}`, "hint", bytes.length);
  say(new TextDecoder().decode(bytes.map((byte, i) => byte ^ key[i])));
}

const cells = puzzle.start.map((_, space) => {
  const cell = make("button", { type: "button", class: "space", role: "gridcell", tabindex: space ? "-1" : "0" });
  cell.addEventListener("click", (event) => (event.shiftKey ? take(space) : put(space)));
  cell.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    take(space);
  });
  cell.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -puzzle.columns, ArrowDown: puzzle.columns };
    if (event.key === "Delete" || event.key === "Backspace") take(space);
    else if (cells[space + steps[event.key]]) {
      cells[space].tabIndex = -1;
      cells[space + steps[event.key]].tabIndex = 0;
      cells[space + steps[event.key]].focus();
    } else return;
    event.preventDefault();
  });
  return cell;
});

byId("title").textContent = document.title;
byId("board").style.gridTemplateColumns = `repeat(${puzzle.columns}, 1fr)`;
for (let row = 0; row < puzzle.rows; row++) byId("board").append(make("div", { class: "row", role: "row" }, ...cells.slice(row * puzzle.columns, (row + 1) * puzzle.columns)));
byId("cards").append(...puzzle.cards.map((card) => make("p", {}, make("b", {}, card.name), ` ${card.text}`)));
byId("others").textContent = puzzle.others.length ? "The boards of the other players count where the cards say so; they do not change." : "";
byId("undo").addEventListener("click", () => {
  placed = past.pop() ?? placed;
  say("");
  draw();
});
byId("reset").addEventListener("click", () => change([]));
byId("check").addEventListener("click", () => void check());
byId("hint").addEventListener("click", () => void hint());
try {
  const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  const known = kept.every(({ space, what }) => puzzle.start[space] && (isCap(what) || puzzle.pieces.includes(what)));
  if (known && kept.every(({ what }) => kept.filter((one) => one.what === what).length <= given(what))) placed = kept;
} catch {}
draw();
