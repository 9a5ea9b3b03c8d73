"""What plays a game: objects that work together, each with one thing to know.

`Referee` answer what the files of the game say of a state; `statements` say what each statement means. A
`Machine` runs statements. What it puts to the player its `Offers` decide: in play what leads on
(`WhatLeadsOn`), which `Foresight` sees or a `Trial` finds out, that is another machine which is offered everything.
"""

from __future__ import annotations

from tilewright.play.budget import Budget, TooMuchWork
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.machine import Machine
from tilewright.play.machine.offers import WhatLeadsOn
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.statements.control import MOST_IDLE
from tilewright.play.machine.trial import Trial
from tilewright.play.pruning import program_of

__all__ = ["MOST_IDLE", "Budget", "Machine", "Referee", "TooMuchWork", "machine_of", "program_of"]


def machine_of(referee: Referee, foresight: Foresight | None = None) -> Machine:
    """The machine that plays by the rules of a game."""
    foresight = foresight or Foresight(referee)
    abilities = Abilities(referee)
    return Machine(referee, WhatLeadsOn(foresight, abilities, Trial(referee, foresight, abilities)))
