"""What help lines propose, tried: a line with one solution is one problem, and no help line says what would not be allowed there.

A proposal keeps the numbers and the things that its line names; where no correction is known, the nearest recipe is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import chain, pairwise

from tilewright.check.vocabulary import PLAYER_WORDS, REGION_WORDS, Vocabulary, engine_nouns
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.pages import similar_recipes
from tilewright.source import Source, Span
from tilewright.syntax.repair.hints import HINTS, context
from tilewright.syntax.repair.idioms import idiomatic, respelled
from tilewright.syntax.repair.printed import ALIKE, DIGITS
from tilewright.syntax.repair.scores import clauses, listed
from tilewright.syntax.words import ORDINALS, VERBS
from tilewright.table.geometry import LINES, SIDES

_LINE, _PLAYER, _EMPTY = "line", "player", "empty"
_PLACES = {"corner", "center", "quadrant", "diagonal"}
_FAMILIES = {
    **dict.fromkeys({*LINES, *REGION_WORDS, "run"} - _PLACES - {"pair"}, _LINE),
    **dict.fromkeys(PLAYER_WORDS, _PLAYER),
}
"""Groups of nouns that can replace one another in a rephrased line."""
_ADJECTIVES = ("face-up", "face-down", _EMPTY)
_NOT_EMPTY = re.compile(r"\b(?:no|a|an|has|have) (?:stack|tile)s?\b|\bevery space in it has\b")
"""Other words for what is empty and what is not."""
_NEAR = re.compile(r"\b(?:next to|adjacent|beside|touch\w*|neighbo\w+|around|surround\w*|borders?|bordering)\b")
_STILL_NEAR = re.compile(
    r"\b(?:beside|neighbors?|adjacent|groups?|runs?|pairs?|squares?|border|edges?|corners?|within|left|right|above|below|away|between)\b"
)
"""Words for what lies next to something, in a wrong line and in its replacement."""
_ALTERNATE = re.compile(r"\bevery other\b(?! (?:player|opponent))|\balternat\w+")
"""Words for every second one, which no rule can express."""
_IN_EVERY, _FOR_EACH = re.compile(r"\b(?:in|on) (?:every|each|all)\b"), re.compile(r"\bfor (?:each|every)\b")
"""Words for what holds of all lines, and those that begin a count."""
_OPTIONAL = re.compile(r"\b(?:may|up to \w+ times|if you (?:like|want|wish))\b")
"""Words for what is not required."""
_REMOVES = r"\b(?:remove|discard|return|take|destroy|trash|throw away|lose|sacrifice)"
_RESERVE = "(?:reserve|supply|pool|stock|bank)"
"""Words on printed cards for the supply of a player."""
_ALL_OF = "(?:corner|quadrant|side|edge|center|central|neighbor|player)"
"""Nouns before which a number in words may be lost, as in `the four corners` for `every corner`."""


class NameGuard:
    """Checks that a proposed line keeps the names in the original, for the words of a game."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        self._names: dict[str, str] = {}
        self.alike = ""
        """What pieces that are exactly alike have in common, if the game has one word for it."""
        self.off: list[tuple[re.Pattern[str], str, str]] = []
        """For each cap: the pattern of a line that takes it off a board (no rule can); its name; the help."""
        self.caps: tuple[str, ...] = ()
        self.attributes: tuple[str, ...] = ()
        self._implied = re.compile("(?!)")
        """An attribute before its value, which says what it is."""
        if vocabulary is None:
            return
        game = vocabulary.game
        self.caps = tuple(cap.name for cap in game.caps)
        own = (word for sort in game.sorts for word in (sort.main_attribute, sort.identity))
        self.attributes = tuple(dict.fromkeys(word for word in (*own, *game.numeric_attributes) if word))
        for cap in game.caps:
            built = f"(?:{cap.name}|{game.plural(cap.name)})"
            words = (
                rf"{_REMOVES} (?:off \S+ {built}\b|[^,]*\b{built} (?:off\b|(?:in)?to (?:your|the) {_RESERVE}\b"
                rf"|(?:from|out of|on|in|of) (?!(?:your|the) {_RESERVE}\b|[^,]*\b(?:players?|opponents?)\b)))"
            )
            self.off.append((re.compile(words), cap.name, game.only_built(cap)))
        values = "|".join(value for sort in game.sorts for value in game.values_of(sort.main_attribute))
        named = "|".join(sort.main_attribute for sort in game.sorts if sort.main_attribute)
        if values and named:
            self._implied = re.compile(rf"\b(?:{named})(?: is| =+| equals)? (?=(?:an? )?(?:{values})\b)")
        identities = {sort.identity for sort in game.sorts if sort.identity}
        self.alike = identities.pop() if len(identities) == 1 else ""
        alone = {sort.name for sort in game.sorts} if len(game.sorts) == 1 else set[str]()
        general = {*engine_nouns(), *game.numeric_attributes, *alone} - _PLACES - {"group"}
        names = {noun.singular for noun in vocabulary.nouns.values()} - general
        self._names = {name: name for name in (*names, *vocabulary.kinds_of, *_ADJECTIVES)} | _FAMILIES
        plurals = {
            noun.plural: self._names[noun.singular]
            for noun in vocabulary.nouns.values()
            if noun.singular in self._names
        }
        self._names |= plurals

    def loses(self, before: str, after: str) -> bool:
        """Whether something named in a line is missing from its replacement."""
        distant = _NEAR.search(before) and not _STILL_NEAR.search(after)
        skips = _ALTERNATE.search(before) and not _ALTERNATE.search(after)
        some = _IN_EVERY.search(before) and not re.search(r"\b(?:every|each|all|no)\b(?! *$)", _FOR_EACH.sub("", after))
        required = _OPTIONAL.search(before) and not _OPTIONAL.search(after)
        return bool(distant or skips or some or required) or self.drops(before, after)

    def drops(self, before: str, after: str) -> bool:
        """Whether a thing or a number of a line is missing from its replacement."""
        kept = self._things(after)
        kept |= {_EMPTY} if _NOT_EMPTY.search(after) else set()
        kept |= {_LINE} if re.search(rf"\b(?:{'|'.join((*SIDES, 'above', 'below'))})\b", after) else set()
        return _loses_numbers(before, after) or not self._things(self._implied.sub("", before)) <= kept

    def _things(self, line: str) -> set[str]:
        """The canonical names of what a line mentions."""
        words = re.findall(r"[A-Za-z][\w-]*", line)
        return {self._names.get(word) or self._names.get(word.lower(), "") for word in words} - {""}


def _loses_numbers(before: str, after: str) -> bool:
    """Whether a number in a line is missing from its replacement.

    Words can express numbers: 'two' a pair, 'every' all of a kind, a square 2 by 2; 1 may be implied, as in an
    action on one thing. At least 3 spaces away is not within 2.
    """
    kept = set(re.findall(r"\d+", after))
    kept |= {str(n) for n, ordinal in enumerate(ORDINALS, 1) if ordinal in after.split()}
    kept |= {"2"} if "square" in after.split() else set()
    table = [int(number) for number in re.findall(r": (\d+)", after)]
    kept |= {str(number - less) for less, number in pairwise(table)}
    kept |= {str(int(floor) - 1) for floor in re.findall(r"\bfloor (\d+)", after) if "on top of" in before}
    before = re.sub(rf"\b({'|'.join(VERBS)}) 1(?= [a-z])", r"\1 a", before)
    kept |= {str(int(number) + 1) for number in re.findall(r"\bno neighbor within (\d+)", after)}
    kept |= {"1"} if re.search(r"\b(?:count of|total|largest|smallest)\b|\bto a neighbor\b", after) else set()
    if not set(re.findall(r"(?<![\w-])\d+(?![\w-])", before)) <= kept:
        return True
    kept |= {"2"} if re.search(r"\b(?:pairs?|neighbor|another|the other|sets? of)\b", after) else set()
    said = {
        number for word, number in DIGITS.items() if word != "one" and re.search(rf"\b{word}\b(?! {_ALL_OF})", before)
    }
    return not said <= kept and "every" not in after.split()


BLOCK = r"(?:for|if|otherwise|may$|up to|\d+ times|as\b|during)"
"""The first words of lines with nested lines."""
ProblemsOf = Callable[[Source, frozenset[int]], Sequence[Diagnostic]]
"""The diagnostics of a source without the lines of these numbers."""
SentenceReader = Callable[[str, bool], Sequence[str]]
"""The lines of the language that a printed sentence can mean; the flag is for lines of abilities."""
MOST_TRIED, MOST_READ = 60, 8
"""The largest number of rephrasings tried, and of those read as sentences."""
MOST_MORE = 150
"""The largest number of characters that a rephrasing may add."""
MOST_LINES, MOST_STEPS = 30, 8
"""The largest number of lines of a file that are tried, and of changes to each."""
_QUOTED = r"'((?:[^']|'s\b)*)'"
_ONE = re.compile(rf"write {_QUOTED}(?:[:,] (?:[^']|'/')*)?")
_CHOICE = re.compile(rf"write {_QUOTED}(?:(?:, or |, | or ){_QUOTED})+(?:[,:] [^']*| if [^']*)?")
_ABOVE = re.compile(rf"(?:write|put) {_QUOTED} on a line above, and {_QUOTED} (?:indented )?under it")
_THEN = re.compile(rf"write {_QUOTED} on one line, and {_QUOTED} on the next")
_NOTHING = re.compile(r"(?:leave it out|write the number alone)\b.*")
_OF_WORDS = ("TW001", "TW002", "TW006", "TW101", "TW102", "TW106", "TW201", "TW202", "TW209", "TW210", "TW213")
"""Codes of problems that rewording can fix; others are left unchanged."""
_EMPTY_WORDS = ("TW204", "TW212", "TW226")
"""Codes of warnings about trivial conditions."""
_ALWAYS = (
    *((rf"\b{word}\b", number) for word, number in DIGITS.items()),
    (r"\bfor every\b", "for each"),
    (r"\b(?:next|adjacent) to\b", "beside"),
    (r"(?<=\d) points?\b|^points?$", ""),
)
"""Rewritings that preserve the meaning in any context."""
_ASKS = "say what makes"
"""The beginning of a help line that asks for missing information."""
_AGREEMENT, _CAPITAL = "TW102", "TW002"
_BETWEEN = ("for", "if", "where", "and", "or", "is", "are", "has", "have", "of", "in", "on", "with", "than", "as")
"""Words that end a phrase."""
_GO_ON = (*_BETWEEN, "it", "each", "every", "any", "no", "count", "neighbor", "the", "a", "=")
"""Words that cannot end a line."""
_CONNECT = ("where it is", "where it has", "where", "is", "in")
"""Words that connect a phrase with what it says more about."""
_QUALITIES = ("color", "colour", "suit", "category", "family", "rank", "icon", "picture")
"""Qualities that the pieces of many games have."""
MOST_SHOWN = 100
"""The largest length of a line that is shown in full."""
_VAGUE = "see 'tilewright explain language' for how this can be written"
_GENERAL = re.compile(
    rf"{_VAGUE}|(?:things of the game:|a line begins with|more about a thing begins|expected|verbs:) .*"
)
"""Generic help lines, for which a recipe is better."""


def settled(
    diagnostics: Diagnostics, problems_of: ProblemsOf, read: SentenceReader | None = None, kept: NameGuard | None = None
) -> Diagnostics:
    """The problems of a source with each line's proposals tried; lines for which there are none are `read` as sentences.

    No proposal loses what is to be `kept`.
    """
    source = diagnostics.source
    lines: dict[int, list[Diagnostic]] = {}
    for problem in diagnostics:
        if problem.is_error:
            lines.setdefault(source.position(problem.span.start)[0], []).append(problem)
    found = Diagnostics(source)
    found.extend(problem for problem in diagnostics.items if not problem.is_error)
    for tried, (number, problems) in enumerate(lines.items()):
        if tried < MOST_LINES and all(problem.code in _OF_WORDS for problem in problems):
            others = frozenset(lines) - {number} - _above(source, number)
            problems = _Line(source, number, problems, problems_of, others, read, kept).settled()
        found.extend(problems)
    return found


def _above(source: Source, number: int) -> frozenset[int]:
    """The lines under which a line is indented."""
    found, indent = set(), _indent(source.line(number))
    for above in range(number - 1, 0, -1):
        line = source.line(above)
        if line.strip() and _indent(line) < indent:
            found.add(above)
            indent = _indent(line)
    return frozenset(found)


def _one_card(text: str, place: int) -> str:
    """A text reduced to the card at an offset; offsets are unchanged."""
    starts = [found.start() for found in re.finditer(r"^[^\s#]", text, re.MULTILINE)]
    start = max((start for start in starts if start <= place), default=0)
    end = min((start for start in starts if start > place), default=len(text))
    return re.sub(r"[^\n]", " ", text[:start]) + text[start:end]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


class _Line:
    """A line with errors."""

    def __init__(
        self,
        source: Source,
        number: int,
        problems: list[Diagnostic],
        problems_of: ProblemsOf,
        others: frozenset[int],
        read: SentenceReader | None = None,
        kept: NameGuard | None = None,
    ) -> None:
        self.source = source
        self.problems = problems
        self.problems_of = problems_of
        self.others = others
        self.read = read
        self.kept = kept or NameGuard()
        self.place = source.line_span(number)
        self.section = context(source.text, self.place.start)
        self.hints = HINTS[self.section]
        said = source.slice(self.place)
        self.said = said.partition("#")[0].rstrip() if '"' not in said else said
        self.left: Sequence[Diagnostic] = ()
        """What is wrong with the line once all that help lines propose is written."""

    def settled(self) -> list[Diagnostic]:
        """One diagnostic if the line has a solution; else those that are not consequences of others, without wrong
        help."""
        found = [self._sure(problem) for problem in self._solved()]
        (first, *others) = found
        hides = first == self.problems[0] and first.code == _CAPITAL and not others and not _is_shape(first)
        return (self._behind(first) or found) if hides else found

    def _sure(self, problem: Diagnostic) -> Diagnostic:
        """Mark a fix that always preserves the meaning as safe for `check --fix`."""
        words = proposals_of(problem)
        said = self.source.slice(problem.span)
        alike = len(words) == 1 and _same_words(said) == _same_words(words[0])
        return replace(problem, replacement=words[0]) if alike and said in self.said else problem

    def _behind(self, slip: Diagnostic) -> list[Diagnostic]:
        """The problems of a line after its initial capital letter is fixed."""
        said = self.source.slice(slip.span)
        if said == said.lower():
            return []
        line = self._with(self.said, slip.span, said.lower())
        if not self._problems(line):
            return []
        found = [problem.at(self.source) for problem in self._instead(line).settled()]
        return found if found[0].span == self._whole() else [slip, *found]

    def _instead(self, line: str) -> _Line:
        """Another line with errors in the place of this one."""
        text = self.source.text
        after = self.place.start + len(self.said)
        source = replace(self.source, text=text[: self.place.start] + line + text[after:])
        problems = [problem.at(source) for problem in self._problems(line)]
        number = source.position(self.place.start)[0]
        return _Line(source, number, problems, self.problems_of, self.others, self.read, self.kept)

    def _alone(self, line: str) -> str | None:
        """A line in the place of this one, corrected; None if there is not one way to do that."""
        if not self._problems(line):
            return None if self._is_doubtful(line) else line
        found = self._instead(line).settled()
        words = proposals_of(found[0])
        if len(found) > 1 or len(words) != 1:
            return None
        written = self._with(line, found[0].span, *words)
        return None if self._problems(written) or self._is_doubtful(written) else written

    def _in_parts(self) -> list[str]:
        """The scores that a line lists, each corrected by itself on a line of its own."""
        parts = clauses(self.said)
        written = [self._alone(part) for part in parts] if len(parts) > 1 and self.section == "score" else [None]
        deeper = "\n" + " " * _indent(self.source.line(self.source.position(self.place.start)[0]))
        lines = "\n".join(line.strip().replace(deeper, "\n") for line in written if line)
        whole = self._with(self.said, self._whole(), lines)
        return [] if None in written or self._problems(whole) or self._is_doubtful(whole) else [whole]

    def _solved(self) -> list[Diagnostic]:
        """`settled`, before safe fixes are marked."""
        for words, cap, help in self.kept.off:
            if self.section == "play" and words.search(self.said):
                message = f"a {cap} cannot be taken off a board"
                return [
                    replace(
                        self.problems[0], code="TW202", span=self._whole(), message=message, help=help, replacement=None
                    )
                ]
        if known := self._idiomatic() or self._of_quality():
            return known
        followed = self._each_followed()
        if followed is not None and self._is_doubtful(followed):
            if found := self._reworded():
                return [self._as_one(*found)]
            followed = None if self._is_reworded() else followed
        if followed is not None:
            several = len(self.problems) > 1
            fixable = any(problem.replacement is not None for problem in self.problems)  # `--fix` takes each by itself
            if any("\n" in problem.help for problem in self.problems) or (several and not fixable):
                return [self._as_one(followed)]
            return self.problems if several else [self._in_full(*self.problems)]
        solution = self._solution()
        if solution is None:
            solution = self._in_plain_words()
        if solution:
            return [self._as_one(solution)]
        if (
            solution is None
            and not self._is_a_choice()
            and (found := self._in_parts() or self._sentence_readings(self.said) or self._reworded())
        ):
            return [self._as_one(*found)]
        kept: list[Diagnostic] = []
        for problem in self.problems:
            if not kept or not self._follows(problem, kept[-1]):
                kept.append(self._honest(problem))
        kept += [fault for fault in map(self._of_word, self.left) if fault and not _among(fault, kept)]
        return self._with_recipe(kept)

    def _with_recipe(self, problems: list[Diagnostic]) -> list[Diagnostic]:
        """Diagnostics without a proposal; the first one gets a similar recipe as help."""
        if any(map(proposals_of, problems)) or self.section == "game":
            return problems
        at = next((i for i, problem in enumerate(problems) if _GENERAL.fullmatch(problem.help)), None)
        recipe = next(iter(similar_recipes(self.said, self.section == "play")), None)
        if at is None or recipe is None:
            return problems
        help = "" if problems[at].help == _VAGUE else f"{problems[at].help}; "
        rule = f"'{recipe.rule}'" if "\n" not in recipe.rule else _in_lines(recipe.rule).removeprefix("write ")
        help += f"a similar rule is {rule}: see 'tilewright explain {recipe.term}'"
        return [*problems[:at], replace(problems[at], help=help), *problems[at + 1 :]]

    def _in_full(self, problem: Diagnostic) -> Diagnostic:
        """A diagnostic with one proposal; a fragment is extended to the whole line."""
        words = _proposed(problem.help)
        if (
            problem.replacement is not None
            or len(words) != 1
            or not _is_cut(words[0])
            or problem.help != f"write '{words[0]}'"
        ):
            return problem
        line = self._with(self.said, problem.span, words[0]).strip()
        if "\n" in line or len(line) > MOST_SHOWN:
            return problem
        return replace(self._sure(problem), help=f"write '{line}'")

    def _idiomatic(self) -> list[Diagnostic]:
        """The line with an idiom of printed cards written as a rule says it."""
        shape = next(filter(_is_shape, self.problems), None)
        for line in dict.fromkeys((self.said, respelled(self.said))):
            for meanings in self._meanings(line):
                if not any(map(self._problems, meanings)) and not self._is_doubtful(*meanings):
                    return [self._as_one(*meanings)]
        return [shape] if shape else []

    def _meanings(self, line: str) -> Iterator[list[str]]:
        """What a line can mean, for each idiom in it."""
        if self.section == "game":
            return
        whole = Span(self.place.start, self.place.start + len(line))
        scores = listed(line) if self.section == "score" else None
        for meanings in chain([[scores]] if scores else [], idiomatic(line, self.kept.caps)):
            yield [self._with(line, whole, meant) if "\n" in meant else meant for meant in meanings]

    def _of_quality(self) -> list[Diagnostic]:
        """A quality of things that the game does not have, with one that it has in its place."""
        found = re.search(rf"\b({'|'.join(_QUALITIES)})(?=s?\b)", self.said)
        if found is None or not self.kept.attributes or found[0] in self.kept.attributes:
            return []
        *others, last = self.kept.attributes
        message = f"this game has no {found[0]}; it has {', '.join(others)}{' and ' * bool(others)}{last}"
        for attribute in self.kept.attributes:
            line = f"{self.said[: found.start()]}{attribute}{self.said[found.end() :]}"
            meant = [line] if not self._problems(line) else self._sentence_readings(line) or self._reworded_from(line)
            if self._is_doubtful(*meant):  # of what is shown, not of all that there are
                meant = [re.sub(rf"(?<= for each )(?:different )?{attribute}\b", f"{attribute} with a stack", line)]
            if meant and not self._is_doubtful(*meant) and not any(map(self._problems, meant)):
                return [replace(self._as_one(*meant), message=message)]
        return []

    def _each_followed(self) -> str | None:
        """The line with all proposals applied, if it then has no problems."""
        line = self.said
        for problem in reversed(self.problems):
            proposed = proposals_of(problem)
            if len(proposed) != 1:
                return None
            line = self._with(line, problem.span, *proposed)
        return None if self.kept.loses(self.said, line) or self._problems(line) else line

    def _is_doubtful(self, *lines: str) -> bool:
        """Whether a line is accepted but trivial: always true, or the same for each thing."""
        return any(problem.code in _EMPTY_WORDS for line in lines for problem in self._problems(line, warnings=True))

    def _in_plain_words(self) -> str | None:
        """The line in the spelling of rules, if that is all that it lacks."""
        line = respelled(self.said)
        lost = line == self.said or self.kept.loses(self.said, line) or self._problems(line)
        return None if lost or self._is_doubtful(line) else line

    def _is_reworded(self) -> bool:
        """Whether a help line proposes other words, not just another spelling."""
        return any(problem.replacement is None for problem in self.problems)

    def _follows(self, problem: Diagnostic, earlier: Diagnostic) -> bool:
        """Whether a problem is a consequence of an earlier one in the same words or phrase."""
        between = self.source.text[earlier.span.end : problem.span.start].split()
        same_phrase = all(re.fullmatch("[a-z0-9-]+", word) and word not in _BETWEEN for word in between)
        return problem.span.start < earlier.span.end or (problem.code == _AGREEMENT and same_phrase)

    def _solution(self) -> str | None:
        """The line after repeated application of unique proposals; None if not known, "" if all are mere typos."""
        line, problems, sure = self.said, self.problems, True
        for _ in range(MOST_STEPS):
            problem = next((problem for problem in problems if len(proposals_of(problem)) == 1), None)
            if problem is None:
                self.left = problems
                return None
            line, before = self._with(line, problem.span, *proposals_of(problem)), line
            if self.kept.loses(before, line):
                return None
            sure = sure and problem.replacement is not None
            problems = self._problems(line)
            if not problems:
                return "" if sure else None if self._is_doubtful(line) else line
        return None

    def _is_a_choice(self) -> bool:
        """Whether the only problem has several proposals that all solve it, or asks for clarification."""
        (only, *others) = self.problems
        if others:
            return False
        lines = [self._with(self.said, only.span, words) for words in proposals_of(only)]
        if only.help.startswith(_ASKS) or only.message.endswith("?"):
            return not lines or not all(map(self._problems, lines))
        return len(lines) > 1 and not any(map(self._problems, lines))

    def _reworded(self) -> list[str]:
        """The line with the fewest rephrasings that is accepted; otherwise its meanings as a printed sentence."""
        return self._reworded_from(self.said) or self._connected()

    def _connected(self) -> list[str]:
        """The line with words that connect phrases where it could not be read further."""
        at = self.problems[0].span.start - self.place.start
        lines = (f"{self.said[:at]}{words} {self.said[at:]}" for words in _CONNECT if self.said[:at].endswith(" "))
        return next(([line] for line in lines if not self._problems(line) and not self._is_doubtful(line)), [])

    def _reworded_from(self, said: str) -> list[str]:
        lines = list(dict.fromkeys((said, respelled(said))))
        seen = set(lines)
        for tried, line in enumerate(lines):
            if tried >= MOST_TRIED:
                break
            problems = self._problems(line) if line != self.said else self.problems
            if not problems and not self._is_doubtful(line) and not self.kept.loses(self.said, line):
                return [line]
            if not self.left and all(map(self._of_word, problems)):
                self.left = problems  # the remaining problems after rephrasing
            if tried and tried < MOST_READ and (meant := self._sentence_readings(line)):
                return meant
            for other in self._ways(line, problems):
                if other not in seen and len(other) < len(self.said) + MOST_MORE and not self.kept.drops(line, other):
                    seen.add(other)
                    lines.append(other)
        return []

    def _ways(self, line: str, problems: Sequence[Diagnostic]) -> Iterator[str]:
        """A line with one rephrasing applied."""
        yield from (meanings[0] for meanings in self._meanings(line) if len(meanings) == 1)
        for problem in problems:
            proposed = proposals_of(problem)
            if len(proposed) == 1:
                yield self._with(line, problem.span, *proposed)
        for start, end, help in self.hints.everywhere(line):
            proposed = _proposed(help.replace(ALIKE, self.kept.alike or "..."))
            if len(proposed) == 1:
                yield self._with(line, Span(self.place.start + start, self.place.start + end), *proposed)

    def _sentence_readings(self, line: str) -> list[str]:
        """The meanings of a line as a printed sentence, as replacements."""
        if self.read is None or self.section == "game":
            return []
        whole = Span(self.place.start, self.place.start + len(line))
        lines = (self._with(line, whole, meant) for meant in self.read(line, self.section == "play"))
        kept = (meant for meant in lines if not any(self.kept.loses(said, meant) for said in {line, self.said}))
        sound = [meant for meant in kept if not self._problems(meant)]
        sound = [meant for meant in sound if not any(meant.startswith(f"{other} ") for other in sound)]
        return [line for line in sound if not self._problems(line, warnings=True)] or sound

    def _with(self, line: str, span: Span, proposed: str) -> str:
        """A line with a replacement at a span of the file."""
        start, end = span.start - self.place.start, span.end - self.place.start
        if "\n" in proposed:  # replaces the whole line, with its indentation
            start, end = line.rfind("\n", 0, start) + 1, line.find("\n", end)
            before = line[start:] if start else self.source.line(self.source.position(self.place.start)[0])
            first = " " * (_indent(before) if start else 0)
            proposed = first + proposed.replace("\n", "\n" + " " * _indent(before))
            return f"{line[:start]}{proposed}{line[end:] if end >= 0 else ''}"
        before, after = line[:start], line[end:]
        if not proposed:
            before, after = re.sub(r"(?:\b(?:in|on|of|from|at) )?(?:the )?$", "", before, count=1), after.lstrip(" ")
        return re.sub(r" +(?=\n|$|,)", "", f"{before}{proposed}{after}")

    def _problems(self, line: str, warnings: bool = False) -> list[Diagnostic]:
        """The diagnostics of a replacement for this line; with `warnings`, also warnings."""
        text = self.source.text
        after = text[self.place.start + len(self.said) :]
        source = replace(self.source, text=_one_card(text[: self.place.start] + line + after, self.place.start))
        more = line.count("\n")
        number = source.position(self.place.start)[0]
        others = frozenset(other + more if other > number else other for other in self.others)
        end = self.place.start + len(line)
        return [
            problem
            for problem in self.problems_of(source, others)
            if (problem.is_error or warnings) and self.place.start <= problem.span.start <= end
        ]

    def _honest(self, problem: Diagnostic) -> Diagnostic:
        """A diagnostic whose help is verified: its proposal is accepted and keeps the numbers of the line.

        If a word of the line is unknown in any context, that is the diagnostic.
        """
        said, proposed = self.source.slice(problem.span), proposals_of(problem)
        lines = {words: self._with(self.said, problem.span, words) for words in proposed}
        broken = any("\n" in words and self.section == "score" and self._problems(lines[words]) for words in proposed)
        if broken or (problem.replacement is None and lines and all(map(self._is_doubtful, lines.values()))):
            return replace(problem, help=_VAGUE, replacement=None)
        faults = [self._faults(problem, words) for words in proposed]
        if not any(self.kept.loses(said, words) for words in proposed) and ([] in faults or not faults):
            return problem
        unknown = (self._of_word(fault) for found in faults for fault in found)
        return next(filter(None, unknown), None) or replace(problem, help=_VAGUE, replacement=None)

    def _of_word(self, fault: Diagnostic) -> Diagnostic | None:
        """A problem of a changed line mapped to this line, if it is about an unknown word in both."""
        if not fault.message.endswith("is not a known word") and "cannot follow" not in fault.message:
            return None
        words = re.compile(rf"(?<![\w-]){re.escape(fault.source.slice(fault.span))}(?![\w-])")
        word = words.search(self.said)
        changed = fault.source.line(fault.source.position(fault.span.start)[0])
        # more occurrences than before come from a proposal
        if word is None or word[0] in VERBS or len(words.findall(changed)) > len(words.findall(self.said)):
            return None
        return fault.at(self.source, Span(self.place.start + word.start(), self.place.start + word.end()))

    def _faults(self, problem: Diagnostic, words: str) -> list[Diagnostic]:
        """The problems of a proposal in its place, with the other proposals applied."""
        line, rest = self.said, 0
        for other in reversed(self.problems):
            proposed = [words] if other is problem else proposals_of(other)
            if len(proposed) == 1:
                line = self._with(line, other.span, *proposed)
            if other is problem:
                rest = len(line) - (other.span.start - self.place.start) - len(words)
        end = self.place.start + len(line) - rest
        return [
            after
            for after in self._problems(line)
            if end - len(words) <= after.span.end <= end and after.code in _OF_WORDS and not proposals_of(after)
        ]

    def _as_one(self, solution: str, *others: str) -> Diagnostic:
        """The change of the line as one diagnostic, with alternatives in `others`."""
        first = self.problems[0]
        about = Span(first.span.start - self.place.start, first.span.end - self.place.start)
        span, words = _change(self.said, solution, about)
        place = Span(self.place.start + span.start, self.place.start + span.end)
        help = f"write '{words}'" if words else "leave it out"
        if "\n" in words:
            help, place = _in_lines(words), self._whole()
        if others:
            help, place = f"{'; or '.join(map(_in_lines, (solution, *others)))}: it can mean both", self._whole()
        said = self.source.slice(place)
        message = "this is not how a rule is written" if place == self._whole() else f"'{said}' is not allowed here"
        if first.span == place and "not expect" not in first.message:
            message = first.message
        solved = replace(first, span=place, message=message, help=help, replacement=None)
        return solved if place == self._whole() else self._in_full(solved)

    def _whole(self) -> Span:
        return Span(self.place.start, self.place.start + len(self.said))


def _is_shape(problem: Diagnostic) -> bool:
    """Whether a problem is the shape of a group, in which no other correction of its words helps."""
    return problem.message.endswith("-shaped' is not a word")


def _among(fault: Diagnostic, problems: Sequence[Diagnostic]) -> bool:
    """Whether a problem overlaps one of some problems, or is about the same words."""
    return any(
        (fault.span.start < other.span.end and other.span.start < fault.span.end)
        or fault.source.slice(fault.span) == other.source.slice(other.span)
        for other in problems
    )


def proposals_of(problem: Diagnostic) -> list[str]:
    """The replacements that a diagnostic proposes, from its fix or its help."""
    return [problem.replacement] if problem.replacement is not None else _proposed(problem.help)


def _same_words(said: str) -> str:
    """The line normalized: numbers in digits, and synonyms replaced."""
    for pattern, written in _ALWAYS:
        said = re.sub(pattern, written, said)
    return " ".join(said.split())


def _is_cut(words: str) -> bool:
    """Whether words are a fragment that is not helpful alone."""
    return len(words.split()) < 3 or words.split()[-1] in _GO_ON or not words[0].isalnum()


def _proposed(help: str) -> list[str]:
    """The replacements quoted in a help line."""
    if above := _ABOVE.fullmatch(help):
        found = [f"{above[1]}\n  {above[2]}"]
    elif then := _THEN.fullmatch(help):
        found = [f"{then[1]}\n{then[2]}"]
    elif _NOTHING.fullmatch(help):
        found = [""]
    elif one := _ONE.fullmatch(help):
        found = [one[1]]
    elif _CHOICE.fullmatch(help):
        found = re.findall(_QUOTED, help)
    else:
        return []
    return [] if any("..." in words for words in found) else found


def _in_lines(text: str) -> str:
    """A help line that says to write a text of one or more lines."""
    first, *others = lines = text.split("\n")
    if not others:
        return f"write '{first}'"
    pad = min(map(_indent, others))
    if len(others) > 2 and len({*map(_indent, others)}) > 1:
        return f"write {_nested(lines)}"
    if len(others) > 1 and not re.match(BLOCK, first) and len({*map(_indent, others)}) == 1:
        *begun, last = (f"'{line.strip()}'" for line in (first, *others))
        return f"write {', '.join(begun)} and {last}, each on a line of its own"
    if len({*map(_indent, others)}) > 1 and _indent(others[-1]) > pad == _indent(others[-2]):
        *before, last = (f"'{line.strip()}'" for line in (first, *others))
        return f"write {', then '.join(before)} on the next line, and {last} indented under it"
    below = " and ".join(f"'{line.strip()}'" for line in others)
    under = _indent(others[0]) == pad and bool(re.match(BLOCK, first))
    return (
        f"write '{first}' on a line above, and {below} indented under it"
        if under
        else f"write '{first}' on one line, and {below} on the next"
    )


def _nested(lines: Sequence[str]) -> str:
    """The lines of a block in blocks, each with its place after the one before it."""
    shown = f"'{lines[0]}'"
    for before, line in pairwise(lines):
        deeper, higher = _indent(line) > _indent(before), _indent(line) < _indent(before)
        above = next((said for said in lines if _indent(said) == _indent(line)), "")
        where = "indented under it" if deeper else f"then, indented like '{above.strip()}'," if higher else "then"
        shown += f", {where} '{line.strip()}'"
    return shown


def _change(before: str, after: str, about: Span) -> tuple[Span, str]:
    """The smallest span in which two lines differ, and its replacement.

    It includes the span `about`. With several differences outside of that, it spans all of them.
    """
    first, second = list(_words(before)), list(_words(after))
    matcher = SequenceMatcher(None, [word for word, _ in first], [word for word, _ in second], autojunk=False)
    changes = [code[1:] for code in matcher.get_opcodes() if code[0] != "equal"]
    inside = [i for i, (_, span) in enumerate(first) if span.start < about.end and span.end > about.start]
    others = [change for change in changes if not inside or change[1] < inside[0] or change[0] > inside[-1] + 1]
    if "\n" in after or len(others) > bool(len(changes) == 1):
        return Span(0, len(before)), after
    start = min([change[0] for change in changes] + inside[:1])
    end = max([change[1] for change in changes] + [i + 1 for i in inside[-1:]])
    start_after, end_after = start, end + len(second) - len(first)
    if start == end or start_after == end_after:  # an empty side is extended by the word before
        back = min(start, 1)  # or after, at the beginning
        start, start_after = start - back, start_after - back
        end, end_after = min(end + 1 - back, len(first)), min(end_after + 1 - back, len(second))
    place = Span(first[start][1].start, first[end - 1][1].end)
    return place, after[second[start_after][1].start : second[end_after - 1][1].end]


def _words(line: str) -> Iterator[tuple[str, Span]]:
    for found in re.finditer(r"\w(?:[\w'.-]*[\w'-])?|[^\w\s]+", line):
        yield found[0], Span(*found.span())
