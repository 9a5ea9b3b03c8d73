"""Games as HTML files, opened from the disk in a real browser, and played there as the rules in Python play them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageChops
from playwright.sync_api import Browser, Page, expect
from test_access import needs_axe, violations

from conftest import shot, tilewright
from tilewright.cli.args.games import game_setup
from tilewright.draw.picture import of_board, of_table
from tilewright.draw.sheet import board_for_page
from tilewright.play.bots.uct import Uct
from tilewright.play.match import Match
from tilewright.studio.boards import space_words
from tilewright.studio.offline import LARGEST
from tilewright.studio.plays import GameLog
from tilewright.studio.reviews import reviewed

EXAMPLES = Path(__file__).parents[2] / "examples"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1200, "height": 850}
PLAYERS = {"herons": 3, "fist-of-dragonstones": 3}
OPEN = [
    "tic-tac-toe",
    "connect-four",
    "hex",
    "nine-mens-morris",
    "beds",
    "pig",
    "dragon-castle",
    "cairns",
    "princess-and-dragon",
]
HIDING = ["rock-paper-scissors", "goofspiel", "dowsers", "herons"]
LARGE = ["court-the-king", "fist-of-dragonstones"]
LOG = "all => all.map((one) => [one.value, one.dataset.lines.split(String.fromCharCode(10))])"
CLICKS = {"court-the-king": 60, "princess-and-dragon": 40}
"""Where random choices come to no end for long: so many of them. Every other game is played to its end."""
PLAY = """async ([seed, most]) => {
  const game = document.getElementById("game");
  const wait = () => new Promise((resolve) => setTimeout(resolve, 2));
  for (let clicks = 0; ; clicks++) {
    while (!["person", "nobody"].includes(game.dataset.awaits)) await wait();
    if (game.dataset.awaits === "nobody" || clicks === most) return;
    const all = document.querySelectorAll("#choices [data-choice]");
    if (!all.length) throw new Error(document.getElementById("question").textContent);
    seed = (seed * 48271) % 2147483647;
    all[seed % all.length].click();
  }
}"""


@cache
def _named(game: str) -> str:
    return str(EXAMPLES / game) if (EXAMPLES / game).exists() else game


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The page of a game, exported once."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def export(game: str) -> Path:
        page = folder / f"{game}.html"
        tilewright("export", _named(game), "--players", str(PLAYERS.get(game, 2)), "-o", str(page))
        return page

    return export


@contextmanager
def opened(browser: Browser, page: Path, size: dict[str, int], look: str = "light") -> Iterator[Page]:
    """A page that asks for nothing and complains of nothing."""
    with browser.new_context(viewport=size, color_scheme="dark" if look == "dark" else "light") as context:
        view, faults, asked = context.new_page(), list[str](), list[str]()
        view.set_default_timeout(60_000)
        view.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        view.on("pageerror", lambda error: faults.append(str(error)))
        view.on("request", lambda request: asked.append(request.url))
        view.goto(page.as_uri())
        expect(view.locator("#game")).to_have_attribute("data-awaits", "person")
        yield view
        assert faults == []
        assert [url for url in asked if url != page.as_uri() and not url.startswith("data:")] == []


def begin(view: Page, level: str, seed: int, seat: str = "first") -> None:
    """Begin another game in the form for it, against bots that take no break."""
    view.locator("#pace").select_option("0")
    view.locator("#game-new").click()
    view.get_by_label("Opponents").select_option(label=f"bots: {level}")
    view.get_by_label("You begin").select_option(label=seat)
    view.get_by_label("Seed").fill(str(seed))
    view.locator("#game-begin").click()
    while str(seed) not in view.evaluate(
        "Object.values(localStorage).map((one) => String(JSON.parse(one).setup?.seed))"
    ):
        view.wait_for_timeout(20)  # until then it is the game before
    expect(view.locator("#game")).to_have_attribute("data-awaits", "person")


@dataclass(frozen=True)
class Kept:
    """What a page keeps of a game."""

    setup: dict[str, Any]
    moves: list[str]

    @classmethod
    def of(cls, view: Page, game: str) -> Kept:
        id = "hands" if game == "rock-paper-scissors" else game
        text = view.evaluate(f"localStorage.getItem('tilewright-{id}-{PLAYERS.get(game, 2)}')")
        return cls(**json.loads(text))

    def match(self, game: str) -> Match:
        """The game at its beginning, by the rules in Python."""
        names = [player["name"] for player in self.setup["players"]]
        found = game_setup(_named(game), len(names), None, None, 1)
        return Match(found.pack.game, names, found.cards, found.layouts, self.setup["seed"])


@pytest.mark.parametrize("game", [*OPEN, *HIDING, *LARGE])
def test_a_whole_game_is_played_as_in_python(browser: Browser, exported: Any, game: str) -> None:
    """A game by clicks to its end, on a phone: the same seed and moves give the same game in Python, with the same bots where nothing is hidden."""
    assert exported(game).stat().st_size <= LARGEST
    with opened(browser, exported(game), PHONE) as view:
        begin(view, "gentle", 7, "second" if game in OPEN else "first")
        view.evaluate(PLAY, [20, CLICKS.get(game, 5000)])
        kept = Kept.of(view, game)
        match, seed = kept.match(game), kept.setup["seed"]
        bots = {
            seat: Uct(seed + seat, playouts=int(player["bot"].partition(":")[2]), learned=False)
            for seat, player in enumerate(kept.setup["players"])
            if player["bot"]
        }
        for move in kept.moves:
            assert move in [str(one) for one in match.moves]
            if match.turn in bots and game in OPEN:
                assert str(bots[match.turn].choose(match.view())) == move
            match.play(move)
        assert match.over == (game not in CLICKS)
        log = view.locator("#log li").evaluate_all(LOG)
        assert log == [[one["turn"], one["lines"]] for one in GameLog().lines(match)]
        totals = view.locator("#game-scores .total td").all_inner_texts()
        assert [int(total) for total in totals] == [score.total for score in match.scores()]
        for name in match.winners() if match.over else ():
            expect(view.locator("#game-turn")).to_contain_text(name)
        assert view.locator("#game-scores .wins").count() == (len(match.winners()) if match.over else 0)
        assert view.locator("html").evaluate("element => element.scrollWidth") <= PHONE["width"]


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", ["connect-four", "herons", "dragon-castle"])
def test_nothing_serious_on_a_page(browser: Browser, exported: Any, game: str, size: dict[str, int], look: str) -> None:
    """Boards, hidden hands and the form for a new game, in both looks and sizes."""
    with opened(browser, exported(game), size, look) as view:
        assert violations(view) == []
        view.locator("#game-new").click()
        assert violations(view) == []


@pytest.mark.parametrize(
    "game",
    ["connect-four", "nine-mens-morris", "beds", "combs", "dowsers", "dragon-castle", "cairns", "princess-and-dragon"],
)
def test_boards_are_drawn_as_the_studio_draws_them(browser: Browser, exported: Any, game: str) -> None:
    """After some moves each board of the page looks as the picture that Python draws of the same position."""
    with opened(browser, exported(game), DESK) as view:
        begin(view, "gentle", 3)
        view.evaluate(PLAY, [5, 12])
        kept = Kept.of(view, game)
        match = kept.match(game)
        for move in kept.moves:
            match.play(move)
        position = match.view(0).position()
        tables = {name: board for name, board in position.boards.items() if not board.pool}
        boards = [*tables.values(), *(player.board for player in position.players if not player.board.pool)]
        maps = [of_table(position, name, board).surrounded() for name, board in tables.items() if match.game.maps]
        pictures = maps or [of_board(board, match.game) for board in boards]
        drawn = view.locator("#boards .picture").evaluate_all("all => all.map((one) => one.innerHTML)")
        assert len(drawn) == len(pictures)
        for picture, known in zip(drawn, pictures, strict=True):
            unmarked = view.evaluate(WITHOUT_MARKS, picture)
            expected = board_for_page(known)
            difference = ImageChops.difference(shot(view, unmarked), shot(view, expected)).convert("L")
            assert sum(difference.histogram()[61:]) <= 20


WITHOUT_MARKS = """(text) => {
  const found = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const mark of found.querySelectorAll(".fill-tint, .fill-placed")) mark.remove();
  return found.outerHTML;
}"""


def test_a_game_is_played_by_keyboard(browser: Browser, exported: Any) -> None:
    """Arrows go to a space that can be chosen and Enter chooses it, until the game is over; the focus is never lost."""
    with opened(browser, exported("tic-tac-toe"), DESK) as view:
        begin(view, "gentle", 1)
        game, cells = view.locator("#game"), view.locator("#boards .cells button")
        view.locator("#boards .cells").get_by_role("gridcell").first.focus()
        at, played = 0, list[int]()
        for _ in range(5):
            if game.get_attribute("data-awaits") == "nobody":
                break
            target = cells.evaluate_all("all => all.findIndex((one) => one.classList.contains('open'))")
            for key in _way(at, target):
                view.keyboard.press(key)
            view.keyboard.press("Enter")
            played.append(target)
            expect(game).to_have_attribute("data-awaits", re.compile("person|nobody"))
            focused = view.evaluate("document.activeElement.dataset.space")
            assert focused == str(target)
            at = target
        assert game.get_attribute("data-awaits") == "nobody"
        moves = Kept.of(view, "tic-tac-toe").moves[::2]
        assert moves == [f"to {space // 3 + 1},{space % 3 + 1}" for space in played]


def _way(start: int, end: int, columns: int = 3) -> list[str]:
    """The arrows from a space to another one."""
    down, right = end // columns - start // columns, end % columns - start % columns
    return ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down) + ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(
        right
    )


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("by", ["mouse on a desk", "keyboard on a phone"])
def test_a_game_is_won(browser: Browser, exported: Any, by: str, look: str) -> None:
    """Who thinks further than a gentle bot wins; the page names the winner that the rules in Python name."""
    mouse = by.startswith("mouse")
    with opened(browser, exported("connect-four"), DESK if mouse else PHONE, look) as view:
        begin(view, "gentle", 11)
        match, person = Kept.of(view, "connect-four").match("connect-four"), Uct(3, playouts=3000)
        game, at = view.locator("#game"), 0
        view.locator("#boards .cells").get_by_role("gridcell").first.focus()
        while not match.over:
            assert match.turn == 0
            move = str(person.choose(match.view()))
            row, column = (int(number) for number in move.removeprefix("to ").split(","))
            target = 7 * (row - 1) + column - 1
            if mouse:
                view.locator(f'#boards .cells button.open[data-space="{target}"]').click()
            else:
                for key in [*_way(at, target, 7), "Enter"]:
                    view.keyboard.press(key)
            at, known = target, len(match.played)
            while len(moves := Kept.of(view, "connect-four").moves) == known:
                view.wait_for_timeout(20)
            expect(game).to_have_attribute("data-awaits", re.compile("person|nobody"))
            moves = Kept.of(view, "connect-four").moves
            assert moves[known] == move
            for one in moves[known:]:
                match.play(one)
        assert match.winners() == ["You"]
        expect(game).to_have_attribute("data-awaits", "nobody")
        expect(view.locator("#game-turn")).to_contain_text("You")
        expect(view.locator("#game-scores .wins")).to_have_count(1)


def test_a_hint_marks_the_choice_of_a_bot(browser: Browser, exported: Any) -> None:
    """It is one of the choices, and lit on the board; the game stays where it is."""
    with opened(browser, exported("connect-four"), PHONE) as view:
        begin(view, "gentle", 4)
        view.locator("#game-hint").click()
        expect(view.locator("#game-said")).to_have_text(re.compile(r"A bot would choose: to row \d, column \d"))
        expect(view.locator("#choices .advised")).to_have_count(1)
        expect(view.locator("#boards .cells button.lit")).to_have_count(1)
        assert Kept.of(view, "connect-four").moves == []


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_game_that_is_over_is_reviewed(browser: Browser, exported: Any, look: str) -> None:
    """Each decision has the worth and the better move that the studio finds; one goes to a mistake and back, and nothing serious is there."""
    with opened(browser, exported("tic-tac-toe"), PHONE, look) as view:
        begin(view, "gentle", 5)
        expect(view.locator("#review-part")).to_be_hidden()
        view.evaluate(PLAY, [4, 100])
        moves = (kept := Kept.of(view, "tic-tac-toe")).moves
        match = kept.match("tic-tac-toe")
        for move in moves:
            match.play(move)
        view.locator("#review").click()
        expect(view.locator("#review-found figure > svg polyline")).to_have_count(2)
        known = [one.shown() for one in reviewed(match, lambda news: None)]
        points = view.locator("#review-found figure > svg polyline").evaluate_all(
            "all => all.map((one) => one.getAttribute('points'))"
        )
        drawn = [point.split(",") for line in points for point in line.split()]
        most = max(one["index"] for one in known)
        own = [one for player in (0, 1) for one in known if one["player"] == player]
        expected = [(320 * one["index"] / most, 110 * (1 - one["best_share"])) for one in own]
        assert [(float(x), float(y)) for x, y in drawn] == [pytest.approx(point, abs=0.06) for point in expected]
        found = view.locator("#review-found li")
        assert found.count() == sum(one["mistake"] for one in known) > 0
        assert violations(view) == []
        found.first.get_by_role("button").click()
        expect(view.locator("#game")).to_have_attribute("data-awaits", re.compile("person|bot"))
        view.get_by_role("button", name="Go to the end of the game").click()
        expect(view.locator("#game")).to_have_attribute("data-awaits", "nobody")
        assert Kept.of(view, "tic-tac-toe").moves == moves


def test_a_game_goes_on_where_it_was_left(browser: Browser, exported: Any) -> None:
    """A page that is loaded again shows the same game, and takes moves back."""
    with opened(browser, exported("connect-four"), DESK) as view:
        begin(view, "gentle", 4)
        view.locator("#boards .cells button.open").first.click()
        expect(view.locator("#log li")).to_have_count(2)
        expect(view.locator("#game")).to_have_attribute("data-awaits", "person")
        moves = Kept.of(view, "connect-four").moves
        view.reload()
        expect(view.locator("#log li")).to_have_count(2)
        assert Kept.of(view, "connect-four").moves == moves
        view.locator("#game-undo").click()
        expect(view.locator("#log li")).to_have_count(0)


def test_a_hand_stays_hidden(browser: Browser, exported: Any) -> None:
    """Of the hands of others only the number of feathers is on the page, and nobody else can play at this screen."""
    with opened(browser, exported("herons"), DESK) as view:
        begin(view, "gentle", 4)
        match = (kept := Kept.of(view, "herons")).match("herons")
        for move in kept.moves:
            match.play(move)
        hands = [player.board for player in match.position().players]
        for seat, hand in enumerate(hands):
            pieces = view.locator(f'#boards [data-owner="{seat}"] .pool').first.locator(".piece")
            codes = pieces.evaluate_all("all => all.map((one) => one.dataset.code)")
            if seat:
                assert codes == [""]
                expect(pieces).to_have_attribute("aria-label", f"face-down \u00d7 {len(hand.stacks)}")
            else:
                assert sorted(codes) == sorted(str(stack.top) for stack in hand.stacks)
        view.locator("#game-new").click()
        labels = view.get_by_label("Opponents").locator("option").all_inner_texts()
        assert labels == ["bots: gentle", "bots: normal", "bots: strong"]


USE = """async ([seed, wanted, most]) => {
  const game = document.getElementById("game");
  const wait = () => new Promise((resolve) => setTimeout(resolve, 2));
  for (let clicks = 0; clicks < most; clicks++) {
    while (!["person", "nobody"].includes(game.dataset.awaits)) await wait();
    const all = [...document.querySelectorAll("#choices [data-choice]")];
    const found = all.find((one) => one.textContent.startsWith(wanted));
    if (found) return found.textContent;
    seed = (seed * 48271) % 2147483647;
    all[seed % all.length].click();
  }
}"""
"""Choose at random until something is offered; what it says."""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_ability_of_a_fan_card_is_used(browser: Browser, tmp_path: Path, size: dict[str, int]) -> None:
    """The page of a fan card is its game with it: the ability is offered with the text of the card, and does to the board what it does in Python."""
    page = tmp_path / "card.html"
    tilewright("export", "whirl", "-o", str(page))
    with opened(browser, page, size) as view:
        begin(view, "gentle", 5)
        view.locator("summary", has_text="Cards in play").click()
        expect(view.locator("#game-cards b")).to_have_text("Whirl")
        offered = view.evaluate(USE, [3, "use whirl", 500])
        assert offered == "use whirl Swap two face-up tiles of your realm that touch at a corner."
        known = len(Kept.of(view, "dragon-castle").moves)
        words = view.locator("#boards [data-owner='0'] .cells button")
        before = words.evaluate_all("all => all.map((one) => one.title)")
        view.locator("#choices .choice", has_text="use whirl").click()
        expect(view.locator("#question")).to_contain_text("whirl:")
        view.locator("#choices .choice", has_text="pay 1 shrine").click()
        while "whirl:" in view.locator("#question").inner_text():  # a single choice goes without saying
            view.locator("#boards [data-owner='0'] .cells button.open").first.click()
            expect(view.locator("#game")).to_have_attribute("data-awaits", "person")
        kept = Kept.of(view, "dragon-castle")
        assert kept.moves[known] == "use whirl"
        names = [player["name"] for player in kept.setup["players"]]
        found = game_setup("dragon-castle", 2, "whirl", None, 1)
        match = Match(found.pack.game, names, found.cards, found.layouts, kept.setup["seed"])
        for move in kept.moves:
            match.play(move)
        board = match.position().players[0].board
        after = words.evaluate_all("all => all.map((one) => one.title)")
        changed = [space for space, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        one, other = (divmod(space, board.geometry.columns) for space in changed)
        assert (abs(one[0] - other[0]), abs(one[1] - other[1])) == (1, 1)
        for space, title in enumerate(after):
            row, column = divmod(space, board.geometry.columns)
            words_of = space_words(board.stacks[space], match.game, board.geometry.made_for(space))
            assert title == f"row {row + 1}, column {column + 1}: {words_of}"
        expect(view.locator("#log")).to_contain_text("use whirl")
