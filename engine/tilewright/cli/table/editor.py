"""The line editor of games, with completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.output import create_output
from prompt_toolkit.shortcuts import CompleteStyle

from tilewright.cli.table.commands import COMMANDS
from tilewright.play.choices import asked
from tilewright.play.match import Match

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output


@dataclass(frozen=True)
class Suggestion:
    """A replacement for the last `typed` characters of the line, with a description."""

    text: str
    typed: int
    about: str = ""


Complete = Callable[[str], Iterable[Suggestion]]


def completions(match: Match, line: str) -> Iterator[Suggestion]:
    """The moves, parts of moves, commands or arguments that begin with the last part of a line."""
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


# ------------------------------------------------------------------ typing at a terminal


class _Completer(Completer):
    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        for found in self._complete(document.text_before_cursor):
            yield Completion(found.text, -found.typed, display_meta=found.about)


class LineEditor:
    """A prompt with history and completion.

    Tests replace the terminal by `input` and `output`.
    """

    def __init__(
        self, out: TextIO, complete: Complete, *, input: Input | None = None, output: Output | None = None
    ) -> None:
        self._complete = complete
        self._input = input
        self._output = output or create_output(stdout=out)
        self._session = self._begun(complete)

    def __call__(self, prompt: str) -> str:
        """Read the next line."""
        return self._session.prompt(prompt)

    def covered(self, prompt: str) -> str:
        """Read a line from a player who must not see the history, which is cleared."""
        line = self._begun(lambda text: ()).prompt(prompt)
        self._session = self._begun(self._complete)
        return line

    def _begun(self, complete: Complete) -> PromptSession[str]:
        """A session with an empty history."""
        return PromptSession(
            completer=_Completer(complete),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,  # the prompt is on the last line; a menu would scroll the boards away
            input=self._input,
            output=self._output,
        )
