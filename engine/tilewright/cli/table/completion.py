"""What a line that is being typed in a game can go on as."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tilewright.cli.table.commands import COMMANDS
from tilewright.play.choices import asked
from tilewright.play.match import Match


@dataclass(frozen=True)
class Suggestion:
    """A text in the place of the last `typed` letters of the line, and what it would do."""

    text: str
    typed: int
    about: str = ""


Complete = Callable[[str], Iterable[Suggestion]]


def completions(match: Match, line: str) -> Iterator[Suggestion]:
    """The moves, ends of moves and commands, or the arguments of a command, that the last part of a line begins."""
    part = line.rpartition(";")[2].lstrip().lower()
    name, space, rest = part.partition(" ")
    if space and name in COMMANDS:
        known = COMMANDS[name].arguments(match)
        yield from (Suggestion(word, len(rest)) for word in known if word.lower().startswith(rest.lstrip()))
        return
    texts = [] if match.over else asked(match.machine, match.state).texts
    moves = [text for text in texts if text.lower().startswith(part)]
    ends = [text.split()[-1] for text in texts if part and text.split()[-1].lower().startswith(part)]
    yield from (Suggestion(text, len(part)) for text in dict.fromkeys([*moves, *ends]))
    for name, command in COMMANDS.items():
        if name.startswith(part):
            yield Suggestion(name, len(part), command.help)
