// Moves for people: in records they are short ("take 3,6 (W3)"), on a button they are words ("take W3 at row 3, column 6").

const PLACED = /^(\S+) (-?\d+),(-?\d+)(?: ([a-z][a-z-]*)(?:\.(\d+))?)?(?: \((.*)\))?$/;
const TURNED = /^(.*\S)([\^>v<])$/;
const TURNS: Record<string, string> = { "^": "as printed", ">": "to the right", v: "upside down", "<": "to the left" };
const WHERE = new Set(["at", "from", "in", "into", "on", "onto", "to"]);

/** A move with what it picks, as records write it, in words. */
export function spoken(move: string): string {
  const [, verb, row, column, area, number, picked] = PLACED.exec(move) ?? [];
  if (verb === undefined) return move;
  const spaces = picked?.split(" ").length ?? 0;
  const what = spaces > 1 ? `${spaces} spaces` : /,/.test(picked ?? "") ? "" : picked;
  const named = [area, number, what].filter(Boolean).join(" ");
  const at = !named && WHERE.has(verb) ? "" : "at"; // a game may write "to 3,4"
  return [verb, named, at, `row ${row}, column ${column}`].filter(Boolean).join(" ");
}

/** Choices in words: where the same piece can lie in several ways, how it lies. */
export function spokenOf(moves: string[]): string[] {
  const ways = moves.map((move) => TURNED.exec(move));
  const stems = ways.map((way) => way?.[1]);
  return moves.map((move, i) => {
    const turned = ways[i] && stems.filter((stem) => stem === stems[i]).length > 1;
    return turned ? `${stems[i]} ${TURNS[ways[i]![2]]}` : spoken(move);
  });
}

/** A line of what was played, "Ada: take 3,6 (W3); pair, +2", with its moves in words. */
export function spokenLine(line: string): string {
  const [, who = "", moves, points = ""] = /^([^:;]+: )?(.*?)(, [+-]\d+)?$/.exec(line)!;
  const said = moves.split("; ").map(spoken).join("; ").replaceAll(" -> ", " \u2192 ");
  return `${who}${said}${points === ", +0" ? "" : points}`;
}
