"""Long-running questions, for the solver or for bots, each in a process of its own that a page can end at any time."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import PurePosixPath
from shlex import quote

from tilewright.kernel.engine import ENGINE, INTERPRETER
from tilewright.stopping import PlayError, Unsupported
from tilewright.studio.boards import RefusedEdit
from tilewright.studio.limits import unlimit_memory
from tilewright.studio.messages import MALFORMED
from tilewright.studio.requests import Requests
from tilewright.studio.reviews import reviewed
from tilewright.studio.sentences import drafted
from tilewright.studio.tables import JsonObject, Tell
from tilewright.studio.trials import plotted, tried

SOLVING = ("solve", "hint", "bounds", "prove")
"""The questions of `Solving`, which is loaded for the first of them."""
COMMANDS = {
    "solve": "solve {file}",
    "hint": "solve {file} --hint",
    "bounds": "bounds {file}",
    "prove": "prove {file} {other}",
}
"""The equivalent commands in a terminal."""


class Questions:
    """Answers one question; `tell` receives the progress."""

    def __init__(self, desk: Requests, tell: Tell) -> None:
        self.desk, self.tell = desk, tell
        self.answers: dict[str, Callable[[JsonObject], JsonObject]] = {
            "review": self.review,
            "beginning": self.beginning,
            "simulate": self.simulate,
            "balance": self.balance,
            "plot": self.plot,
            "draft": self.draft,
        }

    def answer(self, do: str, args: JsonObject) -> JsonObject:
        """The answer, or ``{"refused": ...}``."""
        try:
            return self._solved(do, args) if do in SOLVING else self.answers[do](args)
        except (Unsupported, PlayError) as problem:
            return {"refused": str(problem)}
        except ModuleNotFoundError as missing:
            if missing.name != "ortools":
                raise
            return {"refused": _elsewhere(do, args)}
        except MALFORMED:
            return {"refused": "this request cannot be understood"}
        except MemoryError:
            return {"refused": "this takes too much memory"}

    def _solved(self, do: str, args: JsonObject) -> JsonObject:
        from tilewright.studio.solving import Solving

        found: JsonObject = getattr(Solving(self.desk, self.tell), do)(args)
        return found

    def beginning(self, args: JsonObject) -> JsonObject:
        """The picture of a new game. The process ends afterwards, so that no compiled game stays in memory."""
        os.environ[ENGINE] = INTERPRETER  # compiling takes longer than these few steps
        return {"svg": self.desk.plays.beginning(str(args["name"]))}

    def simulate(self, args: JsonObject) -> JsonObject:
        """The summary of many games between bots."""
        return tried(self.desk.plays.resolver(), args, self.desk.written_card, self.tell)

    def draft(self, args: JsonObject) -> JsonObject:
        """The card for a printed sentence, of one class, or of any class that understands it."""
        return drafted(self.desk.packs(), self.desk.pack(args), args, self.tell)

    def balance(self, args: JsonObject) -> JsonObject:
        """The value of the edited card in games between bots."""
        from tilewright.studio.trials import balanced

        return balanced(self.desk.plays.resolver(), args, self.desk.written_card, self.tell)

    def review(self, args: JsonObject) -> JsonObject:
        """The decisions of a game by the share of the win that each lost. Raises `RefusedEdit`."""
        match = self.desk.plays.finished(args)
        if len(match.names) < 2:
            raise RefusedEdit("a game of one player has no winner to compare moves by")
        unlimit_memory()  # compiled games reserve more address space than they use
        return {"reviews": [one.shown() for one in reviewed(match, self.tell)]}

    def plot(self, args: JsonObject) -> JsonObject:
        """The numbers of many games as a plot."""
        # the plotting library reserves much more address space than it uses; no text of a user is processed
        unlimit_memory()
        return plotted(args["summary"])


def _elsewhere(do: str, args: JsonObject) -> str:
    """The command that answers a question where there is no solver, as in a browser."""
    file, other = quote(PurePosixPath(str(args.get("name"))).name), quote(str(args.get("other", "")))
    why = " --why" if args.get("why") else ""
    command = COMMANDS[do].format(file=file, other=other) + why
    return f"the solver does not run in a browser; install tilewright and run: tilewright {command}"
