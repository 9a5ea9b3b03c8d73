"""Questions that take long, for the solver or for bots, each worked in a process of its own that a page may end at any time."""

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
"""The commands that answer them in a terminal."""


class Questions:
    """Answers one question; `tell` is given the progress."""

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
        """The picture of the beginning of a game; this process ends after it, so no compiled game stays in its memory."""
        os.environ[ENGINE] = INTERPRETER  # a few steps, for which nothing is worth compiling
        return {"svg": self.desk.plays.beginning(str(args["name"]))}

    def simulate(self, args: JsonObject) -> JsonObject:
        """What many games between bots come to."""
        return tried(self.desk.plays.resolver(), args, self.desk.written_card, self.tell)

    def draft(self, args: JsonObject) -> JsonObject:
        """The card that a sentence describes, of one class, or of any that understands it."""
        return drafted(self.desk.packs(), self.desk.pack(args), args, self.tell)

    def balance(self, args: JsonObject) -> JsonObject:
        """What the card that is being written is worth in games between bots."""
        from tilewright.studio.trials import balanced

        return balanced(self.desk.plays.resolver(), args, self.desk.written_card, self.tell)

    def review(self, args: JsonObject) -> JsonObject:
        """What the decisions of a game were worth, for each player who has lost a share of the win by them. Raises `RefusedEdit`."""
        match = self.desk.plays.finished(args)
        if len(match.names) < 2:
            raise RefusedEdit("a game of one player has no winner to compare moves by")
        unlimit_memory()  # compiled games reserve more than they use
        return {"reviews": [one.shown() for one in reviewed(match, self.tell)]}

    def plot(self, args: JsonObject) -> JsonObject:
        """The numbers of many games as a plot."""
        unlimit_memory()  # what draws it reserves much more than it uses, and no text of a user is worked on
        return plotted(args["summary"])


def _elsewhere(do: str, args: JsonObject) -> str:
    """Which command answers a question where there is no solver: in a browser."""
    file, other = quote(PurePosixPath(str(args.get("name"))).name), quote(str(args.get("other", "")))
    why = " --why" if args.get("why") else ""
    command = COMMANDS[do].format(file=file, other=other) + why
    return f"the solver does not run in a browser; install tilewright and run: tilewright {command}"
