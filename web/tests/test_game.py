"""Games against bots in a real browser, by clicking what is lit and what is listed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

SHOTS = Path(__file__).parents[2] / "docs" / "pictures"
GAMES = Path(__file__).parents[2] / "tests" / "games"
OTHERS = ("cairns", "fist-of-dragonstones", "herons", "princess-and-dragon")
MOST_CHOICES = 1000
HURRIED = """form => form.querySelectorAll("option:checked").forEach(option => {
  option.value = option.value.replace(/:[0-9.]+s$/, ":20")
  option.parentElement.dispatchEvent(new Event("change"))
})"""


def begin(page: Page, game: str, rival: str = "", seed: int = 7, hurried: bool = False) -> None:
    """Set a game up for a person and bots that play without pauses: those that the page offers, or another.

    Where they are `hurried` they think by a count of games in place of a time: they are faster, and a game is the
    same on every machine.
    """
    page.locator("#pace").evaluate("element => { element.value = '0'; element.dispatchEvent(new Event('change')); }")
    page.locator("#play").click()
    page.get_by_label("Which game").select_option(game)
    if rival:
        page.get_by_label("Person or bot for player 2").select_option(rival)
    if hurried:
        page.locator("#game-setup-body").evaluate(HURRIED)
    page.get_by_label("Seed").fill(str(seed))
    page.locator("#game-begin").click()
    expect(page.locator("#game-turn")).to_contain_text(re.compile("Round|over"))


def play_on(page: Page, name: str) -> None:
    """Go on with the game of a record that was written to the folder."""
    page.locator("#pace").evaluate("element => { element.value = '0'; element.dispatchEvent(new Event('change')); }")
    page.reload()
    page.locator(f'#tree button[data-name="folder/{name}"]').click()
    page.locator("#play-on").click()


def settled(page: Page) -> str:
    """Wait until a person can choose or the game is over; who is awaited."""
    return page.locator("#game[data-awaits=person], #game[data-awaits=nobody]").get_attribute("data-awaits") or ""


def click(page: Page, turn: int) -> bool:
    """Choose something that is lit, else something that is listed; whether it was lit."""
    lit = page.locator("#boards .open")
    place = lit if lit.count() else page.locator("#choices button")
    place.nth(turn % place.count()).dispatch_event("click")
    return place is lit


def play_out(page: Page, least: int = 3) -> None:
    """Click to the end of a game; more than a few of what is clicked are lit on the boards, if there are any."""
    lit = 0
    for turn in range(MOST_CHOICES):
        if settled(page) == "nobody":
            break
        lit += click(page, turn)
    expect(page.locator("#game-turn")).to_contain_text("The game is over")
    expect(page.locator("#game-scores .wins").first).to_be_visible()
    assert lit > least or not page.locator("#boards .cells").count()


@pytest.mark.parametrize(
    ("game", "seed"),
    [*(("dragon-castle", seed) for seed in (1, 2, 3)), *((game, 1) for game in OTHERS)],
)
def test_a_game_against_the_preset_opponents_is_played_to_its_end(page: Page, game: str, seed: int) -> None:
    """F80: the game that the page offers is never broken off; it is played from its first choice to its last."""
    begin(page, game, seed=seed, hurried=True)
    play_out(page)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_game_that_is_over_is_reviewed(page: Page, look: str) -> None:
    """A graph of who was to win, moves that gave it away with better ones, and a way to go there and to try them."""
    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    begin(page, "herons", "random")
    play_out(page)
    moves = page.locator("#log li").count()
    page.locator("#review").click()
    expect(page.locator("#review-found polyline").first).to_be_visible()
    if look == "light":
        page.locator("#review-part").screenshot(path=SHOTS / "studio-review.png")
    assert re.search(r"\d+%", page.locator("#review-found figure").get_attribute("aria-label") or "")
    there = page.locator("#review-found li button")
    if there.count():  # a person who clicks whatever is first has made a mistake, if chance did not help
        page.locator("#pace").select_option("step")
        there.last.click()
        expect(page.locator("#game-turn")).not_to_contain_text("The game is over")
        assert page.locator("#log li").count() <= moves
        page.get_by_role("button", name="Go to the end of the game").click()
    expect(page.locator("#game-turn")).to_contain_text("The game is over")


def test_a_game_without_a_last_round_is_begun_against_the_preset_opponents(page: Page) -> None:
    """F80: Court ends when somebody has the King, which takes any number of turns: its end is played from a record."""
    begin(page, "court-the-king", seed=1, hurried=True)
    for turn in range(60):
        assert settled(page) == "person"
        click(page, turn)
    assert page.locator("#log li").count() > 10


@pytest.mark.parametrize(
    ("game", "bot", "left"), [("court-the-king", "valued:20", 2), ("princess-and-dragon", "expectimax", 2)]
)
def test_the_last_turns_against_the_preset_opponents_are_played(
    page: Page, folder: Path, game: str, bot: str, left: int
) -> None:
    """F80: a game of a record, in which one player is the usual bot, is gone on with to its end."""
    record = (GAMES / f"{game}-2.record.yaml").read_text("utf-8").partition("\nresult:")[0]
    turns = re.sub(r"\bBo\b", bot, record).split("\n")[:-left]
    (folder / "last.record.yaml").write_text("\n".join(turns) + "\n", "utf-8")
    play_on(page, "last.record.yaml")
    play_out(page, least=0)


@pytest.mark.parametrize("game", ["dragon-castle", "cairns"])
def test_a_game_is_played_to_its_end(page: Page, game: str) -> None:
    """What is lit on boards, and what is listed, leads by clicks alone to the end, with scores and winners."""
    begin(page, game, "random")
    play_out(page)
    totals = [int(text) for text in page.locator("#game-scores .total td").all_text_contents()]
    names = page.locator("#game-scores th[scope=col]").all_text_contents()
    best = [name for name, total in zip(names, totals, strict=True) if total == max(totals)]
    assert set(page.locator("#game-scores .wins").all_text_contents()) <= set(best)
    if game == "dragon-castle":
        page.screenshot(path=SHOTS / "studio-game.png")


def test_dice_and_cards_are_clicked_and_taken_back(page: Page) -> None:
    """Pieces of pools that can be chosen are lit and clicked; undo goes back to one's last choice."""
    begin(page, "court-the-king", "random", seed=3)
    lit = 0
    for turn in range(12):
        settled(page)
        lit += click(page, turn)
    assert lit > 3
    settled(page)
    before = page.locator("#log").inner_text()
    click(page, 0)
    settled(page)
    assert page.locator("#log").inner_text() != before
    page.locator("#game-undo").click()
    expect(page.locator("#log")).to_have_text(re.compile(re.escape(before[-12:])), use_inner_text=True)


def test_a_map_is_clicked_where_a_tile_fits(page: Page) -> None:
    """The spaces beside a map that are lit are those that are listed, and what is clicked lies there afterwards."""
    begin(page, "princess-and-dragon", "random", seed=3)
    settled(page)
    lit = page.locator("#boards .open")
    titles = [one.get_attribute("title") or "" for one in lit.all()]
    named = {tuple(re.findall(r"-?\d+", title)[:2]) for title in titles}
    listed = page.locator("#choices button").all_text_contents()
    assert {tuple(re.findall(r"-?\d+", words)) for words in listed if words.startswith("place")} == named
    lit.first.click()
    settled(page)
    page.screenshot(path=SHOTS / "studio-map.png")
    assert titles[0] not in [one.get_attribute("title") for one in page.locator("#boards .cells button").all()]


def test_a_bot_that_was_stopped_can_be_asked_again(page: Page) -> None:
    """F80: where the search of a bot was ended for time, the page says so and has a button that asks it once more."""
    refusals = [{"refused": "this took too much time or memory, and was stopped"}]

    def connected(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        asked = set[int]()

        def sent(message: str | bytes) -> None:
            request = json.loads(message)
            if request["do"] == "play" and (request["args"]["act"] or {}).get("do") == "bot":
                asked.add(request["id"])
            server.send(message)

        def answered(message: str | bytes) -> None:
            answer = json.loads(message)
            if refusals and answer["id"] in asked:
                route.send(json.dumps({"id": answer["id"], "answer": refusals.pop()}))
            else:
                route.send(message)

        route.on_message(sent)
        server.on_message(answered)

    page.route_web_socket(re.compile("/work$"), connected)
    page.reload()
    begin(page, "dragon-castle", "greedy")
    again = page.get_by_role("button", name="Try again")
    for turn in range(MOST_CHOICES):
        settled(page)
        if again.is_visible():
            break
        click(page, turn)
    expect(page.locator("#question")).to_have_text(re.compile(r"\S+ did not move: this took too much time"))
    before = page.locator("#log").inner_text()
    again.click()
    settled(page)
    expect(again).to_have_count(0)
    assert page.locator("#log").inner_text() != before and not refusals


def test_bots_play_step_by_step_and_a_game_is_kept_as_record(page: Page, folder: Path) -> None:
    """A bot waits for a press where that is wanted; a game is kept as a record, and gone on with from there."""
    begin(page, "dragon-castle", "greedy")
    page.locator("#pace").select_option("step")
    for turn in range(MOST_CHOICES):
        if page.locator("#game[data-awaits=person], #game[data-awaits=bot]").get_attribute("data-awaits") == "bot":
            break
        click(page, turn)
    page.locator("#game-next").click()
    expect(page.locator("#log")).to_contain_text("Ada")
    page.locator("#game-save").click()
    expect(page.locator("#file-name")).to_have_text(re.compile("record.yaml"))
    expect(page.locator(".cm-content")).to_contain_text("tilewright: record/1")
    page.locator("#play-on").click()
    expect(page.locator("#log")).to_contain_text("Ada")


def test_a_game_of_dice_is_gone_on_with_and_played_to_its_end(page: Page, folder: Path) -> None:
    """The last turns of a kept game are played by clicking dice and cards, until there is a winner."""
    record = (GAMES / "court-the-king-2.record.yaml").read_text("utf-8")
    turns = record.partition("\nresult:")[0].split("\n")[:-2]
    (folder / "last.record.yaml").write_text("\n".join(turns) + "\n", "utf-8")
    play_on(page, "last.record.yaml")
    expect(page.locator("#boards .piece svg").first).to_be_visible()
    page.screenshot(path=SHOTS / "studio-dice.png")
    play_out(page)
    expect(page.locator("#game-scores .wins")).to_have_count(1)


def test_a_move_that_is_not_offered_says_which_condition_forbids_it(page: Page) -> None:
    """A click on a space that is not lit, and a move that is typed, are answered as `why` does in the terminal."""
    begin(page, "dragon-castle", "random", seed=7)
    settled(page)
    said = page.locator("#game-why-said")
    expect(page.locator("#boards .open").first).to_be_visible()
    before = page.locator("#log").inner_text()
    castle = page.locator("section[data-owner=null] .cells button:not(.open)")
    castle.first.dispatch_event("click")
    expect(said).to_contain_text(re.compile(r"\d+,\d+: in 'take .*(there is no tile there|it is not open)"))
    page.locator("section[data-owner='1'] .cells button").first.dispatch_event("click")
    expect(said).to_have_text("nothing is chosen on this board now")
    page.get_by_label("A move that is not offered").fill("dance")
    page.get_by_role("button", name="Why not?").click()
    expect(said).to_have_text("nothing that can be chosen now is called 'dance'")
    assert page.locator("#log").inner_text() == before
    page.locator("#boards .open").first.dispatch_event("click")
    settled(page)
    expect(said).to_have_text("")
