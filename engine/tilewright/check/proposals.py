"""What help lines propose, tried: a line with one solution is one problem, and no help line says what would not be allowed there.

A proposal keeps the numbers and the things that its line names; where no correction is known, the nearest recipe is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise

from tilewright.check.vocabulary import PLAYER_WORDS, REGION_WORDS, Vocabulary, engine_nouns
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.pages import similar_recipes
from tilewright.source import Source, Span
from tilewright.syntax.repair.hints import HINTS, context
from tilewright.syntax.repair.printed import ALIKE, DIGITS
from tilewright.syntax.words import ORDINALS, VERBS
from tilewright.table.geometry import LINES, SIDES

_LINE, _PLAYER, _EMPTY = "line", "player", "empty"
_PLACES = {"corner", "center", "quadrant", "diagonal"}
_FAMILIES = {
    **dict.fromkeys({*LINES, *REGION_WORDS, "run"} - _PLACES - {"pair"}, _LINE),
    **dict.fromkeys(PLAYER_WORDS, _PLAYER),
}
"""The end of a row is an edge, three in a row are a run: of these nouns one can say what another says."""
_ADJECTIVES = ("face-up", "face-down", _EMPTY)
_NOT_EMPTY = re.compile(r"\b(?:no|a|an|has|have) (?:stack|tile)s?\b|\bevery space in it has\b")
"""Other words for what is empty and what is not."""
_REMOVES = r"\b(?:remove|discard|return|take|destroy|trash|throw away|lose|sacrifice)"
_RESERVE = "(?:reserve|supply|pool|stock|bank)"
"""What printed cards call the pieces that a player has and has not built."""
_ALL_OF = "(?:corner|quadrant|side|edge|center|central|neighbor|player)"
"""Things that are as many as they always are."""


class NameGuard:
    """What lines name in the words of a game, if one is given."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        self._names: dict[str, str] = {}
        self.alike = ""
        """What pieces that are exactly alike have in common, if the game has one word for it."""
        self.off: list[tuple[re.Pattern[str], str, str]] = []
        """Words that take what is built on pieces off a board, which no rule does: its name, and what can be done."""
        if vocabulary is None:
            return
        game = vocabulary.game
        for cap in game.caps:
            built = f"(?:{cap.name}|{game.plural(cap.name)})"
            words = (
                rf"{_REMOVES} (?:off \S+ {built}\b|[^,]*\b{built} (?:off\b|(?:in)?to (?:your|the) {_RESERVE}\b"
                rf"|(?:from|out of|on|in|of) (?!(?:your|the) {_RESERVE}\b|[^,]*\b(?:players?|opponents?)\b)))"
            )
            self.off.append((re.compile(words), cap.name, game.only_built(cap)))
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
        """Whether something that one line names is missing from another that is proposed for it."""
        kept = self._things(after)
        kept |= {_EMPTY} if _NOT_EMPTY.search(after) else set()
        kept |= {_LINE} if re.search(rf"\b(?:{'|'.join((*SIDES, 'above', 'below'))})\b", after) else set()
        return _loses_numbers(before, after) or not self._things(before) <= kept

    def _things(self, line: str) -> set[str]:
        """What a line names, each by one word."""
        words = re.findall(r"[A-Za-z][\w-]*", line)
        return {self._names.get(word) or self._names.get(word.lower(), "") for word in words} - {""}


def _loses_numbers(before: str, after: str) -> bool:
    """Whether a number that was written is not among the words that are proposed.

    'Two' may be a pair, or one and the other, all of so many may be every one, and 1 for each is their count. A square is
    2 by 2, a table has sums of what each one more brings, an action on 1 thing is one on a thing, and a neighbor is 1 space away.
    """
    kept = set(re.findall(r"\d+", after))
    kept |= {str(n) for n, ordinal in enumerate(ORDINALS, 1) if ordinal in after.split()}
    kept |= {"2"} if "square" in after.split() else set()
    table = [int(number) for number in re.findall(r": (\d+)", after)]
    kept |= {str(number - less) for less, number in pairwise(table)}
    kept |= {str(int(floor) - 1) for floor in re.findall(r"\bfloor (\d+)", after) if "on top of" in before}
    before = re.sub(rf"\b({'|'.join(VERBS)}) 1(?= [a-z])", r"\1 a", before)
    kept |= {"1"} if re.search(r"\b(?:count of|total|largest|smallest)\b|\bto a neighbor\b", after) else set()
    if not set(re.findall(r"(?<![\w-])\d+(?![\w-])", before)) <= kept:
        return True
    kept |= {"2"} if re.search(r"\b(?:pairs?|neighbor|another|the other|sets? of)\b", after) else set()
    said = {
        number for word, number in DIGITS.items() if word != "one" and re.search(rf"\b{word}\b(?! {_ALL_OF})", before)
    }
    return not said <= kept and "every" not in after.split()


BLOCK = r"(?:for|if|otherwise|may$|up to|\d+ times|as\b|during)"
"""First words of lines under which others are indented."""
ProblemsOf = Callable[[Source, frozenset[int]], Sequence[Diagnostic]]
"""The problems of a source in which the lines of these numbers are left out."""
SentenceReader = Callable[[str, bool], Sequence[str]]
"""What a line can mean as a printed sentence, as lines of the language; the line of an ability if the second is true."""
MOST_TRIED, MOST_READ = 60, 8
"""So many ways to write a line are tried, and so many of them read as sentences."""
MOST_MORE = 150
"""So many characters a way to write a line may be longer than it."""
MOST_LINES, MOST_STEPS = 30, 8
"""So many lines of a file are tried, each with so many changes."""
_QUOTED = r"'((?:[^']|'s\b)*)'"
_ONE = re.compile(rf"write {_QUOTED}(?:[:,] (?:[^']|'/')*)?")
_CHOICE = re.compile(rf"write {_QUOTED}(?:(?:, or |, | or ){_QUOTED})+(?:[,:] [^']*| if [^']*)?")
_ABOVE = re.compile(rf"(?:write|put) {_QUOTED} on a line above, and {_QUOTED} (?:indented )?under it")
_THEN = re.compile(rf"write {_QUOTED} on one line, and {_QUOTED} on the next")
_NOTHING = re.compile(r"(?:leave it out|write the number alone)\b.*")
_OF_WORDS = ("TW001", "TW002", "TW006", "TW101", "TW102", "TW106", "TW201", "TW202", "TW209", "TW210", "TW213")
"""Problems of a word that is unknown or out of place; what is wrong about a line otherwise stays as it is."""
_EMPTY_WORDS = ("TW204", "TW212")
"""Warnings about a condition that says nothing."""
_ALWAYS = (
    *((rf"\b{word}\b", number) for word, number in DIGITS.items()),
    (r"\bfor every\b", "for each"),
    (r"\b(?:next|adjacent) to\b", "beside"),
    (r"(?<=\d) points?\b|^points?$", ""),
)
"""What is the same in other words, whatever is around it."""
_ASKS = "say what makes"
"""So a help line begins that asks for what no other words can know."""
_AGREEMENT, _CAPITAL = "TW102", "TW002"
_BETWEEN = ("for", "if", "where", "and", "or", "is", "are", "has", "have", "of", "in", "on", "with", "than", "as")
"""Words that a phrase does not go on after."""
_GO_ON = (*_BETWEEN, "it", "each", "every", "any", "no", "count", "neighbor", "the", "a", "=")
"""Words after which more has to follow."""
MOST_SHOWN = 100
"""Characters of a line that is shown in full."""
_VAGUE = "see 'tilewright explain language' for how this can be written"
_GENERAL = re.compile(
    rf"{_VAGUE}|(?:things of the game:|a line begins with|more about a thing begins|expected|verbs:) .*"
)
"""Help lines that fit any line: a rule of the kind that may be meant says more."""


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
    """A text with nothing but the card around a place, which stays where it is."""
    starts = [found.start() for found in re.finditer(r"^[^\s#]", text, re.MULTILINE)]
    start = max((start for start in starts if start <= place), default=0)
    end = min((start for start in starts if start > place), default=len(text))
    return re.sub(r"[^\n]", " ", text[:start]) + text[start:end]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


class _Line:
    """A line with errors of words."""

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
        """One problem if the line has a solution; else those that do not follow from others, without false help."""
        found = [self._sure(problem) for problem in self._solved()]
        (first, *others) = found
        hides = first == self.problems[0] and first.code == _CAPITAL and not others
        return (self._behind(first) or found) if hides else found

    def _sure(self, problem: Diagnostic) -> Diagnostic:
        """A problem of words that always mean what is proposed for them: `check --fix` may write that."""
        words = proposals_of(problem)
        said = self.source.slice(problem.span)
        alike = len(words) == 1 and _same_words(said) == _same_words(words[0])
        return replace(problem, replacement=words[0]) if alike and said in self.said else problem

    def _behind(self, slip: Diagnostic) -> list[Diagnostic]:
        """The problems of a line that its first capital letter hides."""
        said = self.source.slice(slip.span)
        if said == said.lower():
            return []
        line = self._with(self.said, slip.span, said.lower())
        problems = self._problems(line)
        if not problems:
            return []
        text = self.source.text
        source = replace(self.source, text=text[: self.place.start] + line + text[self.place.start + len(line) :])
        behind = _Line(
            source,
            source.position(self.place.start)[0],
            [problem.at(source) for problem in problems],
            self.problems_of,
            self.others,
            self.read,
            self.kept,
        )
        found = [problem.at(self.source) for problem in behind.settled()]
        return found if found[0].span == self._whole() else [slip, *found]

    def _solved(self) -> list[Diagnostic]:
        """`settled`, with the first problem as it is."""
        for words, cap, help in self.kept.off:
            if self.section == "play" and words.search(self.said):
                message = f"a {cap} cannot be taken off a board"
                return [
                    replace(
                        self.problems[0], code="TW202", span=self._whole(), message=message, help=help, replacement=None
                    )
                ]
        followed = self._each_followed()
        doubtful = followed is not None and self._is_doubtful(followed)
        if doubtful and (found := self._reworded()) and not self._is_doubtful(*found):
            return [self._as_one(*found)]
        if followed is not None and any("\n" in problem.help for problem in self.problems):
            return [self._as_one(followed)]
        if followed is not None:
            return self.problems if len(self.problems) > 1 else [self._in_full(*self.problems)]
        solution = self._solution()
        if solution:
            return [self._as_one(solution)]
        if solution is None and not self._is_a_choice() and (found := self._meant(self.said) or self._reworded()):
            return [self._as_one(*found)]
        kept: list[Diagnostic] = []
        for problem in self.problems:
            if not kept or not self._follows(problem, kept[-1]):
                kept.append(self._honest(problem))
        kept += [fault for fault in map(self._of_word, self.left) if fault and not _among(fault, kept)]
        return self._with_recipe(kept)

    def _with_recipe(self, problems: list[Diagnostic]) -> list[Diagnostic]:
        """Problems without a proposal, the first with a rule of the kind that the line may mean."""
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
        """A problem with one proposal; of one that cannot be read alone, the whole line is shown."""
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

    def _each_followed(self) -> str | None:
        """The line with all help lines followed, if it then has no problem."""
        line = self.said
        for problem in reversed(self.problems):
            proposed = proposals_of(problem)
            if len(proposed) != 1:
                return None
            line = self._with(line, problem.span, *proposed)
        return None if self.kept.loses(self.said, line) or self._problems(line) else line

    def _is_doubtful(self, *lines: str) -> bool:
        """Whether a line is accepted, but cannot be what is meant: it always holds, or is the same for each thing."""
        return any(problem.code in _EMPTY_WORDS for line in lines for problem in self._problems(line, warnings=True))

    def _follows(self, problem: Diagnostic, earlier: Diagnostic) -> bool:
        """Whether a problem is one of the same words as an earlier one, or of a plural in the same phrase."""
        between = self.source.text[earlier.span.end : problem.span.start].split()
        same_phrase = all(re.fullmatch("[a-z0-9-]+", word) and word not in _BETWEEN for word in between)
        return problem.span.start < earlier.span.end or (problem.code == _AGREEMENT and same_phrase)

    def _solution(self) -> str | None:
        """The line after as many proposals as it takes; None if that is not known, nothing if they only correct slips."""
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
                return "" if sure else line
        return None

    def _is_a_choice(self) -> bool:
        """Whether the only problem has several proposals, each of which solves it, or asks what is meant."""
        (only, *others) = self.problems
        if others:
            return False
        lines = [self._with(self.said, only.span, words) for words in proposals_of(only)]
        if only.help.startswith(_ASKS) or only.message.endswith("?"):
            return not lines or not all(map(self._problems, lines))
        return len(lines) > 1 and not any(map(self._problems, lines))

    def _reworded(self) -> list[str]:
        """The line after the fewest turns of phrase that have other words here; what it can mean as a sentence after them."""
        seen, lines = {self.said}, [self.said]
        for tried, line in enumerate(lines):
            if tried >= MOST_TRIED:
                break
            problems = self._problems(line) if tried else self.problems
            if not problems:
                return [line]
            if not self.left and all(map(self._of_word, problems)):
                self.left = problems  # once it is in order, these words are what is wrong
            if tried and tried < MOST_READ and (meant := self._meant(line)):
                return meant
            for other in self._ways(line, problems):
                if other not in seen and len(other) < len(self.said) + MOST_MORE and not self.kept.loses(line, other):
                    seen.add(other)
                    lines.append(other)
        return []

    def _ways(self, line: str, problems: Sequence[Diagnostic]) -> Iterator[str]:
        """A line with one thing written in other words."""
        for problem in problems:
            proposed = proposals_of(problem)
            if len(proposed) == 1:
                yield self._with(line, problem.span, *proposed)
        for start, end, help in self.hints.everywhere(line):
            proposed = _proposed(help.replace(ALIKE, self.kept.alike or "..."))
            if len(proposed) == 1:
                yield self._with(line, Span(self.place.start + start, self.place.start + end), *proposed)

    def _meant(self, line: str) -> list[str]:
        """What a line can mean as a printed sentence, in the place of this one; each may be the one."""
        if self.read is None or self.section == "game":
            return []
        whole = Span(self.place.start, self.place.start + len(line))
        lines = (self._with(line, whole, meant) for meant in self.read(line, self.section == "play"))
        sound = [meant for meant in lines if not self.kept.loses(line, meant) and not self._problems(meant)]
        return [line for line in sound if not self._problems(line, warnings=True)] or sound

    def _with(self, line: str, span: Span, proposed: str) -> str:
        """A line with something else at a place of the file."""
        start, end = span.start - self.place.start, span.end - self.place.start
        if "\n" in proposed:  # in place of all of the line, indented as it is
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
        """What is wrong with another line in place of this one; with `warnings`, what is doubtful about it, too."""
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
        """A problem with a help line that does not mislead: what it says to write is accepted, and has the numbers of the line.

        If a word of the line is not known, whatever is written around it, that is the problem.
        """
        said, proposed = self.source.slice(problem.span), proposals_of(problem)
        faults = [self._faults(problem, words) for words in proposed]
        if not any(self.kept.loses(said, words) for words in proposed) and ([] in faults or not faults):
            return problem
        unknown = (self._of_word(fault) for found in faults for fault in found)
        return next(filter(None, unknown), None) or replace(problem, help=_VAGUE, replacement=None)

    def _of_word(self, fault: Diagnostic) -> Diagnostic | None:
        """A problem of a changed line that is one of an unknown word of this line, where this has that word."""
        if not fault.message.endswith("is not a known word") and "cannot follow" not in fault.message:
            return None
        words = re.compile(rf"(?<![\w-]){re.escape(fault.source.slice(fault.span))}(?![\w-])")
        word = words.search(self.said)
        changed = fault.source.line(fault.source.position(fault.span.start)[0])
        # where there are more of a word than before, a proposal has brought it
        if word is None or word[0] in VERBS or len(words.findall(changed)) > len(words.findall(self.said)):
            return None
        return fault.at(self.source, Span(self.place.start + word.start(), self.place.start + word.end()))

    def _faults(self, problem: Diagnostic, words: str) -> list[Diagnostic]:
        """The problems of a proposal in its place, where the other help lines are followed; what follows it may have others."""
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
        """The change of the line as one problem; what `others` there are, too."""
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


def _among(fault: Diagnostic, problems: Sequence[Diagnostic]) -> bool:
    """Whether one of some problems is about the same place, or the same words."""
    return any(
        (fault.span.start < other.span.end and other.span.start < fault.span.end)
        or fault.source.slice(fault.span) == other.source.slice(other.span)
        for other in problems
    )


def proposals_of(problem: Diagnostic) -> list[str]:
    """What may be written in place of what a problem is about, as far as its help line has the words for it."""
    return [problem.replacement] if problem.replacement is not None else _proposed(problem.help)


def _same_words(said: str) -> str:
    """Words of a rule with numbers in digits, and without what two authors say in two ways and mean alike."""
    for pattern, plain in _ALWAYS:
        said = re.sub(pattern, plain, said)
    return " ".join(said.split())


def _is_cut(words: str) -> bool:
    """Whether words say little without those around them."""
    return len(words.split()) < 3 or words.split()[-1] in _GO_ON or not words[0].isalnum()


def _proposed(help: str) -> list[str]:
    """What a help line says to write."""
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
    """A help line that says to write all of a text."""
    first, *others = text.split("\n")
    if not others:
        return f"write '{first}'"
    pad = min(map(_indent, others))
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


def _change(before: str, after: str, about: Span) -> tuple[Span, str]:
    """The place at which two lines differ, and what the second has there.

    All that a problem is `about` is part of it. Of several places outside of that, it is all of both.
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
    if start == end or start_after == end_after:  # nothing on one side: say it with the word before
        back = min(start, 1)  # or after, at the beginning
        start, start_after = start - back, start_after - back
        end, end_after = min(end + 1 - back, len(first)), min(end_after + 1 - back, len(second))
    place = Span(first[start][1].start, first[end - 1][1].end)
    return place, after[second[start_after][1].start : second[end_after - 1][1].end]


def _words(line: str) -> Iterator[tuple[str, Span]]:
    for found in re.finditer(r"[\w'-]+|[^\w\s]+", line):
        yield found[0], Span(*found.span())
