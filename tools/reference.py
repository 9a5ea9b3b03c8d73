"""Writes docs/reference.md: every construct of the grammar in one line, with an example: ``make reference``.

The form of a construct is read from `grammar/tilewright.lark`, and its example is the shortest one in the pages of the
language. Only its meaning is written here. `tests/test_reference.py` fails if a construct is missing or the page is old.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from doc_examples import of_kind  # noqa: E402
from tilewright.syntax.run import ParseNode, plain_tree  # noqa: E402

PAGE = ROOT / "docs" / "reference.md"
MEANINGS: dict[str, dict[str, str]] = {
    "Cards and layouts": {
        "card": "a card or a layout: its class and its id, with its lines indented below",
        "name_line": "the printed name in a language",
        "text_line": "the printed text in a language",
        "players_line": "the numbers of players that a game or a layout is for",
        "pays_empty": "the card may score on an empty board (otherwise a warning)",
        "ability": "what the card lets a player do",
        "ability_after": "an ability that is offered each time the verb has run",
        "card_number": "the card's own value of a number that its class declares",
        "card_condition": "the card's own condition that its class declares",
        "card_words": "the printed text of a value or condition in a language",
        "card_piece": "tiles that the card adds to the game",
        "card_does": "what the card does at a moment of the game",
        "always_holds": "changes a rule as long as the card lies before a player",
        "always_counts": "changes a number as long as the card lies before a player",
        "card_back": "the back of the card: the lines that apply when it lies face-down",
        "heights": "the drawing of a layout, one row of stacks per line",
    },
    "Statements that score": {
        "score": "adds this number to the score, once or for each thing",
        "cases": "a number that depends on conditions; the first one that is true decides",
        "for_each": "the block applies to each of the things",
        "choose": "scores the best choice of one thing of each kind",
        "if_block": "the block applies if the condition is true",
        "let": "gives a name to a number, a condition or a kind of thing",
    },
    "Statements of play: things": {
        "pick_one": "the player picks one",
        "pick_some": "the player picks a number of them, with a condition on all",
        "pick_number": "the player picks a number",
        "choose_one": "the player picks one of the options below",
        "option": "one of the options, with what it does",
        "bare_option": "an option that does nothing",
        "take": "moves a piece into the hand; the names stand for the piece and for where it was",
        "draw": "draws a random piece into the hand",
        "draw_some": "draws a number of random pieces into the hand",
        "shuffle": "gives the pieces of a hidden pile a random order",
        "look_at": "shows the top piece of a hidden pile to the player only",
        "fill": "builds the layout of a board from pieces drawn at random",
        "discard": "removes a piece from the game",
        "place_it": "puts a piece on a space of your own board",
        "shift": "moves a piece to another space, into a pool, or to the top or the bottom of a pile",
        "swap": "exchanges two pieces",
        "turn_over": "turns a piece over",
        "turn_to": "turns a piece to a side",
        "roll": "turns a piece to a random side",
        "give_back": "returns a piece to where it was when the game began",
        "build": "puts a cap or a figure from the reserve on a thing",
        "gain": "adds to a counter; `from` takes it from another player",
        "pay": "subtracts from a counter; `to` gives it to another player",
        "mark_as": "puts a mark on a thing until the end of the turn",
    },
    "Statements of play: how often, and who": {
        "exactly_times": "repeats the block this many times; between the two numbers, the player decides when to stop",
        "counted_times": "repeats the block a computed number of times",
        "up_to_times": "repeats the block as often as the player likes, up to this number",
        "may": "makes the line optional",
        "may_block": "makes the block optional",
        "each_in_order": "runs the block once for each thing, in an order that the player or chance decides",
        "as_long_as": "the player picks one such thing again and again until there is none",
        "each_in_turn": "each player makes their own choices, in seat order",
        "each_secretly": "the players choose numbers or pieces at the same time, then reveal them",
        "times_in_turn": "runs the block for one player after another",
        "as_player": "another player carries out the block",
        "repeat_until": "repeats the block until the condition is true; only in a course",
    },
    "Statements of play: rules and verbs": {
        "do": "runs a verb of the game with a thing",
        "do_plain": "runs a verb or a moment, or begins a turn",
        "do_said": "runs a moment of one card",
        "now_holds": "changes a rule until the end of the turn",
        "now_never": "changes a rule so that it is never true in this turn",
        "now_counts": "changes a number until the end of the turn",
        "let_now": "gives a name to the value that a number has at this moment",
        "let_be": "sets a role or a counter of the table",
    },
    "Several things": {
        "exactly_things": "exactly this many",
        "from_to_things": "a number of them within limits",
        "or_more_things": "at least this many",
        "up_to_things": "any number of them up to this one, or none",
        "every_thing": "all of them",
    },
    "Conditions": {
        "any_of": "at least one of the conditions is true",
        "all_of": "all of the conditions are true; parentheses group them",
        "negation": "the condition is false",
        "compare": "compares two numbers",
        "predicate": "something is true of a thing",
        "negated_is": "something is not true of a thing",
        "there_is": "there is such a thing",
        "quantity": "how many of the things the condition must be true for",
        "bounded": "compares a number with a limit",
        "is_a": "the thing is such a thing",
        "relative": "compares heights",
        "same": "the thing has the same value as another one",
        "in_place": "the thing is in a place",
        "same_place": "both things are in the same line or group",
        "on_floor": "the top of the stack is on this floor",
        "made_for": "a space on which a value of the thing is printed",
        "made_for_value": "a space on which the value is printed",
        "beside": "the thing is next to such a thing",
        "beside_known": "the thing is next to one that is already known",
        "toward": "the thing is in this direction from the other one",
        "between": "the thing is on the straight line between two others",
        "has_most": "no other player has more, or fewer",
        "that_of": "compares with the same number of another thing or player",
        "trend": "how a number changes along a line",
        "mirror": "the things are symmetric across an axis, or under a turn",
    },
    "Numbers": {
        "count": "how many there are",
        "count_of_sets": "how many sets can be made, each thing used once; also 'for each set of'",
        "aggregated": "the total, largest or smallest of a number over things",
        "ranked": "the second, third ... largest or smallest",
        "total_of_ranks": "the total of the largest or smallest few",
        "extreme_of": "the largest or smallest of several numbers",
        "measure": "a number that a thing has",
        "measure_of_parts": "a number computed from the parts of each thing",
        "measure_expr": "an expression computed for each thing",
        "arithmetic": "sums, differences, products, quotients (rounded down) and remainders",
        "negative": "the negative of a number",
        "group": "parentheses",
        "theirs": "the number of the player mentioned last",
        "lookup": "a table that turns a number into another",
        "entry": "a line of a table, for one number or a range",
        "entry_or_more": "the last line of a table",
    },
    "Descriptions of things": {
        "it": "the thing mentioned last",
        "of_phrase": "what belongs to a thing",
        "where": "only those for which the condition is true",
        "with_some": "only those that have such things",
        "with_most": "only the player who has the most or the fewest",
        "not_placed": "only those that are not there",
        "same_as": "groups or pairs with the same value",
        "consecutive": "groups or runs with consecutive numbers",
        "any_direction": "runs along rows, columns and diagonals",
        "within": "neighbors at most this far away",
        "away": "neighbors at exactly this distance",
        "across": "the image of a thing across an axis, or under a turn",
        "reference_of": "a player as seen from another one",
    },
    "A game file": {
        "game": "a game: its id, with its declarations indented below",
        "let": "a name that is known in the whole game file",
        "counter": "a number that each player has",
        "table_counter": "a number that belongs to no player",
        "role": "a player or nobody",
        "part": "a part of the final score",
        "tie_break": "what decides when scores are equal",
        "card_class": "a class of cards",
        "tied_cards": "cards that belong to tiles with this value",
        "class_of_cards": "a class of cards with abilities, and what each card declares",
        "class_number": "a number that each card of the class has",
        "class_condition": "a condition that each card of the class has",
        "class_copies": "how many copies there are of each card",
        "class_named": "cards that the game file mentions by name",
        "spoken": "the translation of a word of the game",
        "rule_holds": "a named condition, which cards can change",
        "rule_counts": "a named number, which cards can change",
        "verb": "a verb that is done to a thing",
        "plain_verb": "a verb without an object",
        "moment": "a verb that cards define",
        "setup": "what happens before the first turn",
        "turn": "what a player does in a turn",
        "named_turn": "another kind of turn",
        "course": "the flow of the game, if players do not simply take turns in order",
        "cost": "what every ability costs",
        "after": "what happens after every ability",
        "ending": "when the game ends",
        "mark_def": "declares a mark",
        "watched": "a number that `simulate` follows from turn to turn",
    },
    "Pieces, caps and figures": {
        "piece": "a kind of piece",
        "kinds": "an attribute and its value, the codes, the numbers, and the copies of each code",
        "kinds_with": "a tile, edge by edge",
        "kinds_covering": "a piece that covers several spaces: the codes of its cells, row by row, and `.` for none",
        "class_line": "a common name for several values",
        "wild": "pieces that count as pieces of every value",
        "identity": "the word for *exactly this code*",
        "place_rule": "where the piece may be put; `it` is the space, `the tile` the piece",
        "plural": "an irregular plural",
        "sides": "the sides of a piece, as numbers",
        "named_sides": "the sides of a piece, as words",
        "area": "an area that tiles show, which takes the whole edge",
        "area_between": "an area in the middle of an edge",
        "area_rest": "an area that takes what the others leave",
        "area_inside": "an area that meets no edge",
        "area_any": "an area that takes the whole edge and matches whatever that touches",
        "feature": "a part of a tile: an area, the edges it joins, and what it crosses under",
        "any_turn": "the player turns the piece as they like",
        "any_turn_mirrored": "the player turns the piece and puts either side up; for pieces that cover several spaces",
        "cap": "a piece on top of a stack that adds no height",
        "figure": "a piece that stands on a thing and covers nothing",
        "mark": "its sign in boards",
        "copies_line": "how many there are",
        "copies_each": "how many each player has",
        "stands_on": "what a figure stands on",
    },
    "Boards, pools and layouts": {
        "board": "a board",
        "owner": "whether each player has one, or the table",
        "size": "rows and columns, usually",
        "sizes": "the other sizes that are allowed",
        "printed_spaces": "what is printed on the spaces of a board: values of the pieces, or nothing",
        "drawn_lines": "the spaces of a board and the lines that join them, as a picture",
        "hexagonal": "the spaces of the board are hexagons, in the shape of a rhombus",
        "grows": "a board without a fixed size, up to this many rows and columns",
        "begins": "what it holds when the game begins",
        "pool": "makes the board a pool: a place without spaces",
        "hidden": "nobody sees what lies below the top of a stack",
        "pool_def": "a place without spaces",
        "holds": "which kinds of things a pool or a board can hold",
        "concealed": "only the owner sees what the pool holds; with `from all`, nobody does; under a board of one space: a face-down pile",
        "layout_class": "a class of layouts",
        "layout_heights": "the heights that stacks must have",
        "layout_total": "how many pieces the layout must have",
        "layout_ground": "how many stacks on the ground floor play well",
        "layout_rows": "how many long rows of high stacks play well",
    },
}
"""What each construct of the grammar means, by section; a construct is a rule of the grammar or an alias."""
PARTS = {
    *("start", "hole", "hole_card", "block", "chosen", "words", "number", "signed", "range", "forms", "height_row"),
    *("subject_phrase", "full_phrase", "noun_phrase", "noun_value", "quantified", "counted", "axis", "place", "target"),
    *("reference", "picked_thing", "known_thing", "known_goal", "value_thing", "is_value", "further", "aggregate"),
    *("each", "each_set", "picture", "set_of", "set_part", "case", "otherwise", "to_edge", "and_edge", "numbered"),
}
"""Rules that are written only as parts of these, and are shown in their forms."""
_SHORT = {
    **dict.fromkeys(("expr", "and_expr", "not_expr", "relation"), "CONDITION"),
    **dict.fromkeys(("cases", "sum", "amount", "product", "unary", "primary"), "NUMBER"),
    **dict.fromkeys(("noun_phrase", "full_phrase", "words"), "THING"),
    **dict.fromkeys(("thing", "several"), "THINGS"),
    **dict.fromkeys(("chosen", "target"), "a THING"),
    **dict.fromkeys(("reference", "known", "other"), "the THING"),
    "who": "a PLAYER",
    "block": "",
    "_act": "LINE",
    "_statement": "",
    "_article": "a",
    "signed": "N",
    "WORD": "NAME",
    "INT": "N",
    "STRING": '"..."',
    "SIGN": "SIGN",
    "_NL": "",
    "_INDENT": "",
    "_DEDENT": "",
    "_A": "a",
    "AWAY": "N away",
    "COURSE": "from left to right",
    "OR_MORE": "or more",
    "OR_LESS": "or less",
    "TREND": "rise",
    "TOWARD": "above / below / left of / right of",
    "COMPARATIVE": "taller / lower / as tall",
    "LESS": "fewer",
    "EXTREME_OF": "larger / smaller",
    "_SET_OF": "set of",
    "_SETS_OF": "sets of",
    "set_of": "a THING, a THING ... and a THING",
    "DOT": ".",
    "hole": "",
    "feature": "FEATURE",
    "further": "",
    "SLASH": "'/'",
    "TIMES": "*",
    "not_placed": "not PLACE",
    "_placed": "PLACE",
    "measure": "MEASURE",
    "place": "PLACE",
    "lookup": "NUMBER",
    "that_of": "that of the THING",
    "_is": "...",
    "_has": "...",
    "_predicate": "is ... / has ...",
    "_modifier": "",
    "of_phrase": "of a THING",
    "option": "",
    "_member": "",
    "in_place": "in a PLACE",
    "on_floor": "on floor N",
    "beside": "beside a THING",
    "toward": "above a THING",
    "is_a": "a THING",
    "_game_member": "",
    "_piece_member": "",
    "_board_member": "",
    "_pool_member": "",
    "_cap_member": "",
    "_figure_member": "",
    "_class_member": "",
    "_layout_member": "",
    "height_row": "",
    "axis": "an AXIS",
    "counted": "a THING",
    "let_value": "VALUE",
    "entry": "N: N",
    "HOLE": "",
}
"""How the parts of a form are shown; other rules are shown by their own forms."""
_IN: dict[str, dict[str, str]] = {
    "lookup": {"expr": "NUMBER"},
    "measure_expr": {"cases": "NUMBER"},
    "predicate": {"sum": "the THING", "quantified": "QUANTITY THING"},
    "trend": {"sum": "the THINGS"},
    "mirror": {"sum": "THINGS"},
    "measure": {"WORD": "NAME"},
}
"""Parts that are shown in another way in one form."""
_MARKS = {"(": "⟨", ")": "⟩", "[": "⟦", "]": "⟧", "|": "¦", "*": "…", "+": "…", "?": ""}
_SIGNS = str.maketrans({"⟨": "(", "⟩": ")", "⟦": "[", "⟧": "]", "¦": "/", "…": "..."})
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|/(?:[^/\\]|\\.)+/|->|\w+|[()\[\]|*+?]')


def rules() -> dict[str, list[str]]:
    """The tokens of each construct's form, by the name of its node; of inlined rules also by their own name."""
    text = re.sub(r"(?m)//.*$", "", (ROOT / "grammar" / "tilewright.lark").read_text("utf-8"))
    found: dict[str, list[str]] = {}
    for name, body in re.findall(r"(?ms)^[?!]?([a-z_]+)(?:\.\d+)?: (.*?)(?=^\S|\Z)", text):
        for tokens in _alternatives(_TOKEN.findall(body)):
            alias = tokens[-1] if len(tokens) > 1 and tokens[-2] == "->" else name
            form = tokens[:-2] if alias is not name or "->" in tokens else tokens
            found[alias] = [*found[alias], "|", *form] if alias in found else form
    return found


def _alternatives(tokens: list[str]) -> Iterator[list[str]]:
    depth, start = 0, 0
    for at, token in enumerate([*tokens, "|"]):
        depth += (token in "([") - (token in ")]")
        if token == "|" and not depth:
            yield tokens[start:at]
            start = at + 1


def terminals() -> dict[str, str]:
    """The words of terminals with fixed words."""
    text = (ROOT / "grammar" / "tilewright.lark").read_text("utf-8")
    fixed = dict(re.findall(r'(?m)^([A-Z_]+)(?:\.\d+)?: "([^"\n]*)"$', text))
    spaced = re.findall(r"(?m)^([A-Z_]+)(?:\.\d+)?: /([a-z][a-z +]*)(?:\(\?!.*)?/$", text)
    return (
        fixed
        | {name: words.replace(" +", " ") for name, words in spaced}
        | {"COMPARISON": "=", "ONCE_A_GAME": "once per game"}
    )


class Forms:
    """Shows forms of constructs."""

    def __init__(self) -> None:
        self.rules, self.fixed = rules(), terminals()

    def of(self, node: str) -> str:
        """The form of a construct as an author reads it."""
        shown = self._all(self.rules[node], _IN.get(node, {}))
        for _ in range(4):  # what is left empty goes away, and groups of one alternative
            shown = re.sub(r"⟨\s*⟩\s*…?|⟦\s*⟧|\s*¦(?=\s*[⟩⟧])|(?<=[⟨⟦])\s*¦", "", shown)
            shown = re.sub(r"⟨([^⟨⟩¦]*)⟩", r"\1", shown)
        shown = re.sub(r"(?<=[⟨⟦]) | (?=[⟩⟧,])|^[ ¦]+|[ ¦]+$", "", re.sub(r"\s+", " ", shown))
        shown = re.sub(r"\( (\w+) \)", r"(\1)", shown)
        return re.sub(r"\ba (?=[aeiou])", "an ", shown.translate(_SIGNS)).strip()

    def _all(self, tokens: list[str], short: dict[str, str]) -> str:
        return " ".join(self._shown(token, short) for token in tokens)

    def _shown(self, token: str, short: dict[str, str]) -> str:
        """A token of a form: words as they are, grammar's own signs as marks that no word contains."""
        if token in _MARKS:
            return _MARKS[token]
        if token.startswith('"'):
            return token[1:-1]
        if token in short or token in _SHORT:
            return short[token] if token in short else _SHORT[token]
        if token in self.fixed:
            return self.fixed[token]
        if token not in self.rules:
            return token
        form = self.rules[token]
        return self._all(form if len(form) == 1 else ["(", *form, ")"], short)


def examples() -> dict[str, str]:
    """The shortest example of each construct in the pages of the language, by its first line."""
    found: dict[str, str] = {}

    def look(node: ParseNode, text: str) -> None:
        line = text[node.span.start : node.span.end].strip().partition("\n")[0].strip()
        if line and (node.name not in found or (len(line), line) < (len(found[node.name]), found[node.name])):
            found[node.name] = line
        for child in node.nodes():
            look(child, text)

    for example in of_kind("tw", "rule", "row", "ability", "game", "lines"):
        if not example.problems:
            look(plain_tree(example.source), example.source)
    return found


def written() -> str:
    """The page."""
    forms, shown = Forms(), examples()
    lines = [
        "# Reference",
        "",
        "Every construct of the language, in one line each. [The language](language.md), [the language of play](language-play.md),",
        "[the language of games](language-game.md) and [the language of boards](language-boards.md) explain them with examples. This",
        "page is generated from the grammar.",
        "",
        "`THING` stands for a description such as `face-up tile on the border`; `a THING` is one that is picked; `the THING` is one",
        "that is already known, such as `it` or `the row`; `THINGS` may be any of these or several. `CONDITION`, `NUMBER`, `NAME`",
        "and `N` (a plain number) stand for what they say. Parts in brackets are optional, `/` separates alternatives, and `...`",
        "means that the part before it may be repeated.",
    ]
    if missing := [node for meanings in MEANINGS.values() for node in meanings if node not in shown]:
        sys.exit(f"no example in the pages of the language: {', '.join(missing)}")
    for section, meanings in MEANINGS.items():
        lines += ["", f"## {section}", "", "| form | meaning | example |", "|---|---|---|"]
        lines += [
            f"| {_code(forms.of(node))} | {meaning} | {_code(shown[node])} |" for node, meaning in meanings.items()
        ]
    return "\n".join(lines) + "\n"


def _code(text: str) -> str:
    return f"`{text}`"


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
