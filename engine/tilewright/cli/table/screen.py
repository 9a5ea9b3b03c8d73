"""The screen of a game: console, boards and moves, and the news since the last turn."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TextIO

from tilewright.cli.terminal import clear, echo, table
from tilewright.core import play
from tilewright.draw.picture import of_board
from tilewright.draw.scene import Scene, clean
from tilewright.draw.text import (
    BOLD,
    POOL_WIDTH,
    MapScene,
    Place,
    beside,
    compact,
    dice_lines,
    map_lines,
    paint,
    pool_words,
)
from tilewright.kernel.interpreter import MOST_IDLE
from tilewright.meaning.scoring import Score
from tilewright.play.choices import ChoiceList, OfferedMove
from tilewright.play.log import HIDDEN, played_turns, turn_lines
from tilewright.play.match import Match
from tilewright.play.positions import board_of
from tilewright.play.prompts import (
    MoveFormatter,
    Picked,
    picked_spaces,
    picked_things,
    round_of,
    subject_of,
    with_picked,
)
from tilewright.play.state import GameState
from tilewright.play.totals import known_totals
from tilewright.table.board import Board, counted
from tilewright.table.game import PATCHES, in_words
from tilewright.table.geometry import Geometry
from tilewright.table.terrain import Terrain

PROMPT_LINES = 1
Ask = Callable[[str], str]
"""Prints a prompt and returns the next line. Raises EOFError at the end, KeyboardInterrupt when interrupted."""


class Console:
    """A stream for output, and input of lines.

    A `live` console is a terminal that is cleared before each drawing. `covered` reads a line while the game is
    hidden, without history.
    """

    def __init__(
        self, out: TextIO, ask: Ask, *, covered: Ask | None = None, live: bool = False, color: bool = False
    ) -> None:
        self.out = out
        self.ask = ask
        self._covered = covered or ask
        self.live = live
        self.color = color

    def say(self, lines: Sequence[str]) -> None:
        """Write lines."""
        for line in lines:
            echo(line, file=self.out, color=self.color)

    def draw(self, lines: Sequence[str]) -> None:
        """Write lines; on a live console after clearing it."""
        if self.live:
            clear(self.out)
        self.say(lines)

    def cover(self, words: str) -> None:
        """Hide the game behind a message until Enter; on a live console the scrollback is cleared as well."""
        if self.live:
            clear(self.out, scrollback=True)
        self.say([words])
        self._covered("Enter ")

    def size(self) -> tuple[int, int | None]:
        """The columns and lines available without the prompt; None lines: no limit."""
        size = shutil.get_terminal_size()
        return max(size.columns, 20), size.lines - PROMPT_LINES if self.live else None


def plain_ask(out: TextIO) -> Ask:
    """Input from a plain terminal."""

    def ask(prompt: str) -> str:
        echo(prompt, nl=False, file=out)
        return input()

    return ask


def scripted_ask(out: TextIO, lines: Iterator[str]) -> Ask:
    """Input from a script, echoed after the prompts so that the output reads like a session."""

    def ask(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        echo(prompt + line.rstrip(), file=out)
        return line

    return ask


LISTED = 12
"""More spaces than this are shown as ranges."""
LONG = 5
"""In a small terminal, a pool with more lines than this is shown as a number."""
FEW = 2
"""More hidden counters of a player than this are summarized."""
MARKED = "marked >"


class Screen:
    """Formats a match as seen by the `viewer` (by default the player who chooses), with ANSI colors if `color`."""

    def __init__(self, wording: MoveFormatter, color: bool = False) -> None:
        self.viewer: int | None = None
        self.wording = wording
        self.color = color

    def whole(
        self, match: Match, asked: ChoiceList, news: Sequence[str], width: int, height: int | None = None
    ) -> list[str]:
        """The full screen in at most `height` lines if possible, leaving out what commands can show."""
        lying = {card.id for card in match.game.printed.values()}  # these are visible where they lie
        ids = [card.id for card in match.cards if card.id not in lying]
        cards = wrap("cards: " + ", ".join(ids), width) if ids else []
        for everyone, roomy in ((True, True), (True, False), (False, True), (False, False)):
            above = self.boards(match, asked.state, width, everyone)
            lines = self.news(news, width, roomy)
            below = [*(cards if roomy else ()), *self.choice(match, asked, width, roomy)]
            room = len(lines) if height is None else height - len(above) - len(below)
            if room >= len(lines):
                break
        return [*above, *lines[max(len(lines) - max(room, 0), 0) :], *below]

    def news(self, lines: Sequence[str], width: int, roomy: bool = True) -> list[str]:
        """The lines of recent moves, wrapped, or (unless `roomy`) truncated and without indented ones."""
        if not roomy:
            return [_cut(line, width) for line in lines if line[:1] != " "]
        return [part for line in lines for part in wrap(line, width, subsequent_indent="  ")]

    # -- boards

    def boards(self, match: Match, state: GameState | None, width: int, everyone: bool = True) -> list[str]:
        """The boards of the table and the players, with marks for what can be picked at `state`.

        Without `everyone`, other players' boards are reduced to counters, and large pools to numbers.
        """
        picked = self._picked(match, state) if state else None
        tables, players = self._tables(match, picked, everyone), range(len(match.names))
        if match.game.own_place.pool:
            pools = [self._own(match, i, picked, drawn=bool(state) and i == match.turn) for i in players]
            return [*beside(tables, width), *beside(pools, width)]
        if everyone:
            return beside([*tables, *(self._own(match, i, picked) for i in players)], width)
        own = [self._head(match, match.turn), *self._own(match, match.turn, picked, bare=True)]
        return beside([*tables, own, [self._head(match, i) for i in players if i != match.turn]], width)

    def _picked(self, match: Match, state: GameState) -> Picked | None:
        """The place and the spaces to pick from; in a pool, the groups of equal pieces, as drawn."""
        things = picked_things(match, state)
        if things is None:
            return picked_spaces(match, state)
        seat, codes = things
        stacks = board_of(match.state.table.grids[seat], match.game).stacks
        return seat, frozenset(space for space, stack in enumerate(stacks) if stack.top in codes)

    def _tables(self, match: Match, picked: Picked | None, everyone: bool) -> list[list[str]]:
        """The boards of the table, with their names next to the column numbers; those of pools above."""
        found = []
        for name, board in match.view(self._viewer(match)).position().boards.items():
            seat = match.state.table.seat_of(name, 0)
            if any(place.name == name for place in match.game.maps):
                found.append(self._map(match, name, seat, picked))
                continue
            if board.pool:
                lines = self._drawn(match, Scene(board, match.game, name), seat, picked)
                folded = not everyone and len(lines) > LONG and not (picked and picked[0] == seat)
                found.append([lines[0], f"{len(board.stacks)} (look {name})"] if folded else lines)
                continue
            first, *rest = self._drawn(match, Scene(board, match.game), seat, picked)
            found.append([f"{first}   {paint(name, BOLD, self.color)}", *rest])
        return found

    def _map(self, match: Match, name: str, seat: int, picked: Picked | None) -> list[str]:
        """A board that grows, with its figures as letters, one per player."""
        grids = match.state.table.grids
        terrain = grids[seat].geometry
        assert isinstance(terrain, Terrain)
        figures: dict[Place, list[tuple[int, str]]] = {
            terrain.where[space]: [(-1, sign) for sign in caps if not sign.isdecimal()]
            for space, caps in enumerate(grids[seat].caps)
        }
        for patch, caps in enumerate(grids[match.state.table.seat_of(PATCHES, 0)].caps if match.game.areas else ()):
            space = terrain.patchwork.spaces[patch]
            own = patch - terrain.patchwork.on[space][0]
            figures[terrain.where[space]] += [(own, chr(ord("a") + int(sign))) for sign in caps if sign.isdecimal()]
        faces = {terrain.where[space]: face for space, face in terrain.faces.items()}
        scene = MapScene(faces, match.game.areas, figures)
        choices = [terrain.where[space] for space in picked[1]] if picked and picked[0] == seat else []
        return [paint(name, BOLD, self.color), *map_lines(scene, choices, color=self.color)]

    def _own(
        self, match: Match, player: int, picked: Picked | None, bare: bool = False, drawn: bool = False
    ) -> list[str]:
        """A player's board or pools, with name and counters unless `bare`.

        Dice are left out if they are `drawn` separately.
        """
        title, _, counters = ("", "", "") if bare else self._head(match, player).partition(": ")
        if match.game.own_place.pool:
            above = [paint(clean(title), BOLD, self.color)] if title else []
            below = wrap(clean(counters), POOL_WIDTH // 2, subsequent_indent="  ")
            return [*above, *self._pools(match, player, picked, drawn), *below]
        board = match.view(self._viewer(match)).position().players[player].board
        return self._drawn(match, of_board(board, match.game, title, counters), player, picked)

    def _pools(self, match: Match, player: int, picked: Picked | None, drawn: bool) -> list[str]:
        """The nonempty pools of a player, with their names."""
        lines: list[str] = []
        for place, seat, board in self._of_player(match, match.state, player):
            choices = picked[1] if picked and picked[0] == seat else frozenset()
            scene = Scene(board, match.game, owner=match.names[player])
            words = pool_words(scene, POOL_WIDTH // 2, choices, color=self.color) if board.pool else [repr(board)]
            if drawn and dice_lines(scene, POOL_WIDTH):
                continue
            for i, line in enumerate(words if board.stacks else ()):
                lines.append(f"{'' if i else place:<{len(place)}} {line}")
        return lines

    def _of_player(self, match: Match, state: GameState, player: int) -> Iterator[tuple[str, int, Board]]:
        """The pools and piles of a player: name, index of the place, and visible contents."""
        seen, game = replace(match.view(self._viewer(match)), state=state), match.game
        own = seen.position().players[player]
        boards = {game.own_place.name: own.board, **own.pools} if game.own_place.pool else own.pools
        for name, board in boards.items():
            yield name, state.table.seat_of(name, player), board

    def _viewer(self, match: Match) -> int:
        """The player who sees the screen."""
        return match.turn if self.viewer is None else self.viewer

    def _drawn(self, match: Match, picture: Scene, seat: int, picked: Picked | None) -> list[str]:
        choices = picked[1] if picked and picked[0] == seat else frozenset()
        return compact(picture, choices, tops_only=seat in match.machine.evaluator.hiding, color=self.color)

    def _head(self, match: Match, player: int) -> str:
        """A player's name, total and counters."""
        view = match.view(self._viewer(match))
        counters = view.position().players[player].counters
        counted = [(in_words(known.written), counters.get(known.name)) for known in match.game.counters]
        written = [f"{word} {number}" for word, number in counted if number]
        written += [in_words(role) for role in match.game.roles if counters.get(role)]
        written += map(" ".join, match.game.chosen(counters))
        hidden = [word for word, number in counted if number is None]
        if len(hidden) > FEW:
            written.append(f"{len(hidden)} counters hidden")
        else:
            written += [f"{word} {HIDDEN}" for word in hidden]
        name, total = clean(match.names[player]).replace(": ", " "), known_totals(view, view.state)[player]
        return f"{name} (total {HIDDEN if total is None else total})" + (f": {', '.join(written)}" if written else "")

    # -- what is asked

    def kept(self, match: Match, state: GameState) -> str:
        """The pieces in the player's pools, if these are not drawn."""
        if match.game.own_place.pool:
            return ""
        pools = self._of_player(match, state, state.player)
        return ", ".join(f"{name}: {counted(board)}" for name, _, board in pools if board.stacks)

    def dice(self, match: Match, state: GameState, width: int, roomy: bool) -> list[str]:
        """The player's pools without cards, with marks for what can be picked: drawn, or (unless `roomy`) as text."""
        picked = self._picked(match, state)
        blocks = []
        for name, seat, board in self._of_player(match, state, state.player):
            scene = Scene(board, match.game, owner=name)
            choices = picked[1] if picked and picked[0] == seat else frozenset()
            drawn = dice_lines(scene, width, choices, color=self.color) if match.game.own_place.pool else []
            if drawn and roomy:
                blocks.append([name, *drawn])
            elif drawn:
                blocks.append([f"{name} {line}" for line in pool_words(scene, width, choices, color=self.color)])
        return beside(blocks, width) if blocks else []

    def choice(self, match: Match, asked: ChoiceList, width: int, roomy: bool = True) -> list[str]:
        """The question and the moves; if `roomy`, with dice drawn and options explained."""
        kept = self.kept(match, asked.state)
        where = f"{match.names[match.turn]}, round {round_of(match)}" + (f" ({kept})" if kept else "")
        head = f"{where}: {self.wording.question(match, asked.state)}{_only(asked)}"
        subject = "" if asked.state.ability else subject_of(match, asked.state)
        says = [f"{subject}: {self.wording.text(subject)}"] if subject else []
        return [
            *self.dice(match, asked.state, width, roomy),
            *self.news(says, width, roomy),
            *(paint(line, BOLD, self.color) for line in wrap(head, width)),
            *self.moves(match, asked, width, roomy),
        ]

    def moves(self, match: Match, asked: ChoiceList, width: int, roomy: bool = True, every: bool = False) -> list[str]:
        """The numbered moves; many spaces are shown as ranges, unless `every`."""
        lines: list[str] = []
        items: list[str] = []
        picked = picked_spaces(match, asked.state)
        numbered = list(enumerate(asked.ways, start=1))
        spaces = [pair for pair in numbered if picked and pair[1].move.kind == "pick"]
        if picked and len(spaces) > LISTED and not every:
            lines = self._ranges(match, [way.text for _, way in spaces], picked, width, roomy)
            numbered = numbered[len(spaces) :]
        sets = [pair for pair in numbered if _is_set(asked.state) and pair[1].move.kind == "pick"]
        if len(sets) > LISTED and not every:
            line = f"{len(sets)} ways, such as {sets[0][1].text}, or {sets[-1][1].text}; type moves to list them"
            lines = wrap(line, width, initial_indent="  ", subsequent_indent="    ")
            numbered = [pair for pair in numbered if pair not in sets]
        said = self.wording.options(match, asked.state) if roomy else {}
        if not asked.numbered:
            numbered.sort(key=lambda pair: (pair[1].move.kind != "pick", pair[1].text))
        for number, way in numbered:
            shown = with_picked(match, asked.state, way.move)
            line = f"{number} {shown}" if asked.numbered else shown
            text = self._card_words(asked.state, way, said) if roomy else ""
            if text:
                lines += [*_flow(items, width), _cut(f"  {line}: {text}", width)]
                items = []
            else:
                items.append(line)
        return lines + _flow(items, width)

    def _card_words(self, state: GameState, way: OfferedMove, options: Mapping[str, str]) -> str:
        """The explanation of a move: the statements of an option, or the card's text for an ability."""
        if way.move.kind == "use":
            return self.wording.text(state.picked(way.move).card)
        return options.get(way.text, "") if way.move.kind == "option" else ""

    def _ranges(self, match: Match, texts: list[str], picked: Picked, width: int, roomy: bool) -> list[str]:
        geometry = match.state.table.grids[picked[0]].geometry
        where = "  ".join(_run(geometry, run) for run in _runs(geometry, sorted(picked[1]))) if roomy else ""
        text = f"{texts[0]} or another of {len(texts)} spaces, {MARKED}" + (f": {where}" if where else "")
        return wrap(text, width, initial_indent="  ", subsequent_indent="    ")


def _is_set(state: GameState) -> bool:
    """Whether several things are picked at once."""
    return state.choice is not None and isinstance(state.choice.step, play.PickSome)


def _only(asked: ChoiceList) -> str:
    """A note if abilities are the only moves."""
    cards = [asked.state.picked(way.move).card for way in asked.ways if way.move.kind == "use"]
    return f" (only by using {' or '.join(cards)})" if len(cards) == len(asked.ways) else ""


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 3] + "..."


def _flow(items: Iterable[str], width: int) -> list[str]:
    """Items in sequence, wrapped to the width."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 3 + len(item) <= width:
            lines[-1] += "   " + item
        else:
            lines.append("  " + item)
    return lines


def _runs(geometry: Geometry, spaces: Sequence[int]) -> list[list[int]]:
    """Groups of consecutive spaces in a row."""
    runs: list[list[int]] = []
    for space in spaces:
        if runs and space == runs[-1][-1] + 1 and space % geometry.columns:
            runs[-1].append(space)
        else:
            runs.append([space])
    return runs


def _run(geometry: Geometry, run: Sequence[int]) -> str:
    row, column = divmod(run[0], geometry.columns)
    last = f"-{column + len(run)}" if len(run) > 1 else ""
    return f"{row + 1},{column + 1}{last}"


class Display:
    """Shows a match on a console; `stale` if the screen needs to be redrawn.

    Messages sent while it is stale are shown below the next drawing.
    """

    def __init__(self, match: Match, screen: Screen, console: Console) -> None:
        self.match = match
        self.screen = screen
        self.console = console
        self.stale = True
        self._held: list[str] = []
        self._drawn_turn = -1

    @property
    def width(self) -> int:
        """The columns available."""
        return self.console.size()[0]

    def say(self, lines: Sequence[str]) -> None:
        """Write lines; on a stale live screen, below the next drawing."""
        if self.stale and self.console.live:
            self._held += lines
        else:
            self.console.say(lines)

    def say_wrapped(self, *lines: str) -> None:
        """Write lines, wrapped."""
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            self.say(wrap(line, self.width, subsequent_indent=indent) or [""])

    def redraw(self) -> None:
        """Mark everything as stale."""
        self.stale = True
        self._drawn_turn = -1

    def show_choice(self, choice: ChoiceList, greeting: str) -> None:
        """On a terminal the full screen; elsewhere the boards once per turn."""
        width, height = self.console.size()
        turn = self.match.state.turn
        if self.console.live:
            news = self.news() or [greeting]
            height = height - len(self._held) if height else None
            self.console.draw([*self.screen.whole(self.match, choice, news, width, height), *self._held])
            self._held = []
        elif turn != self._drawn_turn:
            self.console.say(["", *self.screen.whole(self.match, choice, (), width)])
        else:
            self.console.say(self.screen.choice(self.match, choice, width))
        self._drawn_turn = turn
        self.stale = False

    def show_over(self) -> None:
        """Show a finished game, which can still be inspected."""
        self.console.draw([*self.final(), *self._held])
        self._held = []
        self.console.say(["turns lists what was played, undo takes it back, quit leaves"])
        self.stale = False

    def news(self) -> list[str]:
        """The last turn of each other player, and the moves of this turn."""
        now = self.match.state.turn
        last = [turn for turn in played_turns(self.match) if turn > now - len(self.match.names)]
        return [line for turn in last for line in turn_lines(self.match, turn)]

    def final(self) -> list[str]:
        """The final table, scores and winners."""
        winners = self.match.winners()
        return [
            *self.screen.boards(self.match, None, self.width),
            *(self.news() if self.console.live else ()),
            "",
            *results(self.match.scores()),
            *([STALLED] if self.match.stalled else []),
            f"{'Winner' if len(winners) == 1 else 'Shared by'}: {', '.join(winners)}",
        ]


STALLED = f"The game ended because nothing could be done for {MOST_IDLE} turns in a row."


def results(scores: Sequence[Score]) -> list[str]:
    """A table of the parts of all scores, with a column per player."""
    columns = [["", *scores[0].parts, "total"]]
    columns += [[one.name, *map(str, one.parts.values()), str(one.total)] for one in scores]
    return table(list(zip(*columns, strict=True)), indent=0)


def why(match: Match, found: Score, hidden: frozenset[str] = frozenset()) -> Iterator[str]:
    """The parts of a score with the spaces that earned them, a line per part; `hidden` parts without details."""
    geometry = match.state.table.grids[0].geometry
    for part, points in found.parts.items():
        if part in hidden:
            yield f"  {HIDDEN:>4}  {part}"
            continue
        spaces = dict.fromkeys(space for reason in found.reasons[part] for space in reason.spaces)
        at = " ".join(geometry.spoken(space) for space in spaces)
        yield f"  {points:>4}  {part}" + (f"  at {at}" if points and at else "")
