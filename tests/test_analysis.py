"""What editors ask of a text: what may stand here, what this is, where it is named; no protocol, no editor."""

from __future__ import annotations

import random
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from quarry import CARD, GAME, POSITION, lay_out
from tilewright.analysis.document import FilesAround
from tilewright.analysis.hover import about
from tilewright.analysis.rename import NotRenamed, text_after
from tilewright.analysis.service import Analysis
from tilewright.resources import data_folder
from tilewright.source import Source, Span, read_source
from tilewright.syntax.parser import tokens
from tilewright.syntax.prefix import prefix

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import mutations

CARDS = data_folder("cards")


@pytest.fixture
def quarry(tmp_path: Path) -> Path:
    """A folder with a pack, a card and a position that names it."""
    return lay_out(tmp_path, puzzle=False)


def text_of(path: Path) -> Source:
    """The text of a file, which can be read."""
    found = read_source(str(path))
    assert isinstance(found, Source)
    return found


def offered(marked: str, path: Path) -> list[str]:
    """What can stand at the ``|`` of a text."""
    offset = marked.index("|")
    source = Source("x", marked.replace("|", "", 1), path)
    return [offer.text for offer in Analysis().complete(source, offset)]


def at(source: Source, word: str, nth: int = 0) -> int:
    """The place of a word, of its first occurrence unless told."""
    place = -1
    for _ in range(nth + 1):
        place = source.text.index(word, place + 1)
    return place


# ------------------------------------------------------------------ what may stand here

NEW = {"let", "called", "option", "character"}
"""What a new name follows; it is not offered."""
WORDS = ("WORD", "CODE")


@pytest.mark.slow
def test_what_stands_in_the_cards_can_stand_there() -> None:
    """At every fifteenth word of the packs' cards the word itself is among what is offered, but for names that are new."""
    around, missed, asked = FilesAround(Analysis().workspace), [], 0
    analysis = Analysis(around.workspace)
    for path in sorted(CARDS.rglob("*.tw")):
        source = text_of(path)
        own = [token for token in tokens(source.text) if token.isalpha() or token.type in WORDS]
        for before, token in list(pairwise(own))[::15]:
            header = source.position(token.start)[1] > 1 and "\n" not in source.text[before.start : token.start]
            declared = path.name == "game.tw" and token.type in WORDS
            if token in ("en", "fr", "it") or (header and before in NEW) or declared:
                continue
            if source.text[: token.start].rpartition("\n")[2].strip().count(" ") == 0 and before.start == 0:
                continue  # the id of a card
            asked += 1
            if token not in [offer.text for offer in analysis.complete(source, token.start)]:
                missed.append((path.name, source.line(source.position(token.start)[0]), str(token)))
    assert asked > 50
    assert missed == []


@pytest.mark.parametrize(
    ("marked", "there", "not_there"),
    [
        ("|", {"goal"}, {"score", "red"}),
        ("goal x\n  |", {"score", "let", "name", "for"}, {"draw", "heights", "red"}),
        ("goal x\n  score 1 for |", {"each"}, {"any", "red"}),
        ("goal x\n  score 1 for each |", {"red", "R2", "stack", "group"}, {"reds", "each", "score"}),
        ("goal x\n  score count of |", {"reds", "blocks", "face-up"}, {"block", "any"}),
        ("goal x\n  score largest |", {"height", "size"}, {"red", "stack"}),
        ("goal x\n  score 1 if there is a |", {"red", "corner", "row"}, {"rows", "is"}),
        ("goal x\n  score 1 for each red where it is |", {"on", "beside", "taller", "face-up"}, {"where", "each"}),
        ("goal x\n  score 1 for each row from left |", set(), {"red"}),
        ("goal x\n  let tower be a block\n  score count of |", {"towers"}, {"tower"}),
        ("goal x\n  sco| 2\n", {"score"}, {"red"}),
        ("goal x\n  name |", set(), {"score", "red"}),
        ("goal x\n  # a |", set(), {"score", "red"}),
        ('goal x\n  name en "a |', set(), {"score", "red"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_can_stand_is_offered(quarry: Path, marked: str, there: set[str], not_there: set[str]) -> None:
    """Keywords by the grammar, names by their use: nouns in their number, measures before `of`, no new names."""
    found = set(offered(marked, quarry / "x.tw"))
    assert there <= found
    assert not found & not_there
    assert there or not found


def test_lines_above_that_cannot_be_read_do_not_matter(quarry: Path) -> None:
    """A line with a mistake, a wrong indentation and an open block above leave the offers as they are."""
    sound = offered("goal x\n  score 1 for each |", quarry / "x.tw")
    assert offered("goal x\n  scre 2\n    for each\n  score 1 for each |", quarry / "x.tw") == sound
    assert offered("goal y\n  name\ngoal x\n  score 1 for each |\n  score ((", quarry / "x.tw") == sound


def test_terminals_of_several_words_go_on(quarry: Path) -> None:
    """Of what is written with several words the rest is offered, and all of it is put there."""
    text = "goal x\n  score 1 if stacks rise from left "
    offers = Analysis().complete(Source("x", text, quarry / "x.tw"), len(text))
    assert {"from left to right"} == {offer.text for offer in offers if offer.text.startswith("from")}
    assert all(text[offer.span.start :] == "from left " for offer in offers if offer.text.startswith("from"))


def test_a_game_with_errors_still_has_its_words(quarry: Path) -> None:
    """Words that a game file declares are offered while it has an error elsewhere."""
    (quarry / "game.tw").write_text(GAME + "  counter\n", "utf-8")
    assert {"red", "block"} <= set(offered("goal x\n  score 1 for each |", quarry / "x.tw"))


def test_statements_of_play_are_offered_where_they_can_stand() -> None:
    """A card with abilities takes no `score`; what is said in play is offered there and nowhere else."""
    spirit, dragon = CARDS / "dragon-castle/spirits/x.tw", CARDS / "dragon-castle/dragons/x.tw"
    assert set(offered("spirit x\n  |", spirit)) == {"ability", "name", "text"}
    inside = set(offered("spirit x\n  ability\n    |", spirit))
    assert {"discard", "now", "gain"} <= inside
    assert "score" not in inside
    assert "available" in offered("spirit x\n  ability\n    discard a tile where it is |", spirit)
    assert "available" not in offered("dragon x\n  score 1 for each tile where it is |", dragon)


@pytest.mark.parametrize(
    ("marked", "there"),
    [
        ("|", {"tilewright: ", "game: "}),
        ("tilewright: |", {"position/2", "puzzle/1"}),
        ("tilewright: position/2\ngame: |", {"quarry", "cairns"}),
        ("tilewright: position/2\ngame: quarry\n|", {"players: ", "cards: "}),
        ("tilewright: position/2\ngame: quarry\ncards: [|]", {"wall"}),
        ("tilewright: position/2\ngame: quarry\ncards:\n  - |", {"wall"}),
        ("tilewright: position/2\ngame: quarry\nplayers:\n  - name: Ada\n    |", {"yard: "}),
        ("tilewright: position/2\ngame: quarry\nplayers:\n  - name: Ada\n    yard: >\n      . R1 |", {"R1", "R3"}),
        ("tilewright: puzzle/1\ngame: quarry\nkind: |", {"arrange"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_keys_and_values_of_tables_are_offered(quarry: Path, marked: str, there: set[str]) -> None:
    """In a file of YAML, finished or not, the keys of its format and the words of its game are offered."""
    assert there <= set(offered(marked, quarry / "x.position.yaml"))


def test_what_may_follow_a_text_without_end_is_not_looked_for() -> None:
    """With too many lines above that cannot be read nothing is said, in bounded work."""
    assert prefix("goal x\n" + "  scre\n" * 10 + "  score ") is not None
    assert prefix("goal x\n" + "  scre\n" * 10_000 + "  score ") is None


# ------------------------------------------------------------------ what is this


@pytest.mark.parametrize(
    ("word", "nth", "said"),
    [
        ("goal", 0, ["a class of the game", "cards goal that score"]),
        ("wall", 0, ["Wall", "it pays 0 to"]),
        ("tower", 0, ["let tower be a block"]),
        ("tall", 0, ["its value is 0 to 64"]),
        ("red neighbors", 0, ["type red R1 to R3", "R1, R2, R3: 12 of 12 pieces"]),
        ("for each", 0, ["this pays 0 to"]),
        ("neighbors", 0, ["```tilewright"]),
    ],
)
def test_hovering_tells_what_a_word_is(quarry: Path, word: str, nth: int, said: list[str]) -> None:
    """Words of the game tell their line and their pieces, names and cards what they come to, all others examples."""
    source = text_of(quarry / "wall.tw")
    found = Analysis().hover(source, at(source, word, nth))
    assert found is not None
    assert all(part in found[0] for part in said), found[0]


@pytest.mark.parametrize("word", ["Wall", "walls of stone", '"'])
def test_nothing_is_said_of_texts_and_comments(quarry: Path, word: str) -> None:
    """Words in quotes and comments are none of the language."""
    source = text_of(quarry / "wall.tw")
    assert Analysis().hover(source, at(source, word)) is None


def test_words_of_the_language_have_examples() -> None:
    """The pages on the language say something of every common word, with what it comes to."""
    for word in ("score", "for", "each", "neighbor", "group", "largest", "beside", "where", "draw", "discard"):
        assert about(word).startswith("```tilewright")
    assert "#" in about("stack")
    assert about("no-such-word") == ""


def test_codes_on_boards_are_known(quarry: Path) -> None:
    """A piece on a board of a position tells what it is and where the game declares it."""
    source = text_of(quarry / "a.position.yaml")
    found, analysis = at(source, "R1"), Analysis()
    hover = analysis.hover(source, found)
    assert hover is not None and "a kind of piece" in hover[0]
    [place] = analysis.definition(source, found)
    assert (place.source.path, place.source.slice(place.span)) == (quarry / "game.tw", "R1")


def test_keys_of_tables_are_explained(quarry: Path) -> None:
    """A key of a position tells what the schema of its format says of it."""
    source, analysis = text_of(quarry / "a.position.yaml"), Analysis()
    for key in ("tilewright", "cards", "players"):
        hover = analysis.hover(source, at(source, key) + 1)
        assert hover is not None and hover[0].startswith(f"**{key}**: ") and source.slice(hover[1]) == key


def test_a_file_has_an_outline(quarry: Path) -> None:
    """Cards have their names, games their declarations, tables their keys."""
    analysis = Analysis()
    [card] = analysis.outline(text_of(quarry / "wall.tw"))
    assert (card.name, [part.name for part in card.parts]) == ("goal wall", ["tower", "tall"])
    [game] = analysis.outline(text_of(quarry / "game.tw"))
    assert [part.name for part in game.parts] == ["block", "yard", "goal"]
    keys = analysis.outline(text_of(quarry / "a.position.yaml"))
    assert [key.name for key in keys] == ["tilewright", "game", "cards", "players"]
    assert [part.name for part in keys[-1].parts] == ["Ada"]


def test_words_are_classed_by_what_they_name(quarry: Path) -> None:
    """Every word that names something has its class, in order, and no two share a place."""
    source = text_of(quarry / "wall.tw")
    found = [(source.slice(token.span), token.kind, token.defines) for token in Analysis().tokens(source)]
    assert found[:5] == [
        ("goal", "class", False),
        ("wall", "class", True),
        ("tower", "variable", True),
        ("block", "type", False),
        ("tall", "variable", True),
    ]


def test_scores_stand_over_cards_and_positions(quarry: Path) -> None:
    """A card tells its points on the positions that name it, a position its totals, a puzzle that it can be solved."""
    analysis = Analysis()
    assert [lens.title for lens in analysis.lenses_of(text_of(quarry / "wall.tw"))] == ["a.position.yaml: 5"]
    assert [lens.title for lens in analysis.lenses_of(text_of(quarry / "a.position.yaml"))] == ["Ada: 5"]
    puzzle = CARDS / "dragon-castle/puzzles/two-lanterns.puzzle.yaml"
    assert [(lens.title, lens.action) for lens in analysis.lenses_of(text_of(puzzle))] == [("Solve", "solve")]
    analysis.workspace.open(quarry / "wall.tw", "goal wall\n  score 7\n")
    assert [lens.title for lens in analysis.lenses_of(text_of(quarry / "a.position.yaml"))] == ["Ada: 7"]


# ------------------------------------------------------------------ where is it


def named(analysis: Analysis, path: Path, word: str, nth: int = 0) -> list[tuple[str, int]]:
    """The files and lines in which that is named which is named at a word."""
    source = text_of(path)
    places = analysis.references(source, at(source, word, nth))
    return [(Path(place.source.name).name, place.source.position(place.span.start)[0]) for place in places]


def test_names_are_found_in_every_file(quarry: Path) -> None:
    """Cards are found in positions, words of the game in cards and on boards, names of a card in it alone."""
    analysis = Analysis()
    assert named(analysis, quarry / "wall.tw", "wall") == [("wall.tw", 1), ("a.position.yaml", 3)]
    assert named(analysis, quarry / "wall.tw", "tower") == [("wall.tw", 5), ("wall.tw", 6), ("wall.tw", 8)]
    assert named(analysis, quarry / "game.tw", "red") == [("game.tw", 5), ("wall.tw", 9)]
    assert named(analysis, quarry / "game.tw", "goal") == [("game.tw", 13), ("wall.tw", 1)]
    assert named(analysis, quarry / "a.position.yaml", "yard") == [("a.position.yaml", 5), ("game.tw", 8)]


def test_names_go_to_where_they_are_given(quarry: Path) -> None:
    """From a word to the game file, from a position to its card, from a name to its `let`; unsaved texts count."""
    analysis = Analysis()
    for path, word, name, line in [
        ("wall.tw", "red", "game.tw", 5),
        ("wall.tw", "towers", "wall.tw", 5),
        ("a.position.yaml", "wall", "wall.tw", 1),
        ("a.position.yaml", "quarry", "game.tw", 1),
    ]:
        source = text_of(quarry / path)
        [place] = analysis.definition(source, at(source, word))
        assert (Path(place.source.name).name, place.source.position(place.span.start)[0]) == (name, line)
    analysis.workspace.open(quarry / "game.tw", "# moved\n" + GAME)
    source = text_of(quarry / "wall.tw")
    [place] = analysis.definition(source, at(source, "red"))
    assert place.source.position(place.span.start)[0] == 6


@pytest.mark.slow
def test_rules_verbs_options_and_things_of_a_turn_are_named_across_files() -> None:
    """What a game file names for play is found in the abilities of cards."""
    analysis, game = Analysis(), text_of(CARDS / "dragon-castle/game.tw")
    for line, word in [("is available if", "available"), ("to consolidate", "consolidate"), ("mark due", "due")]:
        places = analysis.references(game, at(game, line) + line.index(word))
        assert len({place.source.name for place in places}) > 1
        assert all(place.source.slice(place.span) == word for place in places)


def test_two_names_of_one_word_are_two(quarry: Path) -> None:
    """A name that two blocks give is another one in each."""
    text = "goal wall\n  for each row\n    let n be count of its reds\n    score n\n  for each column\n    let n be 2\n    score n\n"
    source = Source("wall.tw", text, quarry / "wall.tw")
    assert len(Analysis().references(source, at(source, "let n") + 4)) == 2


# ------------------------------------------------------------------ other names


def rename(path: Path, word: str, name: str, nth: int = 0) -> dict[str, str] | str:
    """The texts after a rename, by their files; why it is refused."""
    source, analysis = text_of(path), Analysis()
    found = analysis.rename(source, at(source, word, nth), name, lambda _: True)
    if isinstance(found, NotRenamed):
        return found.reason
    return {Path(changed.name).name: text_after(changed, own) for changed, own in found.items()}


def test_a_name_is_changed_wherever_it_occurs(quarry: Path) -> None:
    """With its plural, in every file; what was sound is sound afterwards."""
    assert rename(quarry / "wall.tw", "tower", "keep") == {"wall.tw": CARD.replace("tower", "keep")}
    assert rename(quarry / "a.position.yaml", "wall", "rampart") == {
        "wall.tw": CARD.replace("goal wall", "goal rampart"),
        "a.position.yaml": POSITION.replace("wall", "rampart"),
    }
    changed = rename(quarry / "wall.tw", "red", "blue")
    assert changed == {
        "game.tw": GAME.replace("red", "blue"),
        "wall.tw": CARD.replace("red neighbors", "blue neighbors"),
    }


@pytest.mark.parametrize(
    ("word", "name", "reason"),
    [
        ("tower", "stack", "already has a meaning"),
        ("tower", "Two Words", "lowercase letters"),
        ("tower", "tall", "is already defined"),
        ("red", "row", "a word of the language"),
        ("score", "points", "no name here"),
        ("each", "all", "no name here"),
    ],
)
def test_a_name_that_would_break_a_file_is_refused(quarry: Path, word: str, name: str, reason: str) -> None:
    """A rename after which any file has more errors than before is not made, and says why."""
    found = rename(quarry / "wall.tw", word, name)
    assert isinstance(found, str) and reason in found


def test_files_outside_of_the_workspace_are_not_changed(quarry: Path) -> None:
    """A rename that would change a file elsewhere is refused as a whole."""
    source = text_of(quarry / "wall.tw")
    found = Analysis().rename(source, at(source, "red"), "blue", lambda path: path.name != "game.tw")
    assert isinstance(found, NotRenamed) and "outside" in found.reason


# ------------------------------------------------------------------ whatever the text

HOSTILE = {
    "empty": "",
    "deep": "goal x\n  score " + "(" * 3000,
    "nots": "goal x\n  score 1 if " + "not " * 3000 + "a",
    "lets": "goal x\n" + "".join(f"  let n{i} be {i}\n" for i in range(300)) + "  score 1\n",
    "bad lines": "goal x\n" + "  scre 1\n" * 150,
    "indents": "".join(" " * i + "goal x\n" for i in range(200)),
    "one line": "goal x\n  score " + "1 + " * 3000,
    "signs": "\x01\x02\u2028\u2029\x85\x0b\x0c \ud7ff \U0001f409 goal x",
    "bomb": "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
    "brackets": "tilewright: position/2\ngame: quarry\nplayers: " + "[" * 500,
    "keys": "tilewright: position/2\ngame: quarry\n" + "".join(f"k{i}: {i}\n" for i in range(500)),
    "half": "tilewright: puzzle/1\ngame: quarry\nown-cards: |\n  goal x\n    score 1 for eac\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".tw", ".position.yaml"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_every_question_has_an_answer_whatever_the_text(quarry: Path, text: str, suffix: str) -> None:
    """No text makes an answer fail, at its ends or in between."""
    analysis, source = Analysis(), Source("x", text, quarry / f"x{suffix}")
    analysis.workspace.open(quarry / f"x{suffix}", text)
    analysis.check(source)
    for offset in {0, len(text) // 2, len(text)}:
        analysis.complete(source, offset)
        analysis.hover(source, offset)
        analysis.definition(source, offset)
        analysis.references(source, offset)
        analysis.rename(source, offset, "other", lambda _: True)
    assert all(0 <= token.span.start < token.span.end <= len(text) for token in analysis.tokens(source))
    assert all(_inside(entry.span, text) and _inside(entry.place, text) for entry in analysis.outline(source))
    analysis.lenses_of(source)
    analysis.fixed(source)
    analysis.laid_out(source)


@pytest.mark.slow
def test_mutated_files_have_answers() -> None:
    """Files of the packs, mutated at random, are answered at random places."""
    rng, paths = random.Random(1), [*sorted(CARDS.rglob("*.tw")), *sorted(CARDS.rglob("*.yaml"))]
    for number in range(60):
        path = rng.choice(paths)
        change = mutations.TEXT_MUTATIONS[number % len(mutations.TEXT_MUTATIONS)]
        text = change(rng, path.read_text("utf-8"), rng.choice(paths).read_text("utf-8"))
        source, analysis, offset = Source(path.name, text, path), Analysis(), rng.randint(0, len(text))
        analysis.complete(source, offset)
        analysis.hover(source, offset)
        analysis.references(source, offset)
        analysis.outline(source)
        assert all(_inside(token.span, text) for token in analysis.tokens(source))


def _inside(span: Span, text: str) -> bool:
    return 0 <= span.start <= span.end <= len(text)
