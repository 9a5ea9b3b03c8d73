"""What is known of statements whatever lies on the table: which cannot fail, what they may change, what depends on what."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.drift import NO_DRIFT, Drift
from tilewright.core.walk import variables
from tilewright.meaning.domain import Env
from tilewright.play.frames import Frame
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.statements import KINDS
from tilewright.play.sections import Section


class StaticAnalysis:
    """The answers for the sections of one game, worked out once each."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._known: dict[tuple[int, int], bool] = {}
        self._matter: dict[tuple[int, int], bool] = {}
        self._players: dict[int, tuple[int, ...]] = {}
        self._changed: dict[object, Drift | None] = {}

    def cannot_fail(self, section: Section, at: int = 0) -> bool:
        """Whether the player can always bring a section to its end, from a step on."""
        key = section.number, at
        known = self._known.get(key)
        if known is None:
            steps = range(at, len(section.steps))
            known = self._known[key] = all(self._step_cannot_fail(section, index) for index in steps)
        return known

    def _step_cannot_fail(self, section: Section, at: int) -> bool:
        step, blocks = section.steps[at], section.inner[at]
        if isinstance(step, play.Each) and _each_stays(step, blocks[0]):
            inner = [self.cannot_fail(blocks[0], 1)]
        else:
            inner = [self.cannot_fail(one) for one in blocks]
        return KINDS[type(step)].cannot_fail(step, inner, self.referee.reserved)

    def rest_cannot_fail(self, frame: Frame, at: int) -> bool:
        """The same from a step of a frame on, up to the end of all that is done wholly."""
        rest: Frame | None = frame
        while rest is not None and rest.whole:
            known = self._known.get((rest.section.number, at))
            sure = self.cannot_fail(rest.section, at) if known is None else known
            if not sure and not (rest.done and self._may_end(rest, at)):
                return False
            rest = rest.parent
            at = rest.at if rest is not None else 0
        return True

    def _may_end(self, frame: Frame, at: int) -> bool:
        """The same of a section, where the step is a loop that has been done often enough."""
        step = frame.section.steps[at]
        enough = at == frame.at and isinstance(step, play.Times) and step.least is not None and frame.done >= step.least
        return enough and self.cannot_fail(frame.section, at + 1)

    def alone(self, frame: Frame) -> bool:
        """Whether the statement of a frame has no blocks, and nothing after it that has to be done wholly can fail."""
        return not frame.section.inner[frame.at] and self.rest_cannot_fail(frame, frame.at + 1)

    def changed_by(self, section: Section, env: Env) -> Drift | None:
        """What all statements of a section may change; None: that is not told."""
        players = self._players.get(section.number)
        if players is None:
            steps = section.steps_from(0)
            own = {var.id for step in steps for var in variables(step) if var.sort == core.PLAYER}
            players = self._players[section.number] = (self.referee.me, *sorted(own))
        key = (section.number, *(env.get(player) for player in players))
        if key not in self._changed:
            self._changed[key] = self._changed_in(section, env)
        return self._changed[key]

    def _changed_in(self, section: Section, env: Env) -> Drift | None:
        found, referee = NO_DRIFT, self.referee
        for step, inner in zip(section.steps, section.inner, strict=True):
            if _leaves_player(step):
                return None
            within = env
            if isinstance(step, play.Call):
                homes = zip(referee.parameters[step.verb], step.arguments, strict=True)
                places = {one.home.id: referee.seat(given.home, env) for one, given in homes if one.home is not None}
                within = {**env, **places}
            for changed in (
                KINDS[type(step)].drift(referee, env, step),
                *(self.changed_by(one, within) for one in inner),
            ):
                if changed is None:
                    return None
                found |= changed
        return found

    def matters(self, section: Section, at: int) -> bool:
        """Whether anything later in a section, but for the place of a change, depends on what is picked at a step."""
        known = self._matter.get((section.number, at))
        if known is None:
            step = section.steps[at]
            own = step.binder.var if isinstance(step, play.Pick) and not step.lasting else None
            known = own is None or own.sort != core.SPACE or own in _named(section, at + 1)
            self._matter[section.number, at] = known
        return known


_THERE_STAYS = (
    *(play.First, play.Pick, play.LetNow, play.Require, play.When, play.Menu, play.Gain, play.SetCounter, play.SetRole),
    *(play.Now, play.Roll, play.TurnTo, play.Flip, play.Cap, play.Flag, play.Draw),
)
"""Statements after which there is a piece wherever there was one."""


def _each_stays(step: play.Each, body: Section) -> bool:
    """Whether a block that begins with asking for the piece itself finds it in every round, since no round takes others away."""
    first = body.steps[0] if body.steps else None
    if not isinstance(first, play.First) or first.home != step.home:
        return False
    own, same = step.binder.var, first.binder.var
    if first.binder.domain != core.SpacesOf(own) or first.binder.guard != core.Compare(
        ">", core.Height(same), core.Const(0)
    ):
        return False
    return all(_takes_only(one, (own, same), step.home) for one in body.steps_from(0))


def _takes_only(step: play.Step, spaces: Sequence[core.Var], home: core.Var | None) -> bool:
    """Whether a statement takes pieces away from these spaces alone."""
    if isinstance(step, play.Shift | play.Keep | play.Return):
        return step.piece.space in spaces and step.piece.home == home
    return isinstance(step, _THERE_STAYS)


def _leaves_player(step: play.Step) -> bool:
    """Whether a statement is done for others, changes rules, or binds a player or place: nothing is told of it ahead."""
    match step:
        case play.Now() | play.TurnOf() | play.Repeat():
            return True
        case play.Times():
            return step.in_turn
        case play.Each() | play.Pick() | play.First():
            return step.binder.var.sort == core.PLAYER
    return False


def _named(section: Section, at: int) -> frozenset[core.Var]:
    """The variables of which statements ask something from a step on, or that they pass on."""
    steps = list(section.steps_from(at))
    asked = (variables(asked) for step in steps for asked in play.questions(step))
    given = (argument.space for step in steps if isinstance(step, play.Call) for argument in step.arguments)
    return frozenset(given).union(*asked)
