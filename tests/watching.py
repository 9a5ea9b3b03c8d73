"""A game of Dragon Castle that is watched: after every decision and turn, what must hold is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain

from counts import SHORT, Spot, available, beside, free, openings, points, ranking, sets, spots
from tilewright.core.play import Pick
from tilewright.kernel import flow as f
from tilewright.kernel.engine import COMPILED, engine_for
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.state import FlatState
from tilewright.play.match import Match
from tilewright.play.positions import board_of
from tilewright.play.state import GameState, Move
from tilewright.play.table import table_in
from tilewright.play.totals import totals
from tilewright.table.board import Stack
from tilewright.table.position import Position
from turn_log import MADE_USE, Taken, Turn

TILES, KINDS, COPIES, SHRINES, TOKENS = 116, 29, 4, 40, 7
MOST_DECISIONS = 400
"""More than a turn can have: each is for a tile, a space, a set, a shrine, or a card."""


class Broken(AssertionError):
    """Something that must hold does not."""


class _Listening(Interpreter):
    """The reference interpreter, which says what is picked; only what can be completed the compiled game still says."""

    def __init__(
        self, layout: StateLayout, chosen: Callable[[FlatState, f.Choose | f.ChooseAtRandom, int], None]
    ) -> None:
        super().__init__(layout)
        self._chosen = chosen
        self.trials.possible = engine_for(layout, kind=COMPILED).leads_on  # type: ignore[method-assign]

    def _pick(self, state: FlatState, end: f.Choose | f.ChooseAtRandom, code: int) -> None:
        if not state.get(self.layout.trial):
            self._chosen(state, end, code)
        super()._pick(state, end, code)


class Watched:
    """Plays a match and asks after every decision and turn whether all is well. Raises `Broken`.

    The machine plays forced moves, and turns of nothing else, by itself; so its beginnings of
    turns and its picks are listened to.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.turns = self.decisions = self.uses = 0
        self.machine = match.machine
        self.state = match.state
        self.machine.engine = _Listening(self.machine.layout, self.chosen)
        self.machine.on_turn = self.begun
        self._position: Position | None = None
        self.turn = Turn(match.turn, self.position)
        self.check_table()

    # -- playing

    def apply(self, move: Move) -> None:
        """Play a move."""
        self.decisions += 1
        self.turn.moves.append(str(move))
        if move.kind == "use":
            self.uses += 1
            self.turn.used.append(self.state.picked(move).card)
        self._position = None
        self.match.play(move)
        self.state, self._position = self.match.state, None
        self.check_tiles()

    def moves(self) -> list[Move]:
        """The moves there are, all different, and the tiles to take as the rules have it."""
        moves = self.machine.moves_at(self.state)
        texts = [str(move) for move in moves]
        self.must(bool(texts) and len(set(texts)) == len(texts), f"moves are missing or alike: {texts}")
        self.must(len(self.turn.moves) < MOST_DECISIONS, "the turn does not end")
        self.check_takes({text for text in texts if not text.startswith("use ")})
        return moves

    def begun(self, state: GameState) -> None:
        self.turns += 1
        self.state, self._position = state, None
        self.check_turn()
        self.turn = Turn(state.mover, self.position)

    def chosen(self, state: FlatState, end: f.Choose | f.ChooseAtRandom, code: int) -> None:
        interpreter, step = self.machine.interpreter, end.level.step if end.level is not None else None
        castle_seat = self.machine.layout.of_board["castle"].seat
        if (
            isinstance(step, Pick)
            and isinstance(end.listing, f.Elements)
            and interpreter.seat(state, end.listing.seat) == castle_seat
        ):
            castle = spots(board_of(table_in(state).grids[castle_seat], self.match.game))
            spot = list(castle)[code]
            stack, long, short = castle[spot], free(castle, spot), free(castle, spot, SHORT)
            type = (stack.top or "?")[0]
            picked = Taken(step.verb, spot, stack.height, long, short, type, tuple(self.turn.used))
            self.turn.picked.append(picked)

    # -- what is asked

    def must(self, holds: bool, what: str) -> None:
        """Tell what does not hold, and of which turn."""
        if not holds:
            turn = self.turn
            realms = "\n".join(repr(player.board) for player in turn.position.players)
            counters = [dict(player.counters) for player in turn.position.players]
            raise Broken(
                f"{what}\nturn {self.turns}, player {turn.mover}: {'; '.join(turn.moves)}\nit began with {counters}\n"
                f"{realms}\ncastle {turn.position.boards['castle']!r}\nand now {self.match.position()!r}"
            )

    @property
    def position(self) -> Position:
        """What lies on the table, as `Match` tells it."""
        if self._position is None:
            self._position = self.match.position_at(self.state)
        return self._position

    @property
    def castle(self) -> dict[Spot, Stack]:
        return spots(self.position.boards["castle"])

    @property
    def hands(self) -> list[str]:
        """The codes of the tiles that were taken and not placed yet."""
        table, kinds = self.state.table, self.match.game.kinds
        hands = [table.grids[table.seat_of("hand", player)] for player in range(table.players)]
        return [kinds[kind].code for grid in hands for kind in grid.tops if kind >= 0]

    def check_tiles(self) -> None:
        """Four tiles of each symbol on boards, in hands, out of the game and in the bag; shrines and tokens."""
        table, kinds = self.state.table, len(self.match.game.kinds)
        count = Counter(chain.from_iterable(chain.from_iterable(grid.piles for grid in table.grids)))
        symbols = [count[2 * i] + count[2 * i + 1] + table.gone[i] + table.bag[i] for i in range(kinds)]
        self.must(symbols == [COPIES] * KINDS, f"tiles are missing or too many: {symbols}")
        counters = table.counters
        self.must(all(value >= 0 for own in counters for value in own.values()), f"negative: {counters}")
        self.must(sum(own["countdown"] for own in counters) <= TOKENS, f"too many tokens: {counters}")
        self.must(table.supply("shrine") >= 0, "too many shrines")

    def check_table(self) -> None:
        """The position shows all tiles and shrines, and they lie as they may."""
        self.check_tiles()
        self.check_stacks(self.position)
        table, players = self.state.table, self.position.players
        boards = [*(player.board for player in players), *self.position.boards.values()]
        lying = sum(stack.height for board in boards for stack in board.stacks) + len(self.hands)
        self.must(lying + sum(table.gone) + table.left() == TILES, "the position does not show all tiles")
        shrines = sum(len(s.caps) for player in players for s in player.board.stacks)
        shrines += sum(player.counters["reserve"] for player in players) + table.supply("shrine")
        self.must(shrines == SHRINES, f"{shrines} shrines")

    def check_stacks(self, position: Position) -> None:
        """Face-down tiles lie below, at most one face-up on them in a realm; a shrine on a face-down one."""
        for player in position.players:
            for stack in player.board.stacks:
                well = len(stack.up) <= 1 and (not stack.caps or (stack.caps == "^" and stack.face_down))
                self.must(well, f"{player.name} has a stack {stack!r}")
        plain = all(not stack.down and not stack.caps for stack in position.boards["castle"].stacks)
        self.must(plain, "the castle has a face-down tile or a shrine")

    def check_takes(self, texts: set[str]) -> None:
        """Without a card used, the first and the second tile are those that the rules allow."""
        if self.turn.used or not texts or not all(text.startswith("take ") for text in texts):
            return
        castle, hand = self.castle, self.hands
        found = [s for s in available(castle) if castle[s].top == hand[0]] if hand else openings(castle)
        self.must(texts == {f"take {r},{c}" for r, c in found}, f"{texts} instead of {found}")

    def check_turn(self) -> None:
        """What must hold when a turn has ended: the next one begins with an empty hand."""
        position = self.position
        self.must(not self.hands, f"in hand: {self.hands}")
        self.check_table()
        for player in position.players:
            left = list(sets(spots(player.board)))
            self.must(not left, f"{player.name} has a set that was not consolidated: {left}")
        self.check_openings()
        self.check_castle(position)
        self.check_others(position)
        self.check_end(position)
        self.check_picked()

    def check_openings(self) -> None:
        """The game file counts the tiles that may be taken first as the rules do."""
        state, measures = self.state, dict(self.machine.evaluator.play_rules.measures)
        said, found = self.machine.evaluator.number(state, measures["openings"], state.env), openings(self.castle)
        self.must(said == len(found), f"{said} openings, not {found}")

    def check_castle(self, position: Position) -> None:
        """A turn takes 1 or 2 tiles from the tops of the castle, or summons; Destruction takes 1 more."""
        turn = self.turn
        before, after = turn.position.boards["castle"].stacks, position.boards["castle"].stacks
        gone = sum(stack.height for stack in before) - sum(stack.height for stack in after)
        self.must(all(a.up == b.up[: a.height] for a, b in zip(after, before, strict=True)), "the castle changed")
        self.must(len(turn.picked) == gone, f"{gone} tiles gone, not {turn.picked}")
        tokens = self.gained(position, "countdown")
        free_ones = turn.used.count("destruction")
        self.must(tokens in (0, 1), f"{tokens} tokens taken")
        self.must(
            free_ones <= gone <= free_ones + 2 * (1 - tokens) and gone + tokens > free_ones,
            f"{gone} tiles and {tokens} tokens taken",
        )

    def gained(self, position: Position, counter: str) -> int:
        """By how much a counter of the mover has grown in the turn."""
        mover = self.turn.mover
        before, now = self.turn.position.players[mover].counters, position.players[mover].counters
        return now[counter] - before[counter]

    def check_others(self, position: Position) -> None:
        """Nothing of the others changes, but for Tribute; each card was used once, and shrines add up."""
        turn, count = self.turn, len(position.players)
        self.must(len(set(turn.used)) == len(turn.used), f"used twice: {turn.used}")
        for player, (before, now) in enumerate(zip(turn.position.players, position.players, strict=True)):
            if "tribute" in turn.used and player == (turn.mover + 1) % count:
                paid = {**before.counters, "points": before.counters["points"] + 3}
                lost = [a for a, b in zip(before.board.stacks, now.board.stacks, strict=True) if a != b]
                robbed = len(lost) == 1 and bool(lost[0].up) and Stack(lost[0].down) in now.board.stacks
                self.must(now.counters == paid and robbed, f"player {player} lost {lost}")
            elif player != turn.mover:
                self.must(now == before, f"player {player} changed")
        least = 2 * len({"beauty", "change", "cunning"} & set(turn.used)) + turn.used.count("thrift")
        self.must(self.gained(position, "points") >= least, "points were lost, or a card was used for none")
        mover = turn.mover
        built = [sum(len(s.caps) for s in p.players[mover].board.stacks) for p in (turn.position, position)]
        shrines = self.gained(position, "reserve") + built[1] - built[0]
        most = 1 + 2 * turn.used.count("envy")
        self.must(-len(turn.used) <= shrines <= most, f"{shrines} shrines won")

    def check_end(self, position: Position) -> None:
        """Turns go round; the game ends after the round in which the track's tokens were taken."""
        state, count = self.state, len(position.players)
        self.must(state.mover == (self.turn.mover + 1) % count, "the wrong player's turn")
        tokens = sum(player.counters["countdown"] for player in position.players)
        self.must(state.over == (state.mover == 0 and tokens >= count), f"over: {state.over}, {tokens} tokens")

    def check_picked(self) -> None:
        """What cards say of tiles of the castle: those that must be made use of, Destruction, Deception."""
        turn = self.turn
        for card in MADE_USE.keys() & set(turn.used):
            made_use = any(card in taken.used and MADE_USE[card](taken) for taken in turn.taken)
            unlucky = any(picked.floor > 1 for picked in turn.picked)  # what came to light was not what was hoped for
            self.must(made_use or unlucky, f"{card} was used for nothing: {turn.taken}")
        for picked in turn.picked:
            self.must(picked.verb == "take" or picked.long, f"not available: {picked}")
        if "deception" in turn.used and "abyss" not in turn.used:
            first, second = turn.taken
            adjacent = second.spot in beside(first.spot) and second.floor == first.floor
            self.must(adjacent, f"{second} is not adjacent to {first}")

    # -- the end

    def check_result(self) -> None:
        """Scores and winners of the end, the game's own parts and the tie-breaks by plain counts."""
        match, position = self.match, self.position
        scores = match.scores()
        for player, score in enumerate(scores):
            own = points(position, player)
            self.must({name: score.parts[name] for name in own} == own, f"{score.parts} but {own}")
            self.must(score.total == sum(score.parts.values()), "parts do not add up")
        keys = [ranking(position, player, score.total) for player, score in enumerate(scores)]
        best = [match.names[player] for player, key in enumerate(keys) if key == max(keys)]
        self.must(totals(match, match.state) == [score.total for score in scores], "compiled scores differ")
        self.must(match.winners() == best, f"{match.winners()} won, but {best} should: {keys}")
