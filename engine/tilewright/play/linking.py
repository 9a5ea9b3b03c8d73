"""Linking of a game with the cards in play: general statements about cards in the game file are instantiated with the
actual cards.

A game file is checked before the cards are known. One kind stands for the fronts of all cards, one for the backs
(`table.game.LocatedClass`), conditions of cards are rules that never hold, moments are verbs that do nothing. Here the
kinds of the cards replace the first, and the rules and statements of the cards replace the others. The result is an
ordinary game, of which nothing that plays it needs to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count

from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.core.node import KINDS, Node, reads
from tilewright.core.walk import find, transform
from tilewright.meaning.exact import exact_evaluator
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.program import program_of
from tilewright.table.board import Stack, pool_of
from tilewright.table.card import Card, Face
from tilewright.table.game import OWN, BoardDef, Game, Kind, LocatedClass, card_kinds, turned
from tilewright.table.position import Player, Position


@dataclass(frozen=True, eq=False)
class Linked:
    """The game with the kinds, rules and statements of the cards, and their abilities."""

    game: Game
    abilities: tuple[play.Ability, ...]


@dataclass(frozen=True, eq=False, slots=True)
class _Files:
    """A game and cards as cache key: compared by object identity."""

    game: Game
    cards: tuple[Card, ...]
    players: int

    def __eq__(self, other: object) -> bool:
        """Same objects, and the same number of players."""
        if not isinstance(other, _Files) or (len(self.cards), self.players) != (len(other.cards), other.players):
            return NotImplemented
        return self.game is other.game and all(one is same for one, same in zip(self.cards, other.cards, strict=True))

    def __hash__(self) -> int:
        return hash((id(self.game), self.players, *map(id, self.cards)))


def linked(game: Game, cards: Iterable[Card], players: int) -> Linked:
    """A game linked with the cards of a match; cached by the objects. A game that was linked already is linked again."""
    game, known = game.unlinked or game, tuple(cards)
    if game.located is None and not any(map(_changes_game, known)):
        return Linked(game, tuple(ability for card in known for ability in card.abilities))
    return _linked(_Files(game, known, players))


def evaluator_of(game: Game, cards: Iterable[Card], players: int) -> StateEvaluator:
    """The evaluator of a game with the cards of a match."""
    together = linked(game, cards, players)
    assert together.game.play_rules is not None, "the game file does not describe how the game is played"
    return StateEvaluator(together.game, program_of(together.game.play_rules, together.abilities), players)


def game_of_turn(game: Game, turn: play.Block) -> Game:
    """A game that consists of one turn with these statements."""
    assert game.play_rules is not None, "only games that are played have turns"
    alone = replace(
        game.play_rules, turn=turn, end=core.TRUE, at_once=core.FALSE, setup=(), course=(), cost=(), after=()
    )
    return replace(game, play_rules=alone)


def _changes_game(card: Card) -> bool:
    """Whether a card without a place changes more of the game than its abilities."""
    return bool(card.tiles or card.front.moments or card.front.always or card.front.afterwards)


@lru_cache(maxsize=32)
def _linked(files: _Files) -> Linked:
    return _Linking(files.game, files.cards, files.players).linked()


def _own(face: Face, kinds: frozenset[int]) -> Face:
    """A side of a card in which references to its own copies are replaced by their kinds."""

    def change(node: Node) -> Node:
        return replace(node, kinds=kinds) if isinstance(node, (core.Shows, core.OneOf)) and node.kinds == OWN else node

    return face.changed(change)


MOST_LEADING = 5
"""If more cards of a match can trigger others, none of them is triggered by another: there is a verb for each set of such
cards in progress, and their number doubles with each card."""


class _Linking:
    def __init__(self, game: Game, cards: tuple[Card, ...], players: int) -> None:
        assert game.play_rules is not None, "only games that are played have cards at places"
        self.game, self.play_rules, self.players = game, game.play_rules, players
        self._numbers = count(self.play_rules.variables)
        self.cards = [self._renumbered(card) for card in cards]
        self.kinds = list(game.kinds)
        self.fronts: dict[str, int] = {}
        self.faces: list[tuple[Face, int]] = []  # each with its kind; -1: in effect for everybody
        self.brought: list[int] = []  # the first kinds of tiles that come with cards
        self.tied: dict[int, frozenset[int]] = {}  # the kinds for which a face is in effect
        for card in self.cards:
            self._lay_out(card, game.located)

    def linked(self) -> Linked:
        """The linked game."""
        game = self._with_kinds()
        play_rules = transform(self.play_rules, self._change)
        play_rules = replace(
            play_rules,
            rules=tuple(self._rule(rule) for rule in play_rules.rules),
            verbs=tuple(linked for verb in play_rules.verbs for linked in self._verbs(verb)),
        )
        abilities = tuple(
            transform(replace(ability, kind=kind), self._change)
            for face, kind in self.faces
            for ability in face.abilities
        )
        play_rules = replace(play_rules, variables=next(self._numbers))
        answers = dict(game.answers)
        for card in self.cards:
            answers |= card.answers
        return Linked(replace(game, play_rules=play_rules, answers=answers, unlinked=self.game), abilities)

    # -- variables: renumbered, so that no two cards bind the same one

    def _renumbered(self, card: Card) -> Card:
        new: dict[int, int] = {}

        def change(node: Node) -> Node:
            if not isinstance(node, core.Var) or node.id < self.play_rules.variables:
                return node
            if node.id not in new:
                new[node.id] = next(self._numbers)
            return replace(node, id=new[node.id])

        front = replace(card.front, abilities=card.abilities).changed(change)
        conditions = {name: transform(condition, change) for name, condition in card.conditions.items()}
        return replace(card, front=front, back=card.back.changed(change) if card.back else None, conditions=conditions)

    # -- kinds

    def _lay_out(self, card: Card, located: LocatedClass | None) -> None:
        """Add the kinds of a card after the existing ones, unless the game file names it."""
        if located is None or card.category != located.name:
            face = card.front
            if card.category in self.game.tied:
                brought = [self._added(tile) for tile in card.tiles]
                known = self.game.kinds_with(self.game.tied[card.category], card.id)
                kinds = known.union(*brought)
                face = _own(face, kinds)
                self.tied[id(face)] = kinds
            self.faces.append((face, -1))
            return
        named = next((k.index for k in self.kinds if k.values.get("card") == card.id and k.first == k.index), None)
        front = len(self.kinds) if named is None else named
        numbers = {name: card.numbers.get(name, 0) for name in located.numbers}
        self.kinds[front : front + 2] = card_kinds(front, card.id, numbers, 0, {"card": card.id})
        self.fronts[card.id] = front
        shown = [front] if card.back is None else [front, front + 1]
        for kind, face in zip(shown, filter(None, (card.front, card.back)), strict=True):
            self.faces.append((_own(face, frozenset(shown)), kind))

    def _added(self, tile: Kind) -> frozenset[int]:
        """The kinds of a tile that comes with a card, in all its rotations."""
        codes = {kind.code for kind in self.kinds}
        if tile.code in codes:
            return frozenset()  # another card brings a tile with that code
        any_turn = any(kind.face is not None and kind.first != kind.index for kind in self.game.kinds)
        kinds = turned(replace(tile, index=len(self.kinds)), any_turn)
        self.kinds += kinds
        self.brought += [kinds[0].index]
        return frozenset(kind.index for kind in kinds)

    def _brought(self, place: BoardDef) -> BoardDef:
        """A place; if all tiles of the game begin there, those of the cards do as well."""
        every = {kind.index for kind in self.game.kinds if kind.face is not None and kind.first == kind.index}
        begins = (
            (kinds | frozenset(self.brought) if count is None and kinds >= every else kinds, count)
            for kinds, count in place.begins
        )
        return replace(place, begins=tuple(begins))

    def _with_kinds(self) -> Game:
        """The game with the kinds of the cards, with as many copies of each as its class says."""
        game, located = self.game, self.game.located
        if self.brought:
            game = replace(game, kinds=tuple(self.kinds), boards=tuple(map(self._brought, game.boards)))
        if located is None:
            return game
        game = replace(
            game,
            kinds=tuple(self.kinds),
            more_pieces=tuple(
                replace(sort, kinds=self._extended(sort.kinds)) if sort.name == located.name else sort
                for sort in game.more_pieces
            ),
            boards=tuple(self._place(place) for place in game.boards),
            parts=tuple(replace(part, rule=transform(part.rule, self._change)) for part in game.parts),
            tie_breaks=tuple(transform(rule, self._change) for rule in game.tie_breaks),
            turned={self.fronts[card.id]: self.fronts[card.id] + 1 for card in self.cards if card.back is not None},
            printed={self.fronts[card.id]: card.printed for card in self.cards if card.id in self.fronts},
        )
        copies = self._copies(game, located)
        kinds = (replace(kind, copies=copies.get(kind.first, kind.copies)) for kind in game.kinds)
        return replace(game, kinds=tuple(kinds))

    def _copies(self, game: Game, located: LocatedClass) -> dict[int, int]:
        """The number of copies of each card, by its front."""
        number = transform(located.copies, self._change)
        found = {}
        for front in self.fronts.values():
            alone = pool_of([Stack(0, (game.kinds[front].code,))])
            position = Position(game, tuple(Player("", alone) for _ in range(self.players)))
            found[front] = max(0, exact_evaluator(position).number(number, {located.var.id: 0}, 0))
        return found

    def _place(self, place: BoardDef) -> BoardDef:
        return replace(place, begins=tuple((self._extended(kinds, backs=False), n) for kinds, n in place.begins))

    def _extended(self, kinds: frozenset[int], backs: bool = True) -> frozenset[int]:
        """A set of kinds in which generic kinds are replaced by those of the cards."""
        located = self.game.located
        if located is not None and located.front in kinds:
            kinds |= frozenset(self.fronts.values())
        if backs and located is not None and located.back in kinds:
            kinds |= frozenset(front + 1 for front in self.fronts.values())
        return kinds

    def _change(self, node: Node) -> Node:
        """A node in which generic kinds are replaced by those of the cards."""
        if self.game.located is None:
            return node
        match node:
            case core.Shows():
                return replace(node, kinds=self._extended(node.kinds))
            case core.OneOf():
                return replace(node, kinds=self._extended(node.kinds))
            case core.Attribute() if node.name in self.game.located.numbers:
                numbers = ((kind.index, kind.numbers.get(node.name)) for kind in self.kinds)
                return replace(node, numbers=tuple((kind, n) for kind, n in numbers if n is not None))
            case core.Attribute(name=build.SHOWN):
                return build.shown(node.space, len(self.kinds))
            case core.Values():
                return replace(node, values=tuple(self._values(node)))
            case core.Value() | core.Attribute() | core.Turns():  # part of `Values`; not of cards; names no kinds
                return node
            case _ if reads(node) >= KINDS:
                raise TypeError(f"the kinds that {type(node).__name__} names are not those of the cards")
            case _:  # names no kinds
                return node

    def _values(self, node: core.Values) -> Iterator[core.Value]:
        """The values in which those of generic kinds are replaced by those of each card."""
        located = self.game.located
        assert located is not None
        standing = {frozenset({located.front}): 0, frozenset({located.back}): 1}
        if not any(value.kinds in standing for value in node.values):
            yield from (
                replace(value, kinds=None if value.kinds is None else self._extended(value.kinds))
                for value in node.values
            )
            return
        cards = self.game.sorts_by_name[located.name].kinds
        for value in node.values:
            if value.kinds is not None and value.kinds in standing:
                shown = (self.kinds[front + standing[value.kinds]] for front in self.fronts.values())
                yield from (core.Value(kind.code, frozenset({kind.index})) for kind in shown)
            elif value.kinds is None or not value.kinds <= cards:
                yield value

    # -- what cards say

    def _rule(self, rule: play.RuleDef) -> play.RuleDef:
        """A rule with what the cards say: the definition of a condition, and the permanent overrides of any rule."""
        located, body = self.game.located, rule.body
        if located is not None and rule.name in located.conditions:
            said = (
                (self.fronts[card.id], card.conditions[rule.name])
                for card in self.cards
                if card.id in self.fronts and rule.name in card.conditions
            )
            body = build.disjunction(
                core.And(
                    (
                        core.Shows(rule.parameter, frozenset({front})),
                        core.OnBoardOf(self.play_rules.me, transform(condition, self._change)),
                    )
                )
                for front, condition in said
            )
        for face, kind in self.faces:
            for now in face.always:
                if now.rule == rule.name:
                    body = self._changed(
                        replace(rule, body=body), transform(now, self._change), self._owned(kind, rule)
                    )
        return replace(rule, body=body)

    def _changed(self, rule: play.RuleDef, now: play.Override, owned: core.Expr) -> core.Expr:
        """The body of a rule with the override of a card while somebody owns it."""

        def change(node: Node) -> Node:
            return rule.parameter if node == now.parameter else node

        said = transform(now.body, change)
        if build.is_condition(rule.body):
            kept = rule.body if now.also else core.And((build.negation(owned), rule.body))
            return core.Or((kept, core.And((owned, said))))
        if now.also:
            return core.Add((rule.body, core.If(owned, said, core.Const(0))))
        return core.If(build.conjunction((owned, transform(now.where, change))), said, rule.body)

    def _owned(self, kind: int, rule: play.RuleDef) -> core.Expr:
        """The condition that the player has a card of a kind; a card without a place belongs to everybody.

        An override of a rule about a player applies to the player who has the card.
        """
        if kind < 0:
            return core.TRUE
        shown = []
        for place in self._own_places():
            card = core.Var(next(self._numbers), core.SPACE, "card")
            there: core.Expr = core.Exists(
                core.Binder(card, core.Spaces(), core.Shows(card, frozenset({kind}))), core.TRUE
            )
            if rule.parameter.sort == core.PLAYER:
                if place != self.play_rules.me:
                    theirs = core.Var(next(self._numbers), core.PLAYER, place.noun)
                    own = core.Binder(theirs, core.Players("self", place.noun), core.TRUE)
                    there = core.Exists(own, core.OnBoardOf(theirs, there))
                place = rule.parameter
            shown.append(core.OnBoardOf(place, there))
        return build.disjunction(shown)

    def _own_places(self) -> list[core.Var]:
        """The variables of each player's places for cards of the class."""
        located, places = self.game.located, dict(self.play_rules.places)
        assert located is not None
        own = (place for place in self.game.boards if place.each_player and located.name in place.holds)
        return [places.get(place.name, self.play_rules.me) for place in own]

    def _verbs(self, verb: play.VerbDef) -> Iterator[play.VerbDef]:
        """A verb with what cards allow after it; for a moment of a card, also the verbs needed when cards trigger one
        another."""
        if verb.name not in self.play_rules.moments:
            yield replace(verb, body=(*verb.body, *self._afterwards(verb)))
        elif verb.parameters:
            yield from self._of_one(verb)
        else:
            yield self._of_all(verb)

    def _afterwards(self, verb: play.VerbDef) -> Iterator[play.Step]:
        """What cards of the player allow after a verb, in sequence, once per copy."""
        for face, kind in self.faces:
            for ability in face.afterwards:
                if ability.after == verb.name:
                    said = transform(ability, self._change)
                    there = [
                        core.OnBoardOf(at.home, build.occupied(at.space))
                        for at in verb.parameters
                        if at.home is not None
                    ]
                    condition = build.conjunction([*there, said.condition])
                    option = play.Option(said.card, condition, said.body, said.text)
                    offered = (play.RepeatTimes(0, core.Const(1), (play.Menu((option,)),)),)
                    yield from offered if kind < 0 else self._each(kind, offered)

    def _of_one(self, verb: play.VerbDef) -> Iterator[play.VerbDef]:
        """A moment of a card: the statements of the card that it is applied to.

        It may be applied to another card in turn, but not to one whose block is in progress: such a card cannot be
        picked, or is skipped. There is one verb for each set of cards in progress that can trigger others; so the
        recursion is finite.
        """
        (card,) = verb.parameters
        known = [(face, self.tied.get(id(face), frozenset({kind}))) for face, kind in self.faces]
        said = [(min(kinds), kinds, face.moments[verb.name]) for face, kinds in known if verb.name in face.moments]
        leading = [kind for kind, _, body in said if any(call.verb == verb.name for call in find(play.Call, *body))]
        waiting, found = [frozenset[int]()], dict[frozenset[int], str]()
        while waiting:
            under_way = waiting.pop()
            if under_way in found:
                continue
            found[under_way] = verb.name + "".join(f" / {self.kinds[kind].code}" for kind in sorted(under_way))
            waiting += [self._in_progress_with(under_way, kind, leading) for kind in leading if kind not in under_way]
        for under_way, name in sorted(found.items(), key=lambda one: (-len(one[0]), one[1])):
            steps = []
            for kind, kinds, body in said:
                if kind in under_way:
                    continue
                beneath = self._in_progress_with(under_way, kind, leading)
                then = found.get(beneath, "") if kind in leading else ""
                over = frozenset[int]().union(*(other for first, other, _ in said if first in beneath))
                body = self._not_again(tuple(transform(step, self._change) for step in body), verb.name, over)
                shown = core.OnBoardOf(card.home or self.play_rules.me, core.Shows(card.space, kinds))
                steps.append(play.When(shown, tuple(self._renamed_call(step, verb.name, then) for step in body)))
            yield play.VerbDef(name, verb.parameters, tuple(steps))

    def _in_progress_with(self, under_way: frozenset[int], kind: int, leading: Sequence[int]) -> frozenset[int]:
        """The cards in progress with one more; with more than `MOST_LEADING` cards that trigger others, all of these."""
        return under_way | {kind} if len(leading) <= MOST_LEADING else frozenset(leading)

    def _not_again(self, body: play.Block, moment: str, over: frozenset[int]) -> play.Block:
        """A block in which cards of some kinds cannot be picked for the moment."""
        called = (call for call in find(play.Call, *body) if call.verb == moment)
        picked = {argument.space for call in called for argument in call.arguments}

        def change(node: Node) -> Node:
            if not isinstance(node, play.Pick) or node.binder.var not in picked:
                return node
            guard = build.conjunction([node.binder.guard, build.negation(core.Shows(node.binder.var, over))])
            return replace(node, binder=replace(node.binder, guard=guard))

        return tuple(transform(step, change) for step in body)

    def _renamed_call(self, step: play.Step, moment: str, name: str) -> play.Step:
        """A statement with the name of a moment replaced."""
        return transform(
            step, lambda node: replace(node, verb=name) if isinstance(node, play.Call) and node.verb == moment else node
        )

    def _of_all(self, verb: play.VerbDef) -> play.VerbDef:
        """A moment: the statements of each card of the player, once per copy."""
        said: Mapping[int, list[play.Block]] = {kind: [] for _, kind in self.faces}
        for face, kind in self.faces:
            if verb.name in face.moments:
                said[kind].append(face.moments[verb.name])
        steps: list[play.Step] = []
        for kind, bodies in said.items():
            for body in (tuple(transform(step, self._change) for step in body) for body in bodies):
                steps += [play.When(core.TRUE, body)] if kind < 0 else self._each(kind, body)
        return replace(verb, body=tuple(steps))

    def _each(self, kind: int, body: play.Block) -> Iterator[play.Step]:
        for place in self._own_places():
            card = core.Var(next(self._numbers), core.SPACE, "card")
            shown = core.Binder(card, core.Spaces(), core.Shows(card, frozenset({kind})))
            yield play.ForEach(shown, place, body)
