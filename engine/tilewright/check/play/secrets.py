"""Secret choices, and the check that choices reveal no hidden information.

A player may use what only that player sees. What others hide must not determine which choices exist, or whether an
atomic block can be completed. Effects may depend on it, since it is then revealed. Random picks reveal nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from tilewright.check.vocabulary import Vocabulary
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import COUNTERS, LYING, RULES, TOPS, Node, asked_of, reads
from tilewright.core.walk import children, counters_read, find, rules_asked
from tilewright.core.walk import walk as walk_core
from tilewright.diagnostics import Diagnostics
from tilewright.source import Span
from tilewright.syntax import ast, play_ast
from tilewright.syntax.walk import walk
from tilewright.table.game import Game


def answers_in(nodes: Iterable[ast.SyntaxNode], vocabulary: Vocabulary, diagnostics: Diagnostics) -> Mapping[str, str]:
    """The secret answers of some blocks, as in `Game.answers`; names with another meaning are reported."""
    secrets = (node for root in nodes for node in walk(root) if isinstance(node, play_ast.EachSecretly))
    picks = (
        node for secret in secrets for node in walk(secret) if isinstance(node, play_ast.PickNumber | play_ast.PickOne)
    )
    found: dict[str, str] = {}
    for pick in picks:
        word, pool = pick.name, pool_named(pick.thing) if isinstance(pick, play_ast.PickOne) else ""
        if word is None:
            continue
        if found.get(word.text, pool) != pool or (
            word.text not in vocabulary.answers and vocabulary.is_taken(word.text)
        ):
            diagnostics.error("TW105", word.span, f"'{word.text}' already has a meaning", "choose another name")
        else:
            found[word.text] = pool
    return found


def pool_named(phrase: ast.Phrase) -> str:
    """The place that a phrase names, as in `a lot in the pool`; else ""."""
    places = (one.place for one in phrase.modifiers if isinstance(one, ast.InPlace))
    return next((place.noun.text for place in places if len(place.words) == 1), "")


def with_fresh_answers(block: play.Block) -> play.Block:
    """The block with its answers set to 0 first, so that no earlier answer is visible."""
    names = dict.fromkeys(name for each in find(play.ForEach, *block) for name in each.sealed)
    return (*(play.SetCounter(name, core.Const(0)) for name in names), *block)


def check_secrets(
    block: play.Block,
    play_rules: play.PlayRules,
    game: Game,
    span: Span,
    diagnostics: Diagnostics,
    wholly: bool = False,
) -> None:
    """Report choices in a block that reveal what the deciding player cannot see."""
    if not game.hides:
        return
    seen = _seen((block, *(verb.body for verb in play_rules.verbs)), play_rules, game)
    for step in seen.showing(block, wholly):
        at = getattr(step, "span", None) or span
        diagnostics.error(
            "TW225",
            at if at.end else span,
            "the choices here would reveal what others hide",
            "use only what everyone can see, or let chance pick: 'a random ...'",
        )


def depends_on_hidden(rule: core.Expr, play_rules: play.PlayRules, game: Game) -> bool:
    """Whether a rule about a player depends on what that player or another one hides."""
    return game.hides and replace(_seen(((rule,),), play_rules, game), sees=False).unseen(rule)


def _seen(blocks: Iterable[Iterable[Node]], play_rules: play.PlayRules, game: Game) -> _Seen:
    """What a player who decides sees of what these blocks and the named rules look at."""
    places, nodes = dict(play_rules.places), [node for block in (*blocks, play_rules.rules) for node in block]
    others = {board.name for board in game.boards if board.hidden} | ({""} if game.own_place.hidden else set())
    named = dict(chain.from_iterable(map(_players_bound, nodes)))
    theirs = {var for node in nodes for var in _asked_of_others(node, play_rules.me)}
    foreign = {var for var, of in named.items() if of.place in others and (of.which != "self" or var in theirs)}
    piles = {places[board.name] for board in game.boards if board.pile}
    piles |= {var for var, of in named.items() if of.place and game.boards_by_name[of.place].pile}
    nobodys = {
        places[b.name] for b in game.boards if b.hidden == "from all" or (b.hidden and not b.each_player)
    } - piles
    return _Seen(
        {verb.name: verb.body for verb in play_rules.verbs},
        {rule.name: rule for rule in play_rules.rules},
        frozenset(play_rules.moments),
        frozenset(counter.name for counter in game.counters if counter.hidden),
        frozenset((foreign | nobodys) - piles),
        frozenset(piles),
        frozenset(places.get(board.name, play_rules.me) for board in game.boards if board.hidden == "from others"),
        play_rules.me,
    )


@lru_cache(maxsize=1000)  # the verbs and rules of a game are analyzed for each of its cards
def _players_bound(root: Node) -> list[tuple[core.Var, core.Players]]:
    """The variables bound to players, with their domain."""
    bound = ((binder.var, binder.domain) for binder in find(core.Binder, root))
    return [(var, domain) for var, domain in bound if isinstance(domain, core.Players)]


@lru_cache(maxsize=1000)
def _asked_of_others(root: Node, me: core.Var) -> frozenset[core.Var]:
    """The variables bound on the board or place of somebody other than the current player."""
    asked = ((node, asked_of(node) or getattr(node, "home", None)) for node in walk_core(root))
    binders = (find(core.Binder, *children(node)) for node, at in asked if at not in (None, me))
    return frozenset(binder.var for binder in chain.from_iterable(binders))


@dataclass(frozen=True)
class _Seen:
    """The information visible to the deciding player.

    `concealed` are the variables of places that others or all players cannot see into, `piles` those whose number of
    pieces is visible, `own` the player's hidden places. If somebody else decides, nobody `sees` what is hidden.
    """

    verbs: Mapping[str, play.Block]
    rules: Mapping[str, play.RuleDef]
    moments: frozenset[str]
    counters: frozenset[str]
    concealed: frozenset[core.Var]
    piles: frozenset[core.Var]
    own: frozenset[core.Var]
    me: core.Var
    sees: bool = True

    def showing(self, block: play.Block, wholly: bool) -> Iterator[play.Step]:
        """The statements whose choices, or whose completion in an atomic block, depend on hidden information."""
        for step in block:
            at = getattr(step, "home", None) or self.me
            if any(self.unseen(asked, at) for asked in self._choice_deciders(step, wholly)):
                yield step
            yield from self._inside(step, wholly)

    def _inside(self, step: play.Step, wholly: bool) -> Iterator[play.Step]:
        match step:
            case play.Call():
                if step.verb in self.moments and not self.sees:
                    yield step
                yield from self.showing(self.verbs[step.verb], wholly)
            case play.ForEach() if step.binder.var.sort == core.PLAYER and not step.decides:
                yield from replace(self, sees=False).showing(step.body, wholly)
            case play.ForEach():
                seen = replace(self, counters=self.counters | set(step.sealed))
                yield from seen.showing(step.body, wholly)
            case play.Menu() | play.Atomic():
                for body in play.blocks(step):
                    yield from self.showing(body, True)
            case play.RepeatTimes():
                yield from self.showing(step.body, wholly or _stops(step))
            case _:
                for body in play.blocks(step):
                    yield from self.showing(body, wholly)

    def _choice_deciders(self, step: play.Step, wholly: bool) -> Iterator[Node]:
        """The expressions that determine the choices of a statement."""
        match step:
            case play.Pick(random=False) | play.ForEachInAnyOrder():
                yield step.binder
            case play.PickSome():
                yield from filter(None, (step.binder, step.least, step.most, step.joint))
            case play.PickNumber():
                yield from (step.low, step.high)
            case play.Menu():
                yield from (option.condition for option in step.options)
            case play.RepeatTimes() if _stops(step):
                yield from (step.most, step.until)
            case play.BindNumber():  # the bound name would be public
                yield from (core.OnBoardOf(_NOBODY, node) for node in find(core.CounterOf, step))
            case play.Require() | play.BindFirst() if wholly:
                yield step
            case play.Gain(pay=True) if wholly:
                yield from (step.amount, core.CounterOf(step.counter))
            case play.When() if wholly and not all(_surely_done(body) for body in play.blocks(step)):
                yield step.condition

    def unseen(self, node: Node, place: core.Var | None = None) -> bool:
        """Whether an expression evaluated at a place depends on what is hidden from the deciding player."""
        at = asked_of(node) or place or self.me
        read = reads(node)
        if read & COUNTERS and counters_read(node) & self.counters and not (self.sees and at == self.me):
            return True
        if read & RULES and any(self.unseen(self.rules[rule].body, at) for rule in rules_asked(node)):
            return True
        if read & TOPS and at in self.piles:
            return True
        if read & LYING and (at in self.concealed or (at in self.own and not self.sees)):
            return True
        return any(self.unseen(child, at) for child in children(node))


_NOBODY = core.Var(-1, core.PLAYER, "nobody")


def _stops(step: play.RepeatTimes) -> bool:
    """Whether the player may stop before the last iteration."""
    return step.least is not None and step.most != core.Const(step.least)


def _surely_done(block: play.Block) -> bool:
    """Whether a block can surely be completed: it only adds to counters. False where this is not known."""
    return all(isinstance(step, play.Gain) and not step.pay for step in block)
