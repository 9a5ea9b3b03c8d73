"""What stands on printed cards, layouts and puzzles, and on sheets of pieces to cut: the data of the templates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import groupby
from math import ceil
from typing import Any

from tilewright.draw import palette
from tilewright.draw.picture import marked, of_board, of_puzzle, of_tiles
from tilewright.draw.sheet import board_svg, supply_svg
from tilewright.draw.tokens import coin_svg, figure_svg, piece_svg, tile_svg
from tilewright.meaning.explained import Reason
from tilewright.meaning.scoring import overwork, points, score
from tilewright.play.linking import linked
from tilewright.printing.typesetting import CardStyle, Font, Paper
from tilewright.stopping import Unsupported
from tilewright.table.board import Board
from tilewright.table.card import Card, Layout
from tilewright.table.game import CounterDef, Depiction, Game, Kind, in_words
from tilewright.table.position import Position, Puzzle

PAPERS = {"a4": (210.0, 297.0), "us-letter": (215.9, 279.4)}
"""Width and height of sheets in millimeters."""
SIZES = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 89.0),
    "tarot": (70.0, 120.0),
    "mini": (44.0, 68.0),
    "square": (70.0, 70.0),
}
"""Width and height of cards in millimeters."""
SHEETS, SINGLE, DECK = "sheets", "single", "deck"
"""How cards are arranged: on sheets to cut, each on a page of its own, or side by side as a digital table reads them."""
FOR_MARKS = 6.0
"""Millimeters that are left at each side of a sheet for the marks to cut by."""
DECK_COLUMNS, DECK_ROWS = 10, 7
"""The most cards in a row and the most rows of a picture for Tabletop Simulator; the last place has the back."""
HALVES = {"a4": "a5", "us-letter": "us-statement"}
COLORS = ("#7a2f2a", "#2c5170", "#3d6247", "#66486f", "#7a5a24", "#3f5f66")
MOST_IN_A_ROW = 12
"""The pieces to be placed that stand in one row."""
MARGIN, HEAD = 10.0, 15.0
"""Millimeters at the sides of sheets of layouts, and above what is on them."""


@dataclass(frozen=True)
class ExampleBoard:
    """A board on which a card pays something, how much, and for what."""

    board: Board
    points: int
    reasons: Sequence[Reason]


def examples(cards: Sequence[Card], positions: Sequence[Position]) -> list[ExampleBoard | None]:
    """For each card a board on which it pays something, if there is one.

    Positions of the card alone come first, then boards that fewer of the cards before it show, then positions that name it, and
    of these the board on which it pays most.
    """
    scoring = {str(place): card for place, card in enumerate(cards) if card.rule is not None}  # two may have one id
    worths: dict[str, dict[tuple[int, int], int]] = {place: {} for place in scoring}
    for number, position in enumerate(positions):
        rules = {place: card.rule for place, card in scoring.items() if card.rule and not overwork(position, [card])}
        for seat, found in enumerate(points(position, rules)):
            for place, worth in found.items():
                worths[place] |= {(number, seat): worth} if worth > 0 else {}
    shown, boards = Counter[tuple[int, int]](), dict[str, ExampleBoard]()
    for place, card in scoring.items():

        def rank(at: tuple[int, int], card: Card = card, place: str = place) -> tuple[int, ...]:
            named = positions[at[0]].cards
            return {*named} == {card.id}, -shown[at], card.id in named, worths[place][at], -at[0], -at[1]

        if worths[place]:
            best = max(worths[place], key=rank)
            shown[best] += 1
            boards[place] = _example(card, positions[best[0]], best[1])
    return [boards.get(str(place)) for place in range(len(cards))]


def _example(card: Card, position: Position, seat: int) -> ExampleBoard:
    scored = score(position, [card])[seat]
    return ExampleBoard(position.players[seat].board, scored.parts[card.id], scored.reasons[card.id])


@dataclass(frozen=True)
class CardFormat:
    """How cards are printed: their size and the bleed around it in millimeters, and how they are arranged."""

    width: float = SIZES["poker"][0]
    height: float = SIZES["poker"][1]
    bleed: float = 0.0
    arrange: str = SHEETS
    font: str = ""

    def places(self, paper: str) -> tuple[int, int]:
        """How many cards are beside and below one another on a page; 0 if a card does not fit on the paper."""
        if self.arrange == SINGLE:
            return 1, 1
        if self.arrange == DECK:
            return DECK_COLUMNS, DECK_ROWS
        sides = zip(PAPERS[paper], (self.width, self.height), strict=True)
        columns, rows = (int((room - 2 * FOR_MARKS) / (side + 2 * self.bleed)) for room, side in sides)
        return columns, rows


def edition_of(title: str) -> str:
    """What is printed on each card of a pack: its title, and the version of the program."""
    return f"{title}, tilewright {version('tilewright')}"


def card_sheets(
    game: Game,
    cards: Sequence[Card],
    positions: Sequence[Position],
    *,
    language: str,
    paper: str,
    backs: bool,
    edition: str,
    format: CardFormat | None = None,
    looks: Sequence[CardStyle] | None = None,
) -> Paper:
    """Pages of cards, each with its name, its sentence, a picture, its id and the edition.

    Each card may have a picture and a font of its own, in `looks`; else the picture is the example that a position has, and the
    font that of the format. Raises `Unsupported` if two fonts have one name.
    """
    shown, stocks, format = examples(cards, positions), _stocks(game, cards), format or CardFormat()
    looks = looks or [CardStyle()] * len(cards)
    lettered = [(card.id, look.font) for card, look in zip(cards, looks, strict=True) if look.font]
    classes, files, faces = list(game.card_classes), _font_files(lettered), list[dict[str, Any]]()
    for card, look, board in zip(cards, looks, shown, strict=True):
        name = f"card-{len(faces)}{look.art.suffix if look.art else '.svg'}"
        if look.art:
            files[name] = look.art.content
        elif board is not None:
            files[name] = board_svg(marked(of_board(board.board, game), board.reasons))
        faces.append(
            {
                "id": card.id,
                "class": _called(card.category, 1, game, language),
                "color": COLORS[classes.index(card.category) % len(COLORS)],
                "title": card.name(language),
                "text": card.text(language),
                "language": language,
                "picture": name if name in files else None,
                "art": look.art is not None,
                "caption": f"= {board.points}" if board and not look.art else "",
                "edition": edition,
                "font": look.font.family if look.font else format.font,
                "game": named(game, language),
                **_at_places(card, game, stocks, language),
            }
        )
    columns, rows = format.places(paper)
    size = {"width": format.width, "height": format.height, "bleed": format.bleed, "arrange": format.arrange}
    places = {"columns": columns, "rows": rows, "sheet": PAPERS[paper]}
    data = {"title": named(game, language), "backs": backs, "cards": faces, **size, **places}
    return Paper("cards", data, files)


def _font_files(fonts: Sequence[tuple[str, Font]]) -> dict[str, str | bytes]:
    """The files of the fonts of cards, by their ids, each once."""
    files = dict[str, Font]()
    for id, font in fonts:
        if files.setdefault(font.family, font).content != font.content:
            raise Unsupported(
                f"the font of {id} is called '{font.family}', and so is another one; give it another name"
            )
    return {f"font-{number}{font.suffix}": font.content for number, font in enumerate(files.values())}


def wordless(game: Game, cards: Sequence[Card], language: str) -> list[str]:
    """The classes of cards that the game file has no word for in a language."""
    worded = {one.word for one in game.words if one.language == language}
    classes = dict.fromkeys(card.category for card in cards)
    return [] if language == "en" else [name for name in classes if name not in worded]


def _at_places(card: Card, game: Game, stocks: Mapping[int, Game], language: str) -> dict[str, Any]:
    """What a card says that lies at a place: its number, its prices, how many there are of it, and its back."""
    located, printed = game.located, card.printed
    if located is None or card.category != located.name:
        return {"number": "", "prices": [], "stock": "", "back": named(game, language)}
    ranks = [(name, printed.numbers.get(name, 0)) for name in located.numbers[:1]]
    color = {"color": COLORS[ranks[0][1] % len(COLORS)]} if ranks else {}
    return {
        **color,
        "number": " ".join(f"{_called(name, 1, game, language)} {number}" for name, number in ranks),
        "prices": [printed.worded(name, language) for name in located.conditions if name in printed.wordings],
        "stock": _stock(card, stocks, WORDS.get(language, WORDS["en"])["players"]),
        "back": printed.back_name(language) if printed.back else named(game, language),
    }


def _stocks(game: Game, cards: Sequence[Card]) -> dict[int, Game]:
    """The game with the cards, for each number of players; none in a game whose cards lie nowhere."""
    low, high = game.players
    return {} if game.located is None else {n: linked(game, cards, n).game for n in range(low, high + 1)}


def _stock(card: Card, stocks: Mapping[int, Game], players: str) -> str:
    """How many there are of a card: one number, or by the players, as in ``2-3 players: 2, 4: 3``."""
    copies = {n: game.by_code[card.id].copies for n, game in stocks.items()}
    runs = [(count, [n for n, _ in run]) for count, run in groupby(copies.items(), lambda pair: pair[1])]
    if len(runs) == 1:
        return f"×{runs[0][0]}"
    spans = [(f"{n[0]}-{n[-1]}" if len(n) > 1 else f"{n[0]}", count) for count, n in runs]
    words = [f"{span}{'' if i else f' {players}'}: ×{count}" for i, (span, count) in enumerate(spans)]
    return ", ".join(words)


def named(game: Game, language: str) -> str:
    """What a game is called in a language, else in English, else by its id."""
    return game.names.get(language) or game.names.get("en") or game.id


# ------------------------------------------------------------------ layouts


def layout_sheets(game: Game, layouts: Sequence[Layout], *, language: str, paper: str, side: float) -> Paper:
    """Layouts whose spaces have a side of so many millimeters, each over as many sheets as it takes."""
    width, height = PAPERS[paper]
    most_across = max(1, int((width - 2 * MARGIN) / side))
    most_down = max(1, int((height - HEAD - MARGIN) / side))
    shown = []
    for layout in layouts:
        across, down = _even(len(layout.heights[0]), most_across), _even(len(layout.heights), most_down)
        low, high = layout.players
        players = f"{low}" if low == high else f"{low}-{high}"
        about = f"{layout.id}: {layout.total} {game.plural(game.piece)}, {layout.ground} stacks, players: {players}"
        parts = list(_sections(layout.heights, across, down))
        shown.append({"title": layout.name(language), "about": about, "parts": parts})
    data = {"title": named(game, language), "paper": paper, "language": language, "side": side, "layouts": shown}
    return Paper("layouts", {**data, "left": MARGIN, "top": HEAD}, {})


def _even(spaces: int, most: int) -> int:
    """How many spaces go on a sheet that takes so many at most, so that all sheets take about as many."""
    return ceil(spaces / ceil(spaces / most))


def _sections(heights: Sequence[Sequence[int]], across: int, down: int) -> Iterator[dict[str, Any]]:
    """A layout cut into pieces of so many columns and rows, row by row; empty ones are left out."""
    rows, columns = len(heights), len(heights[0])
    for top in range(0, rows, down):
        for left in range(0, columns, across):
            part = [list(row[left : left + across]) for row in heights[top : top + down]]
            if any(map(any, part)):
                right, below = left + across < columns, top + down < rows
                name = f"{top // down + 1}{chr(ord('A') + left // across)}"
                alone = columns <= across and rows <= down
                yield {"rows": part, "name": "" if alone else name, "right": right, "below": below}


# ------------------------------------------------------------------ puzzles


_HINT = re.compile(r"^# Hint: (.*(?:\n# (?!difficulty:|tilewright ).*)*)", re.MULTILINE)


def hint_of(text: str) -> str:
    """The hint that stands in the comments of a puzzle; empty without one."""
    found = _HINT.search(text)
    return re.sub(r"\n# *", " ", found[1]).strip() if found else ""


@dataclass(frozen=True)
class PrintedPuzzle:
    """A puzzle of a booklet with its cards, its hint, and its solution if that is to be printed."""

    puzzle: Puzzle
    cards: Sequence[Card]
    hint: str = ""
    solution: Board | None = None
    score: int | None = None


WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "puzzle": "Puzzle",
        "puzzles": "Puzzles",
        "solutions": "Solutions",
        "place": "Place",
        "up to": "up to",
        "players": "players",
    },
    "fr": {
        "puzzle": "Casse-tête",
        "puzzles": "Casse-têtes",
        "solutions": "Solutions",
        "place": "À placer :",
        "up to": "jusqu'à",
        "players": "joueurs",
    },
    "it": {
        "puzzle": "Rompicapo",
        "puzzles": "Rompicapi",
        "solutions": "Soluzioni",
        "place": "Da piazzare:",
        "up to": "fino a",
        "players": "giocatori",
    },
}
"""The fixed texts of pages, by language; other languages get English."""


def booklet(game: Game, puzzles: Sequence[PrintedPuzzle], *, language: str, paper: str) -> Paper:
    """A booklet of pages half as large as a sheet: a puzzle on each, and the solutions at the end."""
    words, pictures, shown = WORDS.get(language, WORDS["en"]), dict[str, str](), []
    for number, one in enumerate(puzzles):
        puzzle, name = one.puzzle, f"puzzle-{number}"
        pictures[f"{name}.svg"] = board_svg(of_board(puzzle.board, game))
        pieces = supply_svg(of_puzzle(puzzle)[0], MOST_IN_A_ROW)
        pictures |= {f"{name}-pieces.svg": pieces} if pieces else {}
        for i, other in enumerate(puzzle.others):
            pictures[f"{name}-{i}.svg"] = board_svg(of_board(other.board, game))
        if one.solution is not None:
            pictures[f"{name}-solved.svg"] = board_svg(
                of_board(one.solution, game, placed=_placed(puzzle.board, one.solution))
            )
        shown.append(
            {
                "title": puzzle.title,
                "picture": f"{name}.svg",
                "height": 62 if puzzle.others else 88,
                "pieces": f"{name}-pieces.svg" if pieces else None,
                "task": _task(puzzle, words, language),
                "cards": [{"name": card.name(language), "text": card.text(language)} for card in one.cards],
                "others": [{"name": o.name, "picture": f"{name}-{i}.svg"} for i, o in enumerate(puzzle.others)],
                "hint": one.hint,
                "solution": f"{name}-solved.svg" if one.solution is not None else None,
                "worth": f"= {one.score}" if one.score is not None else "",
            }
        )
    title = named(game, language)
    data = {
        "title": title,
        "subtitle": f"{words['puzzles']}: {len(shown)}",
        "language": language,
        "paper": HALVES[paper],
    }
    return Paper(
        "puzzles", {**data, "puzzle": words["puzzle"], "solutions": words["solutions"], "puzzles": shown}, pictures
    )


def _placed(before: Board, after: Board) -> frozenset[int]:
    """The spaces on which something has been placed."""
    pairs = zip(before.stacks, after.stacks, strict=True)
    return frozenset(space for space, (old, new) in enumerate(pairs) if old != new)


def _task(puzzle: Puzzle, words: Mapping[str, str], language: str) -> str:
    """What is to be placed, and how many caps may be."""
    caps = [
        f"{words['up to']} {count} {_called(name, count, puzzle.game, language)}"
        for name, count in puzzle.caps.items()
        if count
    ]
    return f"{words['place']} {'; '.join([' '.join(puzzle.pieces), *caps])}"


def _called(word: str, count: int, game: Game, language: str) -> str:
    """A word of the game for so many, in a language if the game file has it there."""
    forms = next((one.forms for one in game.words if (one.word, one.language) == (word, language)), None)
    one, several = (word, game.plural(word)) if forms is None else (forms[0], forms[min(1, len(forms) - 1)])
    return (one if count == 1 else several).partition("/")[0]  # the nominative, where a form has cases


TILE, TOKEN, EDGE, APART = 45.0, 22.0, 12.0, 3.0
"""Millimeters: the side of tiles, the width of round pieces, at the sides of a sheet, between round pieces."""


@dataclass(frozen=True)
class PrintedPiece:
    """What is cut out as often as there are copies: its picture, and what stands on its back."""

    picture: str
    copies: int
    back: str


def piece_sheets(
    game: Game, brought: Sequence[Kind], *, own: bool, language: str, paper: str, backs: bool, side: float = TILE
) -> Paper | None:
    """Sheets of the pieces of a game (`own`), and of tiles that cards bring; None if there are none.

    Tiles are square, `side` millimeters wide, everything else is round. Pieces with sides, such as dice, are not printed.
    """
    title = named(game, language)
    kinds = [kind for kind in game.kinds if kind.first == kind.index] if own else []
    square = [PrintedPiece(tile_svg(game, kind), kind.copies, title) for kind in (*kinds, *brought) if kind.face]
    tokens = [*_pieces(game, kinds), *_figures(game), *_coins(game)] if own else []
    groups = [_group(square, side, 0.0, paper, False), _group(tokens, TOKEN, APART, paper, True)]
    if not square and not tokens:
        return None
    pictures = {name: svg for _, named_pictures in groups for name, svg in named_pictures.items()}
    data = {"title": title, "paper": paper, "backs": backs, "language": language, "color": COLORS[0]}
    return Paper("pieces", {**data, "groups": [group for group, _ in groups if group["pieces"]]}, pictures)


def _group(
    pieces: Iterable[PrintedPiece], side: float, apart: float, paper: str, rounded: bool
) -> tuple[dict[str, Any], dict[str, str]]:
    """Pieces of one size as data, one entry for each copy, and their pictures by name."""
    width, height = PAPERS[paper]
    across, down = (int((room - 2 * EDGE + apart) / (side + apart)) for room in (width, height))
    pictures, entries = dict[str, str](), list[dict[str, str]]()
    for piece in pieces:
        name = f"{'round' if rounded else 'square'}-{len(pictures)}.svg"
        pictures[name] = piece.picture
        entries += [{"picture": name, "back": piece.back}] * piece.copies
    sizes = {"side": side, "apart": apart, "columns": max(1, across), "rows": max(1, down), "round": rounded}
    return {**sizes, "pieces": entries}, pictures


def _pieces(game: Game, kinds: Iterable[Kind]) -> Iterator[PrintedPiece]:
    """Pieces that show neither areas nor one of several sides."""
    sided = frozenset().union(*(sort.kinds for sort in game.sorts if sort.sides))
    looks = of_tiles((), game).looks()
    for kind in kinds:
        if kind.face is None and kind.index not in sided and kind.copies:
            yield PrintedPiece(piece_svg(game, kind, looks[kind.code]), kind.copies, "")


def _figures(game: Game) -> Iterator[PrintedPiece]:
    """What stands on things: of players as many as each of them has."""
    for cap in game.caps:
        if cap.stands_on:
            for owner in range(game.players[1]) if cap.of_players else (None,):
                yield PrintedPiece(figure_svg(game, cap, owner), cap.copies, cap.name)


def _coins(game: Game) -> Iterator[PrintedPiece]:
    """What counters count, if there are so many of it."""
    stocks = dict[str, CounterDef]()
    for counter in game.counters:
        if counter.copies is not None and counter.cap is None:
            stocks.setdefault(counter.stock or counter.name, counter)
    for look, (name, counter) in enumerate(stocks.items(), 1):
        words = in_words(name)
        color = game.depictions.get(name, Depiction()).color or palette.fill_of(look)[0]
        yield PrintedPiece(coin_svg(words, color), counter.copies or 0, words)
