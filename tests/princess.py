"""The pack The Princess and the Dragon, matches of it, and maps that are laid out for a test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from small_games import cards_of, game_of
from tile_facts import SIDES, Map, Place, printed
from tilewright.kernel.engine import SeededChance
from tilewright.kernel.interpreter import Interpreter
from tilewright.packs.equipment import printed_cards
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.play.evaluator import EvaluationContext
from tilewright.play.match import Match
from tilewright.play.table import Table
from tilewright.table.card import Card
from tilewright.table.terrain import TURNS, Patchwork, Terrain

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")


@cache
def princess() -> Pack:
    """The pack."""
    found = Resolver().game("princess-and-dragon")
    assert isinstance(found, Pack)
    return found


@cache
def symbols() -> tuple[Card, ...]:
    """The cards of the volcano, the dragon, the portal and the princess."""
    return tuple(princess().card(id) for id in printed_cards(princess()))


def match(players: int = 2, seed: int = 1) -> Match:
    """A match from its set-up on."""
    return Match(princess().game, NAMES[:players], symbols(), {}, seed)


def edition(*changes: tuple[str, str], players: int = 2) -> Match:
    """A match by other rules: each change has lines of the game file or of a card, and what is there instead."""
    files = [princess().folder / "game.tw", *(princess().folder / "symbols" / f"{card.id}.tw" for card in symbols())]
    texts = [file.read_text(encoding="utf-8") for file in files]
    for old, new in changes:
        assert [text.count(old) for text in texts].count(1) == 1, f"these lines are not there, or more than once: {old}"
        texts = [text.replace(old, new) for text in texts]
    game = game_of(texts[0], "TW115")  # words of its own may have no forms in the printed languages
    return Match(game, NAMES[:players], cards_of("\n".join(texts[1:]), game), {}, 1)


def terrain_of(state: EvaluationContext) -> Terrain:
    """The map."""
    return next(grid.geometry for grid in state.table.grids if isinstance(grid.geometry, Terrain))


def seat(state: EvaluationContext, name: str, player: int = 0) -> int:
    """The index of a place."""
    return state.table.seat_of(name, player)


def layout(state: EvaluationContext) -> Map:
    """The map as the independent scorer has it."""
    terrain, grid = terrain_of(state), state.table.grids[seat(state, "country")]
    tiles = {}
    for space in terrain.faces:
        code = state.table.game.kinds[grid.tops[space]].code
        bare = code.rstrip("".join(TURNS))
        tiles[terrain.where[space]] = bare, TURNS.index(code[len(bare) :])
    return Map(tiles)


def part_of(state: EvaluationContext, patch: int, known: Map) -> tuple[Place, int]:
    """A patch of the engine as a part of the independent scorer: the same place of the rim, or of that sort inside."""
    terrain = terrain_of(state)
    space = terrain.patchwork.spaces[patch]
    at, own = terrain.where[space], patch - terrain.patchwork.on[space][0]
    face = terrain.faces[space]
    code, _ = known.tiles[at]
    for place, shown in enumerate(face.rim):
        if shown == own:
            return at, known.out[at, SIDES[place // 3], place % 3]
    sort = face.patches[own].split()[-1]
    return at, next(i for i, part in enumerate(printed()[code].parts) if part.sort == sort and not part.rim)


def followers(state: EvaluationContext, known: Map) -> dict[tuple[Place, int], int]:
    """Whose follower stands on which part."""
    caps = state.table.grids[seat(state, "patches")].caps
    return {part_of(state, patch, known): int(sign[1]) for patch, sign in enumerate(caps) if sign}


def figure(state: EvaluationContext, sign: str) -> Place | None:
    """Where the dragon (``&``) or the fairy (``*``) stands."""
    grid = state.table.grids[seat(state, "country")]
    return next((terrain_of(state).where[s] for s, caps in enumerate(grid.caps) if sign in caps), None)


def points(state: EvaluationContext) -> list[int]:
    """The points of the players."""
    return [own["points"] for own in state.table.counters]


def scene(
    tiles: Mapping[Place, str],
    drawn: str,
    standing: Mapping[tuple[Place, str], int] = {},
    dragon: Place | None = None,
    fairy: Place | None = None,
    players: int = 2,
    heap: Iterable[str] = (),
    mover: int = 0,
    by: Match | None = None,
) -> Match:
    """A match at the beginning of a turn on a map: the tiles by place (the first one at 0,0), and what is drawn.

    `standing` has the owner of each follower by the place and the sort of area, with a number for a second field. The
    heap has the tile that is drawn twice, so that the game goes on, and more if they are given. `by` is a match
    whose rules are others.
    """
    made = by or match(players)
    table = Table(made.game, players, {})
    on_map, on_patches, in_heap = (table.seat_of(name, 0) for name in ("country", "patches", "heap"))
    for place, code in tiles.items():
        grid = table.changing(on_map)
        assert isinstance(grid.geometry, Terrain)
        space = grid.geometry.at_place[place]
        grid.put(space, 2 * made.game.by_code[code].index + 1)
        table.tile_placed(on_map, space)
    terrain = table.grids[on_map].geometry
    assert isinstance(terrain, Terrain)
    for own in table.counters:
        own["camp"] = 7
    for (place, sort), owner in standing.items():
        name, _, number = sort.partition(".")
        patches = [p for p in terrain.patchwork.on[terrain.at_place[place]] if _sort(table, p) == name]
        table.changing(on_patches).caps[patches[int(number or 1) - 1]] = f"+{owner}"
        table.counters[owner]["camp"] -= 1
    for sign, at in (("&", dragon), ("*", fairy)):
        if at is not None:
            table.changing(on_map).caps[terrain.at_place[at]] += sign
    for code in (*heap, drawn, drawn):
        table.changing(in_heap).add(2 * made.game.by_code[code].index + 1)
    table.bag = [0] * len(table.bag)
    made.state = made.machine.resume(table, {}, mover, SeededChance(1))
    return made


def interpreted(made: Match) -> Interpreter:
    """What runs a match from now on, block by block in Python; only what can be completed the compiled game still says."""
    engine, compiled = Interpreter(made.machine.layout), made.machine.engine
    engine.trials.possible = compiled.leads_on  # type: ignore[method-assign]
    made.machine.engine = engine
    return engine


def _sort(table: Table, patch: int) -> str:
    grid = table.grids[table.seat_of("patches", 0)]
    assert isinstance(grid.geometry, Patchwork)
    return table.game.kinds[grid.tops[patch]].values["area"]


def play(made: Match, *texts: str) -> Match:
    """The match after these moves; a place or a turn that is the only one goes without saying."""
    for text in texts:
        if text.split()[0] in ("place", "turn") and not any(move.startswith(text.split()[0]) for move in moves(made)):
            continue
        made.play(text)
    return made


def moves(made: Match) -> list[str]:
    """The moves there are."""
    return [str(move) for move in made.moves]


def ended(made: Match) -> list[int]:
    """The points when a match is over, nothing more being put on the map."""
    while not made.over:
        made.play("nothing" if "nothing" in moves(made) else next(iter(made.moves)))
    return points(made.state)
