"""Statements that change the table: pieces, caps, counters and marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tilewright.check.context import Context
from tilewright.check.elaborator import Elaborator
from tilewright.check.play.operands import Guard, Operands
from tilewright.check.play.steps import Done, StepHandlers, bind_at, up_to
from tilewright.check.typed import Elem, Name, Num, Reported, Scope
from tilewright.core import build, play, walk
from tilewright.core import expr as core
from tilewright.diagnostics import did_you_mean
from tilewright.source import Span
from tilewright.syntax import ast, play_ast
from tilewright.table.game import BoardDef, CapPiece, PieceDef
from tilewright.table.geometry import SIDES
from tilewright.table.placing import Covering, PlacingRule


@dataclass(frozen=True)
class Laying:
    """A piece of a pool that is placed over several spaces, one for each cell.

    `spaces` are the variables of the spaces for the `cells`, which come from the place `reserve`.
    """

    context: Context
    covering: Covering
    piece: play.At
    spaces: Sequence[core.Var]
    cells: Sequence[core.Var]
    reserve: core.Var
    home: core.Var | None

    def steps(self, span: Span, text: str, lasting: bool) -> list[play.Step]:
        """Find the cells, pick their spaces, and place all of them; the piece itself leaves the game."""
        found = [play.BindFirst(self._cell(cell), self.reserve) for cell in range(self.covering.footprint.size)]
        picked = [self._space(cell, span, text, lasting) for cell in range(self.covering.footprint.size)]
        pairs = zip(self.cells, self.spaces, strict=True)
        placed = [play.MovePiece(play.At(cell, self.reserve), play.At(space, self.home)) for cell, space in pairs]
        return [*found, *picked, play.MovePiece(self.piece, None), *placed]

    def _cell(self, cell: int) -> core.Binder:
        """A piece of the reserve for a cell, different from those of earlier cells."""
        kinds = self.context.game.kinds
        shows = tuple((kind.index, kind.covers[cell] + 1) for kind in kinds if len(kind.covers) > cell)
        wanted = core.OnBoardOf(self.piece.home or self.context.me, core.Attribute(self.piece.space, shows, ""))
        var = self.cells[cell]
        others = [build.negation(core.Same(var, other)) for other in self.cells[:cell]]
        alike = core.Compare("=", build.shown(var, len(kinds)), wanted)
        return core.Binder(var, core.Spaces(), build.conjunction([alike, *others]))

    def _space(self, cell: int, span: Span, text: str, lasting: bool) -> play.Step:
        """The pick of a space for a cell, such that the other cells fit; or the only space left."""
        var, footprint = self.spaces[cell], self.covering.footprint
        if cell == 0:
            allowed = build.conjunction([self._rule(0, var), self._rest(1, footprint.ways, {0: var})])
            return play.Pick("place", core.Binder(var, core.Spaces(), allowed), self.home, lasting, span, text)
        known = dict(enumerate(self.spaces[: cell + 1]))
        chosen = footprint.chosen(cell)
        parts = []
        for before, ways in footprint.before(cell).items():
            there = [self._beside(at + 1, {side}, known) for at, side in enumerate(before)]
            parts.append(build.conjunction([*there, self._next(cell, ways, known, chosen)]))
        guard = build.disjunction(parts)
        around = core.Neighbors(self.spaces[footprint.parents[cell - 1]])
        if not chosen:
            return play.BindFirst(core.Binder(var, around, guard), self.home)
        allowed = build.conjunction([self._rule(cell, var), guard])
        return play.Pick("place", core.Binder(var, around, allowed), self.home, False, span, text)

    def _next(
        self, cell: int, ways: Sequence[tuple[str, ...]], known: Mapping[int, core.Var], chosen: bool
    ) -> core.Expr:
        """The condition that a cell lies as in one of the orientations, and that the others fit."""
        parts = []
        for sides, those in self._by_side(cell, ways):
            rest = self._rest(cell + 1, those, known) if chosen else core.TRUE
            parts.append(build.conjunction([self._beside(cell, sides, known), rest]))
        return build.disjunction(parts)

    def _rest(self, cell: int, ways: Sequence[tuple[str, ...]], known: Mapping[int, core.Var]) -> core.Expr:
        """The condition that the remaining cells fit, in some of the orientations."""
        footprint = self.covering.footprint
        if cell == footprint.size:
            spaces = [known[at] for at in range(footprint.size)]
            return self.covering.rule(spaces, self.cells, self.reserve)
        parts = []
        for sides, those in self._by_side(cell, ways):
            var = self.context.fresh(core.SPACE, "space")
            around = core.Neighbors(known[footprint.parents[cell - 1]], _shape(sides))
            rest = self._rest(cell + 1, those, {**known, cell: var})
            parts.append(build.exists(core.Binder(var, around, self._rule(cell, var)), rest))
        return build.disjunction(parts)

    def _by_side(self, cell: int, ways: Sequence[tuple[str, ...]]) -> list[tuple[set[str], Sequence[tuple[str, ...]]]]:
        """The orientations by the side of its parent that a cell is on; the last cell may combine all four."""
        sides = {way[cell - 1] for way in ways}
        if cell == self.covering.footprint.size - 1 and sides == set(SIDES):
            return [(sides, ways)]
        return [({side}, [way for way in ways if way[cell - 1] == side]) for side in SIDES if side in sides]

    def _beside(self, cell: int, sides: set[str], known: Mapping[int, core.Var]) -> core.Expr:
        """The condition that a cell is on one of these sides of its parent; it is known to be adjacent."""
        if sides == set(SIDES):
            return core.TRUE
        parent = known[self.covering.footprint.parents[cell - 1]]
        return core.Near(known[cell], core.Neighbors(parent, _shape(sides)))

    def _rule(self, cell: int, space: core.Var) -> core.Expr:
        """The placing rule for the piece of a cell."""
        sort = self.context.game.sorts_by_name[self.covering.sort]
        return sort.place.at(space, self.cells[cell], self.reserve)


def _shape(sides: set[str]) -> str:
    """The shape of neighbors on one side, or on all."""
    return "orthogonal" if len(sides) > 1 else next(iter(sides))


def ground_of(sort: PieceDef, context: Context, span: Span) -> BoardDef:
    """The board for a piece that covers several spaces. Raises `Reported`."""
    assert sort.covering is not None
    board = context.game.main_place(sort.covering.sort)
    if board is None or board.pool:
        many = context.game.plural(sort.covering.sort)
        raise context.fail("TW202", span, f"no board holds {many}", "declare a board 'of each player'")
    if board.grows or board.hexagonal or board.drawn is not None:
        message = f"a {sort.name} covers several squares, and the {board.name} has none"
        raise context.fail("TW202", span, message, "declare the board with 'size' and 'sizes' alone")
    return board


class Changes:
    """Elaborates the statements that change the table."""

    def __init__(self, elaborator: Elaborator, things: Operands) -> None:
        self.context = elaborator.context
        self.game = elaborator.context.game
        self.names = elaborator.names
        self.expressions = elaborator.expressions
        self.things = things

    @property
    def handlers(self) -> StepHandlers:
        """The statements that are elaborated here."""
        return {
            play_ast.PickOne: self._pick_one,
            play_ast.PickSome: self._pick_some,
            play_ast.PickNumber: self._pick_number,
            play_ast.Return: self.things.moving(self._return),
            play_ast.Roll: self._roll,
            play_ast.TurnTo: self._turn_to,
            play_ast.Take: self.things.moving(self._take),
            play_ast.Draw: self._draw,
            play_ast.Discard: self.things.moving(self._discard),
            play_ast.Place: self.things.moving(self._place),
            play_ast.MovePiece: self.things.moving(self._shift),
            play_ast.LookAt: self._look,
            play_ast.Shuffle: self._shuffle,
            play_ast.Swap: self.things.moving(self._swap),
            play_ast.TurnOver: self._turn_over,
            play_ast.MarkAs: self._mark,
            play_ast.Fill: self._fill,
            play_ast.Build: self._build,
            play_ast.Gain: self._gain,
        }

    # -- pieces

    def _pick_one(self, node: play_ast.PickOne, scope: Scope) -> Done:
        if node.name is not None and self.context.setting.in_secret:
            return self._pick_sealed(node, node.name.text, scope)
        return self.things.picked("choose", node.thing, scope, name=node.name)

    def _pick_sealed(self, node: play_ast.PickOne, name: str, scope: Scope) -> Done:
        """A piece picked in secret; what it shows is the player's answer."""
        pool = self.context.vocabulary.answers.get(name)
        if pool is None:
            raise Reported  # reported already: the name has another meaning
        steps, _ = self.things.picked(name, node.thing, scope)
        pick, place = steps[-1], self.game.boards_by_name.get(pool)
        known = place is not None and place.pool
        homes = (None, self.context.setting.places.get(pool))
        if (
            not isinstance(pick, play.Pick)
            or not (known and pick.home in homes)
            or len(steps) > 1
            or pick.random
            or pick.binder.var.sort != core.SPACE
        ):
            pools = [board.name for board in self.game.boards if board.pool]
            help = f"name one, as in 'a {self.game.piece} in the {pools[0]}'" if pools else "choose a number"
            raise self.context.fail("TW224", node.thing.span, "a piece is chosen in secret in one pool", help)
        return [replace(pick, answer=name)], scope

    def _pick_some(self, node: play_ast.PickSome, scope: Scope) -> Done:
        if node.things.every:
            raise self.context.fail(
                "TW102",
                node.things.span,
                "'every' picks all of them, so there is nothing to choose",
                "write 'for each ...', or how many",
            )
        steps, inner, _ = self.things.some("choose", node.things, scope, name=node.name)
        if node.joint is not None and isinstance(steps[-1], play.PickSome):
            steps[-1] = replace(steps[-1], joint=self.expressions.condition(node.joint, inner))
        return steps, inner

    def _pick_number(self, node: play_ast.PickNumber, scope: Scope) -> Done:
        if [word.text for word in node.phrase.words] != ["number"] or node.phrase.modifiers:
            raise self.context.fail(
                "TW202", node.phrase.span, "only numbers can be chosen from a range", "write 'choose a number from'"
            )
        low, high = (self.expressions.number(side, scope) for side in (node.low, node.high))
        text = up_to(self.context.diagnostics.source, node.span)
        if node.name is not None and self.context.setting.in_secret:
            if node.name.text not in self.context.vocabulary.answers:
                raise Reported  # reported already: the name has another meaning
            number, name = self.context.fresh(core.VALUE, "number"), node.name.text
            return [play.PickNumber(name, number, low, high, text, name, node.span)], scope
        var = self.context.fresh(core.VALUE, node.name.text if node.name else "number")
        if node.name is not None:
            if self.context.vocabulary.is_taken(node.name.text):
                self.names.taken(node.name)
            if node.name.text in scope.names:
                raise self.names.repeated(node.name)
            given = Name(node.name.text, node.name.span, Num(core.NumberOf(var)), scope.board)
            scope = replace(scope, names={**scope.names, node.name.text: given})
        return [play.PickNumber("choose", var, low, high, text, span=node.span)], scope

    def _take(self, node: play_ast.Take, scope: Scope) -> Done:
        steps, inner, at = self.things.piece("take", node.thing, scope, name=node.place)
        pool, kept, inner, lasting = self._kept(self.things.sort(node.thing, scope), node.name, node.span, inner)
        return [*steps, play.KeepPiece(at, pool, kept, lasting)], inner

    def _draw(self, node: play_ast.Draw, scope: Scope) -> Done:
        sorts = {sort.name for sort in self.game.sorts}
        nouns = sorts if node.count is None else {self.game.plural(sort): sort for sort in sorts}
        if node.noun.text not in nouns:
            raise self.names.unknown(node.noun, scope, nouns)
        piece = node.noun.text if isinstance(nouns, set) else nouns[node.noun.text]
        pool, kept, inner, lasting = self._kept(piece, node.name, node.span, scope)
        draw = play.Draw(pool, kept, lasting, piece if len(sorts) > 1 else "")
        if node.count is None:
            return [draw], inner
        count = self.expressions.number(node.count, scope)
        return [play.RepeatTimes(count.value if isinstance(count, core.Const) else None, count, (draw,))], scope

    def _kept(
        self, piece: str, name: ast.Word | None, span: Span, scope: Scope
    ) -> tuple[core.Var, core.Var, Scope, bool]:
        """The pool for a sort of piece, the space that a piece gets there, and the scope with it."""
        pool = self.context.keeper(piece)
        if pool is None:
            raise self.context.fail(
                "TW112",
                span,
                "no board of the game is a pool, so nothing can be kept",
                "declare a board 'of each player' with the line 'pool'",
            )
        if name is not None:
            self.names.check_thing(name)
        var = self.context.fresh(core.SPACE, name.text if name else piece)
        self.things.sorts[var] = piece
        lasting = self.things.lasts(name, play.At(var, pool))
        return pool, var, bind_at(scope, var, pool), lasting

    def _return(self, node: play_ast.Return, scope: Scope) -> Done:
        cap = self.things.cap(node.thing, scope)
        if cap is not None and cap.of_players:
            there: list[Guard] = [] if node.thing.picked else [lambda var: core.Capped(var, cap.name)]
            steps, inner, at = self.things.thing("return", node.thing, scope, *there)
            return [*steps, play.MoveCap(at, cap.name, on=False, back=True)], inner
        steps, inner, at = self.things.piece("return", node.thing, scope)
        return [*steps, play.Return(at)], inner

    def _roll(self, node: play_ast.Roll, scope: Scope) -> Done:
        self._with_sides(node.thing, scope)
        steps, inner, at = self.things.piece("roll", node.thing, scope)
        return [*steps, play.Roll(at)], inner

    def _turn_to(self, node: play_ast.TurnTo, scope: Scope) -> Done:
        sort = self._with_sides(node.thing, scope)
        steps, inner, at = self.things.piece("turn", node.thing, scope)
        if isinstance(node.side, play_ast.Thing):
            return [*steps, play.TurnTo(at, self._side_of(node.side.phrase, sort, inner))], inner
        if not isinstance(node.side, ast.Phrase):
            return [*steps, play.TurnTo(at, self.expressions.number(node.side, inner))], inner
        picked, with_side = self.things.picked("to", node.side, inner)
        side = with_side.elements[-1]
        if (
            side.sort != core.VALUE
            or self.context.vocabulary.nouns[node.side.noun.text].singular != sort.main_attribute
        ):
            raise self.context.fail(
                "TW202",
                node.side.span,
                f"this is not a side of a {sort.name}",
                f"each of its sides is a {sort.main_attribute}",
            )
        return [*steps, *picked, play.TurnTo(at, side)], inner

    def _side_of(self, phrase: ast.Phrase, sort: PieceDef, scope: Scope) -> core.Expr:
        """The number of the side that belongs to a player."""
        player = self.things.references.one(phrase, scope)
        if player.var.sort != core.PLAYER:
            help = f"write 'to a {sort.main_attribute}', or 'to the player'"
            raise self.context.fail("TW202", phrase.span, f"this is not a side of a {sort.name}", help)
        if sort.name not in self.game.with_owners:
            help = "write 'of each player' in its 'piece' block"
            message = f"no side of a {sort.name} belongs to a player"
            raise self.context.fail("TW202", phrase.span, message, help)
        return player.closed(core.OnBoardOf(player.var, core.SeatNumber()))

    def _with_sides(self, thing: play_ast.Thing, scope: Scope) -> PieceDef:
        """The sort of a thing, which must have sides."""
        sort = self.game.sorts_by_name[self.things.sort(thing, scope)]
        if not sort.sides:
            raise self.context.fail(
                "TW202",
                thing.span,
                f"{self.game.plural(sort.name)} have only one side",
                "declare 'sides' in its 'piece' block",
            )
        return sort

    def _discard(self, node: play_ast.Discard, scope: Scope) -> Done:
        steps, inner, at = self.things.piece("discard", node.thing, scope)
        return [*steps, play.MovePiece(at, None)], inner

    def _place(self, node: play_ast.Place, scope: Scope) -> Done:
        steps, inner, at = self.things.piece("choose", node.thing, scope)
        if node.name is not None:
            self.names.check_thing(node.name)
        space = self.context.fresh(core.SPACE, node.name.text if node.name else "space")
        sort = self._piece_def(node.thing, scope)
        if sort is not None and sort.covering is not None:
            laid, home = self._lay(sort, sort.covering, node, at, space)
            return [*steps, *laid], bind_at(inner, space, home)
        self.things.sorts[space] = self.things.sort(node.thing, scope)
        board = self.game.main_place(self.things.sorts[space])
        home = self.context.setting.places[board.name] if board is not None and board.grows else None
        if home is None and self.game.own_place.pool:
            shared = [place.name for place in self.game.table_boards]
            raise self.context.fail(
                "TW202",
                node.span,
                "no player has a board on which this could be placed",
                f"write 'move ... to a space in the {shared[0]}'" if shared else "declare a board 'of each player'",
            )
        rule = self._rule(node.thing, scope)
        guards, turned = [rule.at(space, at.space, at.home or self.context.me)], list[play.Step]()
        text = up_to(self.context.diagnostics.source, node.span)
        if home is not None:
            land, face = self.things.phrases.land, self.context.fresh(core.VALUE, "turn")
            guards.append(land.fits(at.space, at.home, space, home))
            fits = core.OnBoardOf(home, core.Fits(space, face))
            turned = [
                play.Pick("turn", land.turns(face, at.space, fits), at.home, span=node.span, text=text),
                play.TurnTo(at, face),
            ]
        lasting = self.things.lasts(node.name, play.At(space, home))
        allowed = core.Binder(space, core.Spaces(), build.conjunction(guards))
        pick = play.Pick("place", allowed, home, lasting, node.span, text)
        return [*steps, pick, *turned, play.MovePiece(at, play.At(space, home))], bind_at(inner, space, home)

    def _lay(
        self, sort: PieceDef, covering: Covering, node: play_ast.Place, at: play.At, space: core.Var
    ) -> tuple[list[play.Step], core.Var | None]:
        """The statements that place a piece over several spaces, and their board; None for the player's own board."""
        if not covering.reserve:
            raise Reported  # reported at the declaration of the sort
        board = ground_of(sort, self.context, node.span)
        home = None if board.each_player else self.context.setting.places[board.name]
        self.things.sorts[space] = covering.sort
        spaces = [space, *(self.context.fresh(core.SPACE, "space") for _ in covering.footprint.parents)]
        cells = [self.context.fresh(core.SPACE, covering.sort) for _ in spaces]
        reserve = self.context.setting.places[covering.reserve]
        laying = Laying(self.context, covering, at, spaces, cells, reserve, home)
        text = up_to(self.context.diagnostics.source, node.span)
        return laying.steps(node.span, text, self.things.lasts(node.name, play.At(space, home))), home

    def _rule(self, thing: play_ast.Thing, scope: Scope) -> PlacingRule:
        """The placing rule for a thing."""
        sort = self._piece_def(thing, scope)
        return self.game.place if sort is None else sort.place

    def _piece_def(self, thing: play_ast.Thing, scope: Scope) -> PieceDef | None:
        """The sort of a thing; None if it is not a piece."""
        return self.game.sorts_by_name.get(self.things.sort(thing, scope))

    def _shift(self, node: play_ast.MovePiece, scope: Scope) -> Done:
        cap = self.things.cap(node.thing, scope)
        if cap is not None:
            return self._shift_cap(node, cap, scope)
        end = self._end_of_pile(node.target)
        if end is not None:
            return self._on_pile(*end, node, scope)
        self._check_end_said(node.target)
        place = self._pool(node.target, scope)
        steps, inner, at = self.things.piece("move", node.thing, scope)
        if place is not None:
            before, pool = self.things.seat(place)
            sort = self.things.sort(node.thing, scope)
            self.things.phrases.places.check(node.target.noun.text, sort, node.target)
            kept = self.context.fresh(core.SPACE, sort)
            return [*steps, *before, play.KeepPiece(at, pool, kept)], bind_at(inner, kept, pool)
        piece = self._piece_def(node.thing, scope)
        if piece is not None and piece.covering is not None:
            help = f"write 'place ...' for a {piece.name}, which puts each part on its own space"
            raise self.context.fail("TW202", node.target.span, f"a {piece.name} does not lie on one space", help)
        goal, inner, to = self._goal(node.target, at, self._rule(node.thing, scope), inner)
        for board in self.game.maps:
            if self.context.setting.places[board.name] == to.home:
                self.things.phrases.places.check(board.name, self.things.sort(node.thing, scope), node.target)
        return [*steps, *goal, play.MovePiece(at, to)], inner

    def _pool(self, target: ast.Phrase, scope: Scope) -> Elem | None:
        """The pool that is the target of a move, if it is one."""
        pool = target.article == "the" and len(target.words) == 1 and self.things.phrases.places.pool(target.noun.text)
        return self._named(target, scope) if pool else None

    def _named(self, target: ast.Phrase, scope: Scope) -> Elem:
        """The place that a phrase names, possibly another player's."""
        owner = None
        for modifier in target.modifiers:
            found = self.things.references.find(modifier.phrase, scope) if isinstance(modifier, ast.OfPhrase) else None
            if found is None or found.var.sort != core.PLAYER:
                raise self.context.fail(
                    "TW202", modifier.span, "the owner is missing", "for example 'of the left player'"
                )
            owner = found
        return self.things.phrases.places.element(target.noun.text, owner, scope) or Elem(self.context.me)

    def _goal(
        self, target: ast.Phrase, origin: play.At, rule: PlacingRule, scope: Scope
    ) -> tuple[list[play.Step], Scope, play.At]:
        """The pick of the target space of a move, different from the origin."""

        def allowed(space: core.Var) -> core.Expr:
            return rule.at(space, origin.space, origin.home or self.context.me)

        if target.article is not None:
            thing = play_ast.Thing(target, False, span=target.span)
            steps, inner, to = self.things.thing("to", thing, scope, allowed)
            goal = [*steps[:-1], self._elsewhere(steps[-1], play.At(_bound(steps[-1]), to.home), origin)]
            return goal, bind_at(inner, to.space, to.home), to  # `it` is the target
        steps, inner = self.things.picked("to", target, scope, allowed)
        to = self.things.at(inner.elements[-1], target.span, inner)
        return [*steps[:-1], self._elsewhere(steps[-1], to, origin)], inner, to

    def _elsewhere(self, pick: play.Step, here: play.At, there: play.At) -> play.Step:
        """A pick of a space different from a known one; two names of places may mean the same place."""
        assert isinstance(pick, play.Pick | play.BindFirst)
        same: core.Expr = core.Same(here.space, there.space)
        if here.home != there.home:
            places = core.Same(here.home or self.context.me, there.home or self.context.me)
            same = build.conjunction([places, same])
        guard = build.conjunction([pick.binder.guard, build.negation(same)])
        return replace(pick, binder=replace(pick.binder, guard=guard))

    def _swap(self, node: play_ast.Swap, scope: Scope) -> Done:
        """Two pieces on one board must differ; for two boards this is checked in play."""
        steps, inner, first = self.things.piece("swap", node.first, scope)
        more, inner, second = self.things.piece("with", node.second, inner)
        if first.home == second.home and isinstance(more[-1], play.Pick | play.BindFirst):
            here = play.At(more[-1].binder.var, second.home)
            more[-1] = self._elsewhere(more[-1], here, first)
        return [*steps, *more, play.Swap(first, second)], inner

    def _turn_over(self, node: play_ast.TurnOver, scope: Scope) -> Done:
        steps, inner, at = self.things.piece("turn", node.thing, scope)
        return [*steps, play.Flip(at, node.up)], inner

    def _mark(self, node: play_ast.MarkAs, scope: Scope) -> Done:
        if node.mark.text not in self.game.marks:
            raise self.names.unknown(node.mark, scope, self.game.marks)
        _, inner, at = self.things.thing("mark", node.thing, scope)
        return [play.MarkSpace(at, node.mark.text)], inner

    def _fill(self, node: play_ast.Fill, scope: Scope) -> Done:
        tables = [board.name for board in self.game.boards if not board.each_player and not board.pool]
        if node.board.text in tables:
            if node.board.text not in {layout.name for layout in self.game.layouts}:
                help = f"write 'layouts {node.board.text}' in the game file, or move pieces there"
                raise self.context.fail("TW202", node.board.span, f"the {node.board.text} has no layouts", help)
            return [play.Fill(self.context.setting.places[node.board.text])], scope
        if node.board.text not in [board.name for board in self.game.boards]:
            raise self.names.unknown(node.board, scope, tables)
        raise self.context.fail(
            "TW202",
            node.board.span,
            "only boards of the table can be filled",
            "boards of the table: " + (", ".join(tables) or "none"),
        )

    # -- piles

    def _end_of_pile(self, target: ast.Phrase) -> tuple[ast.Phrase, bool] | None:
        """The pile that a target names, and whether it is its bottom, as in `the bottom of the deck`."""
        match target.modifiers:
            case (ast.OfPhrase(phrase=ast.Phrase(words=(word,)) as pile), *owner) if len(target.words) == 1:
                if target.noun.text in ("top", "bottom") and word.text in self.game.boards_by_name:
                    return replace(pile, modifiers=(*pile.modifiers, *owner)), target.noun.text == "bottom"
        return None

    def _check_end_said(self, target: ast.Phrase) -> None:
        """Report a target that is a hidden pile without an end. Raises `Reported`."""
        name = target.noun.text
        if target.article == "the" and len(target.words) == 1 and name in [pile.name for pile in self._piles()]:
            help = f"write 'the top of the {name}' or 'the bottom of the {name}'"
            raise self.context.fail("TW202", target.span, f"this does not say where in the {name}", help)

    def _on_pile(self, pile: ast.Phrase, under: bool, node: play_ast.MovePiece, scope: Scope) -> Done:
        """Move a piece to the top or bottom of a pile."""
        self._check_pile(pile.noun, scope, hidden=False)
        before, home = self.things.seat(self._named(pile, scope))
        steps, inner, at = self.things.piece("move", node.thing, scope)
        sort = self.things.sort(node.thing, scope)
        self.things.phrases.places.check(pile.noun.text, sort, node.target)
        space = self.context.fresh(core.SPACE, sort)
        there = play.BindFirst(core.Binder(space, core.Spaces(), core.TRUE), home)
        return [*steps, *before, there, play.MovePiece(at, play.At(space, home), under)], bind_at(inner, space, home)

    def _look(self, node: play_ast.LookAt, scope: Scope) -> Done:
        steps, inner, at = self.things.piece("look", node.thing, scope)
        if not self.things.in_pile(at.home):
            raise self.context.fail("TW202", node.thing.span, "this does not lie in a hidden pile", self._piles_help())
        return [*steps, play.Look(at)], inner

    def _shuffle(self, node: play_ast.Shuffle, scope: Scope) -> Done:
        self._check_pile(node.pile.noun, scope, hidden=True)
        before, home = self.things.seat(self._named(node.pile, scope))
        return [*before, play.Fill(home)], scope

    def _check_pile(self, word: ast.Word, scope: Scope, hidden: bool) -> None:
        """Report what is not a (hidden) pile. Raises `Reported`."""
        piles = [board.name for board in self._piles(hidden)]
        if word.text not in self.game.boards_by_name:
            raise self.names.unknown(word, scope, piles)
        if word.text not in piles:
            what = f"'{word.text}' is not a {'hidden ' * hidden}pile"
            raise self.context.fail("TW202", word.span, what, self._piles_help())

    def _piles(self, hidden: bool = True) -> list[BoardDef]:
        """The boards with a single space; with `hidden`, only those that hide their pieces."""
        one = [board for board in self.game.boards if not board.pool and board.geometry.size == 1]
        return [board for board in one if board.pile or not hidden]

    def _piles_help(self) -> str:
        names = ", ".join(board.name for board in self._piles())
        return f"hidden piles: {names}" if names else "write 'hidden' under a board with 'size 1 by 1'"

    # -- caps and counters

    def _shift_cap(self, node: play_ast.MovePiece, cap: CapPiece, scope: Scope) -> Done:
        if cap.of_players:
            help = f"write 'return a {cap.name} ...' and 'build a {cap.name} on ...'"
            raise self.context.fail("TW202", node.span, f"a {cap.name} cannot be moved", help)
        there: list[Guard] = [] if node.thing.picked else [lambda var: core.Capped(var, cap.name)]
        steps, inner, at = self.things.thing("move", node.thing, scope, *there)
        goal, inner, to = self._goal(node.target, at, cap.place, inner)
        return [*steps, *goal, play.MoveCap(at, cap.name, on=False), play.MoveCap(to, cap.name)], inner

    def _build(self, node: play_ast.Build, scope: Scope) -> Done:
        caps = self.game.caps_by_name
        if node.cap.text not in caps:
            raise self.names.unknown(node.cap, scope, caps)
        cap = caps[node.cap.text]
        reserve = self.game.reserve_of(cap.name)
        guards: list[Guard] = [lambda var: walk.substitute(cap.place.condition, cap.place.var, var)]
        if cap.of_players:
            guards.append(lambda var: build.negation(core.Capped(var, cap.name)))
        pay: list[play.Step] = []
        if reserve is not None:
            kept = core.OnBoardOf(self.context.me, core.CounterOf(reserve.name))
            guards.append(lambda _: core.Compare(">", kept, core.Const(0)))
            pay = [play.Gain(reserve.name, core.Const(1), pay=True, there=True)]
        steps, inner, at = self.things.thing("build", node.target, scope, *guards)
        return [*steps, *pay, play.MoveCap(at, cap.name)], inner

    def _gain(self, node: play_ast.Gain, scope: Scope) -> Done:
        counter = self._counter(node.counter)
        amount = self.expressions.number(node.amount, scope)
        self.context.note("amount", node.span, amount)
        steps, other = self.things.player(node.other.phrase, scope) if node.other else ([], None)
        gain = play.Gain(counter, amount, node.pay, other=other)
        if other is None or other != scope.acting or scope.before is None:
            return [*steps, gain], scope
        # the loop's player is both the other and the acting player, so the player outside the loop gains or pays
        number = self.context.fresh(core.VALUE, "number")
        gain = replace(gain, amount=core.NumberOf(number))
        actor = build.alone(self.context.fresh(core.PLAYER, "player"), scope.before)
        return [*steps, play.BindNumber(number, amount), play.ForEach(actor, None, (gain,))], scope

    def _counter(self, word: ast.Word) -> str:
        """The counter that a word names: by its name, its key, singular or plural, or its caps."""
        known: dict[str, str] = {}
        for counter in self.game.counters:
            for name in (counter.name, counter.written, counter.cap or counter.name):
                known |= dict.fromkeys((name, self.game.plural(name), name.removesuffix("s")), counter.name)
        if word.text not in known:
            help = did_you_mean(word.text, known) or "counters: " + ", ".join(c.name for c in self.game.counters)
            raise self.context.fail("TW101", word.span, f"'{word.text}' is not a counter", help)
        return known[word.text]


def _bound(step: play.Step) -> core.Var:
    assert isinstance(step, play.Pick | play.BindFirst)
    return step.binder.var
