"""Messages for syntax errors: what was found, what is allowed, and a suggestion."""

from __future__ import annotations

import re
from collections.abc import Callable

from tilewright.diagnostics import nearest
from tilewright.source import Source, Span
from tilewright.syntax.indentation import Problem, token_span
from tilewright.syntax.lalr import UnexpectedCharacter, UnexpectedInput, UnexpectedToken
from tilewright.syntax.repair.hints import (
    HEIGHTS,
    HINTS,
    NEVER,
    NEVER_DONE,
    Hints,
    SectionName,
    beside,
    context,
    in_block,
    is_listed,
    turn_of_phrase,
)
from tilewright.syntax.repair.stray import (
    character,
    contraction,
    id_of_words,
    strange,
    stray_number,
    stray_thing,
    unquoted,
    without_language,
)
from tilewright.syntax.words import VERBS

STATEMENTS = ("for", "choose", "if", "otherwise", "score", "let")
BLOCKS = (
    *STATEMENTS,
    "option",
    "ability",
    "during",
    "up",
    "may",
    "setup",
    "turn",
    "cost",
    "after",
    "part",
    "tie-break",
    "to",
)
"""The first words of statements with a block."""
_DONE = (*VERBS, "do", "now", "may", "fill", "shuffle", "look", "up")
_HIDDEN = {"HOLE", "_DEDENT"}
_STARTERS = {"SCORE", "LET", "FOR", "CHOOSE", "IF"}  # of statements
MAX_BEFORE, MAX_AFTER = 1000, 400  # characters of a line that are searched for turns of phrase
_TURNED = {
    "==": ("'==' is not an operator", "write '=' for 'is equal to'"),
    "=>": ("'=>' is not an operator", "write '>=' for 'at least'"),
    "=<": ("'=<' is not an operator", "write '<=' for 'at most'"),
}


def explain_error(source: Source, text: str, error: UnexpectedInput, names: dict[str, str]) -> Problem:
    """The diagnostic for a syntax error; `names` are the display names of terminals."""
    if isinstance(error, UnexpectedToken):
        return _ParseError(source, text, error, names).problem()
    if isinstance(error, UnexpectedCharacter):
        return _phrase_at(text, error.start, context(source.text, error.start)) or character(text, error)
    raise error


def _phrase_at(text: str, place: int, section: SectionName) -> Problem | None:
    """The diagnostic for an idiom around an invalid character."""
    start = text.rfind("\n", 0, place) + 1
    line = text[start:].partition("\n")[0].partition("#")[0].rstrip()
    found = HINTS[section].of_phrase(line, place - start) if '"' not in line and len(line) < MAX_BEFORE else None
    if found is None:
        return None
    first, end, help = found
    return Problem("TW001", Span(start + first, start + end), f"'{line[first:end]}' is not allowed here", help)


class _ParseError:
    """Explains an unexpected token: the first of several heuristics that applies."""

    def __init__(self, source: Source, text: str, error: UnexpectedToken, names: dict[str, str]) -> None:
        self.source = source
        self.text = text
        self.names = names
        self.token = error.token
        self.place = token_span(error.token)
        self.wanted = error.wanted - _HIDDEN
        self.context = context(source.text, self.place.start)
        self.hints = HINTS[self.context]
        start = text.rfind("\n", 0, self.place.start) + 1
        self.before = text[start : self.place.start]
        self.after = text[self.place.end :].partition("\n")[0].partition("#")[0].rstrip()

    def problem(self) -> Problem:
        suspicions: tuple[Callable[[], Problem | None], ...] = (
            self._missing_block,
            self._outside,
            self._over_indented,
            self._verb_with_s,
            self._ends_early,
            self._no_language,
            self._no_quotes,
            self._long_id,
            self._no_option,
            self._height,
            self._phrase,
            self._thing,
            self._number,
            self._joined_things,
            self._with_measure,
            self._more_things,
            self._stray_colon,
            self._missing_colon,
            self._turned_sign,
            self._capitals,
            self._contraction,
            self._declared_nothing,
            self._first_word,
            self._misspelt,
            self._plain_english,
            self._no_verb,
        )
        found = next((p for p in (suspect() for suspect in suspicions) if p), None)
        return found or Problem("TW001", self.place, self._unexpected(), self._expecting())

    def _missing_block(self) -> Problem | None:
        if self.wanted != {"_INDENT"}:
            return None
        line = self._line_before()
        help = (
            self._advice_at(line).of_block(self._without_comment(line))
            or "indent the lines that belong to it by two spaces"
        )
        if self._without_comment(line).strip() == HEIGHTS:
            help = f"indent the rows by two spaces more than '{HEIGHTS}'"
        return Problem("TW005", self.source.line_span(line), "nothing is indented under this line", help, line)

    def _over_indented(self) -> Problem | None:
        if self.token.type != "_INDENT":
            return None
        line, above = self.text.count("\n", 0, self.place.end) + 1, self._line_before()
        cards = re.fullmatch(r" *(cards [a-z0-9-]+)", self._without_comment(above)) if self.context == "game" else None
        if cards is not None:
            message = f"'{cards[1]}' alone cannot have lines under it"
            help = f"write '{cards[1]} with abilities' for cards that have lines of their own"
            return Problem("TW005", self.source.line_span(above), message, help, above)
        return Problem(
            "TW005",
            self.source.line_span(line),
            "this line is indented, but the line above opens no block",
            "give it the same indentation as the line above",
            above,
        )

    def _outside(self) -> Problem | None:
        """A statement at the top level, where only cards begin."""
        line = self.source.position(self.place.start)[0]
        first = self.source.line(line).split(" ")[0]
        if self.token.type == "HOLE" or first not in (*STATEMENTS, *_DONE, "ability", "name", "text"):
            return None
        return Problem(
            "TW005",
            self.source.line_span(line),
            "this line is outside any card",
            "indent it by two spaces under the first line of its card",
        )

    def _ends_early(self) -> Problem | None:
        if self.token.type not in ("_NL", "$END", "_DEDENT"):
            return None
        line = self._line_before()
        end, said = self.source.line_span(line).end, self._without_comment(line)
        known = NEVER_DONE if self.context == "play" else NEVER
        found = turn_of_phrase(known, said, len(said) - 1) if 0 < len(said) < MAX_BEFORE else None
        if found is not None:
            start = self.source.text.rfind("\n", 0, end) + 1
            place = Span(start + found[0], start + found[1])
            return Problem("TW001", place, f"'{said[found[0] : found[1]]}' is not allowed here", found[2], line)
        help = self._advice_at(line).of_end(self._without_comment(line)) or self._expecting()
        return Problem("TW001", Span(max(end - 1, 0), end), "the line ends too early", help, line)

    def _no_language(self) -> Problem | None:
        return None if self.token.type == "WORD" else without_language(self.text, self.place)

    def _long_id(self) -> Problem | None:
        """`goal two roads`: an id of two words."""
        if self.before[:1].strip() and self.token.type == "STRING" and self.context != "game":
            return Problem("TW001", self.place, self._unexpected(), f"put it on the next line: 'name en {self.token}'")
        if self.before[:1].strip():
            return id_of_words(self.text, self.place.start)
        first = re.search(r"(?:^|\n)[a-z-]+ +([a-z0-9-]+) *$", self.text[: self.place.start])
        if first is None or self.token.type not in ("WORD", "INT"):
            return None
        place = Span(self.place.start - len(self.before) + self.before.rindex(first[1]), self.place.end)
        return Problem("TW001", place, "an id is one word", f"write '{first[1]}-{self.token}'")

    def _height(self) -> Problem | None:
        """`1 x 1` under `heights`."""
        if self.token.type in ("_NL", "_INDENT", "_DEDENT") or in_block(self.source.text, self.place.start) != HEIGHTS:
            return None
        line = f"{self.before}{self.token}{self.after}"
        if is_listed(line):
            place = Span(self.place.start - len(self.before.lstrip()), self.place.end + len(self.after))
            return Problem(
                "TW001", place, "only spaces separate heights", f"write '{' '.join(re.findall(r'[0-9.]+', line))}'"
            )
        help = "a row has a number for each stack, and '.' for an empty space, as in '1 . 2'"
        return Problem("TW001", self.place, f"'{self.token}' is not a height", help)

    def _phrase(self) -> Problem | None:
        """An idiom around the token."""
        start = self.place.start - len(self.before)
        line = f"{self.before}{self.token}{self.after[:MAX_AFTER]}".rstrip()
        found = self.hints.of_phrase(line, len(self.before)) if len(self.before) < MAX_BEFORE else None
        if found is None:
            return None
        first, end, help = found
        said = self.text[start + first : start + end].strip()
        said = said if len(said) < 60 else f"{said[:56]} ..."
        return Problem("TW001", Span(start + first, start + end), f"'{said}' is not allowed here", help)

    def _thing(self) -> Problem | None:
        return stray_thing(self.before, self.after, self.token, self.wanted)

    def _number(self) -> Problem | None:
        return stray_number(self.text, self.token, self.wanted)

    def _no_quotes(self) -> Problem | None:
        return unquoted(self.text, self.place) if "STRING" in self.wanted else None

    def _with_measure(self) -> Problem | None:
        """`with height 3`: `with` is followed by things, not by numbers."""
        if self.token.type != "WORD" or not self.before.endswith(" with ") or self.token in self.hints.words:
            return None
        return Problem(
            "TW001",
            self.place,
            self._unexpected(),
            f"write 'with a {self.token}' for a thing, 'where {self.token} = 3' for a number",
        )

    def _more_things(self) -> Problem | None:
        """`more of these than of those` compares two counts."""
        if self.token.type != "WORD" or not self.before.endswith((" more ", " fewer ", " less ")):
            return None
        return Problem(
            "TW001",
            self.place,
            "a number is missing",
            "to compare two counts, write 'count of ... > count of ...'; for a number of things, 'more than 2 ...'",
        )

    def _joined_things(self) -> Problem | None:
        """`each red or blue piece`: what follows a thing is about it."""
        if self.token.type not in ("AND", "OR"):
            return None
        if self.context == "play" and re.match(rf" *(?:{'|'.join(_DONE)})\b", self.before):
            return Problem(
                "TW001", self.place, f"'{self.token}' joins conditions, not actions", "write one action on each line"
            )
        message = f"'{self.token}' joins conditions, not things"
        place, help = self._both()
        return Problem("TW001", place, message, help)

    def _both(self) -> tuple[Span, str]:
        """The replacement for two things joined by `and` or `or`, and its span."""
        both = re.search(r"\bwith ([a-z0-9][a-z0-9 -]*) $", self.before)
        other = re.match(
            r" (?:an?|no|any|exactly|at (?:least|most)) [a-z0-9 -]+?(?= (?:where|with|in|on|if|and|or)\b|$)", self.after
        )
        if both is not None and other is not None:
            return self._around(both, other), f"write 'where it has {both[1]} {self.token}{other[0]}'"
        each = re.search(r"\bfor each ([a-z-]+) $", self.before)
        thing = re.match(r" ([a-z-]+)$", self.after)
        if each is not None and thing is not None:
            return self.place, f"write two lines, one with 'for each {each[1]}' and one with 'for each {thing[1]}'"
        place = re.search(r"\b((?:in|on) (?:the )?)([a-z -]+) $", self.before)
        other = re.match(r" (?:(?:in|on) )?(?:the )?([a-z-]+(?: [a-z-]+)?)$", self.after)
        if place is not None and other is not None and "where" not in self.before:
            help = f"write 'where it is {place[1]}{place[2]} {self.token} it is {place[1]}{other[1]}'"
            return self._around(place, other), help
        return self.place, "use 'where', as in 'where it is a ... or it is a ...', or write two lines"

    def _around(self, before: re.Match[str], after: re.Match[str]) -> Span:
        """The span from a match before the token to a match after it."""
        return Span(self.place.start - len(self.before) + before.start(), self.place.end + after.end())

    def _stray_colon(self) -> Problem | None:
        if self.token.type != "COLON":
            return None
        named = re.fullmatch(r" *(name|text) *", self.before)
        if named is not None and self.after.strip() and '"' not in self.after and len(self.after) < MAX_AFTER:
            place = Span(self.place.start - len(self.before.lstrip()), self.place.end + len(self.after))
            return Problem("TW006", place, "no ':' is needed here", f"write '{named[1]} en \"{self.after.strip()}\"'")
        help = "leave it out" if self.after.strip() else "leave it out: indentation alone opens a block"
        return Problem("TW006", self.place, "no ':' is needed here", help)

    def _missing_colon(self) -> Problem | None:
        if "COLON" not in self.wanted:
            return None
        return Problem(
            "TW006",
            self.place,
            f"a ':' is missing before '{self.token}'",
            "an entry of a table reads '3: 5', '3 to 5: 7' or '6 or more: 8'",
        )

    def _turned_sign(self) -> Problem | None:
        """`==`, `=>` or `=<`, the first half of which has been read as `=`."""
        start = self.place.start - 1
        sign = self.text[start : start + 2]
        if sign not in _TURNED:
            return None
        message, help = _TURNED[sign]
        return Problem("TW001", Span(start, start + 2), message, help)

    def _capitals(self) -> Problem | None:
        if self.token.type != "CODE" or "WORD" not in self.wanted:
            return None
        return Problem("TW002", self.place, *strange(self.token))

    def _contraction(self) -> Problem | None:
        """`isn't`: the word before the quote is not the mistake."""
        if not self.after.startswith("'"):
            return None
        place = Span(self.place.end, self.place.end + 1)
        return contraction(self.text, place.start) or Problem("TW002", place, *strange("'"))

    def _verb_with_s(self) -> Problem | None:
        """`scores 1`: a keyword with an additional s."""
        first = re.match(r" *([a-z-]+)s(?![a-z0-9-])", f"{self.before}{self.token}")
        known = set(self.names.values())
        if first is None or f"'{first[1]}'" not in known or f"'{first[1]}s'" in known:
            return None
        start = self.place.start - len(self.before) + first.start(1)
        return Problem(
            "TW001", Span(start, start + len(first[1]) + 1), f"did not expect '{first[1]}s' here", f"write '{first[1]}'"
        )

    def _no_option(self) -> Problem | None:
        """A statement directly under `choose one`."""
        if self.wanted != {"OPTION"}:
            return None
        help = "put it under a line 'option NAME'"
        if nearest(str(self.token), ["option"]):
            help = "did you mean 'option'?"
        elif not self.after and self.token not in STATEMENTS:
            help = f"name the option: 'option {self.token}'"
        return Problem("TW001", self.place, self._unexpected(), help)

    def _declared_nothing(self) -> Problem | None:
        """A statement among the declarations of a game file."""
        if self.context != "game" or self.before.strip() or self.token not in (*STATEMENTS, *_DONE):
            return None
        return Problem(
            "TW001",
            self.place,
            self._unexpected(),
            "actions go under 'setup', 'turn' or a verb, scoring under a 'part'",
        )

    def _first_word(self) -> Problem | None:
        """A line that begins with a foreign word."""
        help = self.hints.words.get(str(self.token))
        if help is None or self.before.strip():
            return None
        return Problem("TW001", self.place, f"'{self.token}' is not allowed here", help)

    def _misspelt(self) -> Problem | None:
        words = {w for name in map(self._name, self.wanted) for w in re.findall(r"'([a-z-]+)'", name)}
        if self.token.type != "WORD":  # a misplaced keyword; only its plural is suggested
            words &= {f"{self.token}s"}
        close = nearest(str(self.token), words)
        if close is None:
            return None
        return Problem("TW001", self.place, self._unexpected(), f"did you mean '{close}'?", replacement=close)

    def _plain_english(self) -> Problem | None:
        """A foreign word that is not allowed here: the token, or one of the two words before it."""
        line = f"{self.before}{self.token}"
        for found in list(re.finditer(r"[a-z-]+", line))[:-4:-1]:
            if found[0] in self.hints.words:
                start = self.place.end - len(line) + found.start()
                place = Span(start, start + len(found[0]))
                return Problem("TW001", place, f"'{found[0]}' is not allowed here", self.hints.words[found[0]])
        return None

    def _no_verb(self) -> Problem | None:
        """`where it touches ...`: predicates begin with `is` or `has`."""
        if self.token.type != "WORD" or not re.search(r"(?:^|[ (])it +$", self.before):
            return None
        return Problem(
            "TW001", self.place, self._unexpected(), "after 'it' write 'is ...', 'has ...' or a sign such as '='"
        )

    def _unexpected(self) -> str:
        token = str(self.token)
        shown = f"'{token}'" if token.isprintable() and token else self._name(self.token.type)
        return f"did not expect {shown} here"

    def _expecting(self) -> str:
        if self.wanted >= _STARTERS and self.context == "play":
            return f"verbs: {', '.join(VERBS)}; those of the game file come after 'do'"
        if self.wanted >= _STARTERS and HEIGHTS in beside(self.source.text, self.place.start):
            return "a layout has 'name', 'text', 'players' and 'heights'"
        if self.wanted >= _STARTERS:
            return "a line begins with 'score', 'for each', 'if', 'let' or 'choose'"
        names = sorted({self._name(w) for w in self.wanted}, key=lambda n: (n[0] == "'", n))
        if len(names) > 9:
            names[8:] = [f"one of {len(names) - 8} more"]
        names[-1:] = [f"or {names[-1]}"] if len(names) > 1 else names
        return f"expected {(' ' if len(names) == 2 else ', ').join(names)}"

    def _name(self, terminal: str) -> str:
        return self.names[terminal]

    def _without_comment(self, line: int) -> str:
        return self.source.line(line).partition("#")[0].rstrip()

    def _advice_at(self, line: int) -> Hints:
        return HINTS[context(self.source.text, self.source.line_span(line).start)]

    def _line_before(self) -> int:
        """The last nonempty line that ends at or before the token."""
        before = self.text if self.token.type == "$END" else self.text[: self.place.start]
        kept = re.sub(r"#[^\n]*", "", before).rstrip()
        return kept.count("\n") + 1
