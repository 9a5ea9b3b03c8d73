"""`tilewright new`: commented templates of cards, games and packs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.given import CommandGroup, complete_games
from tilewright.cli.args.inputs import workspace
from tilewright.cli.args.outputs import write_file
from tilewright.cli.commands.layout import is_id
from tilewright.cli.terminal import CannotRun, echo, needed
from tilewright.disk import is_there
from tilewright.files.reader import GAME_FILE
from tilewright.packs.documents import LANGUAGE_SUFFIX, PACK_FILE
from tilewright.packs.pack import Pack
from tilewright.pages import similar_recipes
from tilewright.table.game import Game, in_words

if TYPE_CHECKING:
    from tilewright.texts.phrasebook import Language

FIRST = "first"
"""The id of the card in a new pack."""
KINDS = ("board", "dice", "cards", "tiles", "bidding")
"""The kinds of playable games; each has a template of that name."""


OWN_RULE = "to write the rule yourself, leave out --say and see docs/recipes.md"


@click.group(cls=CommandGroup)
def command() -> None:
    """Start a card, a game or a pack from a commented template that passes check.

    To make puzzles, use `tilewright puzzle new CARD`; to make layouts, use `tilewright CLASS new`, with the
    class of the layout.
    """


def _id(ctx: click.Context, argument: click.Parameter, id: str) -> str:
    if not is_id(id):
        raise click.BadParameter("an id is made of lowercase letters, digits and '-', as in my-card")
    return id


class CardOptions(given.Options):
    id: str = given.argument(callback=_id, required=False, default="my-card")
    game: str | None = given.option(
        "--game",
        metavar="GAME",
        shell_complete=complete_games,
        help="The game of the card: needed outside the folder of a game, unless --say finds one that understands the sentence.",
    )
    category: str | None = given.option(
        "--class",
        metavar="CLASS",
        help="The class of the card (default: the first class of the game; with --say, the first that has such a text).",
    )
    say: str | None = given.option(
        "--say", metavar="TEXT", help="The text to print on the card: its rule is written from it."
    )
    language: str | None = given.option(
        "--lang", metavar="LANG", help="The language of --say (default: the first of the pack)."
    )


@given.command(
    CardOptions,
    group=command,
    epilog='Example: tilewright new card my-card --say "2 points for each face-up tile in a corner."',
)
def card(options: CardOptions) -> int:
    """Write ID.tw (default: my-card.tw), a card for the pack in or above the current folder, or for a pack that comes
    with tilewright. If GAME is the folder of a pack, the file is written there. With --say, the card has that text and
    the rule that the text means, for the game that has such a text; if it can mean several rules, the others become
    comments, each with a board on which it scores differently.
    """
    if options.say is not None:
        pack, text = _card_of_sentence(options, options.say)
    elif options.language is not None:
        raise click.UsageError("--lang needs --say")
    else:
        pack = _the_pack(options.game)
        category = _classes(pack, options)[0]
        template = "card.tw" if pack.game.card_classes[category] else "ability.tw"
        step = _step(pack.game)
        said = f"{step[:1].upper()}{step[1:]}."
        text = _text(template, options.id, game=pack.game.id, category=category, step=step, said=said)
    _write({_folder_for(pack) / f"{options.id}{LANGUAGE_SUFFIX}": text})
    if options.say is not None and options.game is None:
        echo(f"a card for {pack.game.id}; name another game with --game")
    return 0


class GameOptions(given.Options):
    id: str = given.argument(callback=_id)
    kind: str | None = given.option(
        "--kind", type=click.Choice(KINDS), help="A small game of this kind that can be played, as a folder ID."
    )


@given.command(GameOptions, group=command, epilog="Example: tilewright new game my-game --kind dice")
def game(options: GameOptions) -> int:
    """Write ID.tw, the file of a game; with --kind, a folder ID with a game that can be played at once.

    The game of each kind fits on a page: board (a line wins), dice (press your luck), cards (be the first to play them all), tiles (take one, lay it out),
    bidding (secret bids). Play it with: tilewright play ID
    """
    if options.kind is None:
        _write({Path(f"{options.id}{LANGUAGE_SUFFIX}"): _text(GAME_FILE, options.id)})
        echo("this game has boards and a score but no turns yet; for one that can be played at once, use --kind")
        return 0
    folder = _new_folder(options.id)
    _write(
        {
            folder / PACK_FILE: _text(PACK_FILE, options.id),
            folder / GAME_FILE: _text(f"{options.kind}{LANGUAGE_SUFFIX}", options.id),
        }
    )
    return 0


class PackOptions(given.Options):
    id: str = given.argument(callback=_id)


@given.command(PackOptions, group=command, epilog="Example: tilewright new pack my-game")
def pack(options: PackOptions) -> int:
    """Make a folder ID with a game, its pack file, a card and a position to try it on."""
    folder = _new_folder(options.id)
    _write(
        {
            folder / PACK_FILE: _text(PACK_FILE, options.id),
            folder / GAME_FILE: _text(GAME_FILE, options.id),
            folder / f"{FIRST}{LANGUAGE_SUFFIX}": _text("card.tw", FIRST, game=options.id, category="goal"),
            folder / "table.position.yaml": _text("table.position.yaml", options.id),
        }
    )
    return 0


def _new_folder(id: str) -> Path:
    """Create a folder. Raises `CannotRun` if it exists."""
    folder = Path(id)
    if is_there(folder):
        raise CannotRun(f"{folder} already exists")
    try:
        folder.mkdir()
    except OSError as problem:
        raise CannotRun(f"cannot make {folder}: {problem.strerror}") from None
    return folder


def _card_of_sentence(options: CardOptions, say: str) -> tuple[Pack, str]:
    """The card for a printed sentence, in the first game and class whose texts are like it. Raises `CannotRun`."""
    from tilewright.cli.commands.text import not_understood_lines
    from tilewright.texts.drafting import CardDraft, first_draft, why_not_printed

    say = " ".join(say.split())  # a sentence that is copied may go over two lines
    if reason := why_not_printed(say):
        raise CannotRun(reason)
    packs = _packs(options.game)
    drafted = first_draft(_candidate_classes(packs, options), say)
    if isinstance(drafted, CardDraft):
        game = drafted.game
        return next(pack for pack in packs if pack.game is game), drafted.card(options.id)
    if drafted is None:
        place = f" in '{options.language}'" if options.language else ""
        raise CannotRun(f"no game has such cards with texts{place}\n{OWN_RULE}")
    nearest = f"no game can read this text; {drafted.language.card.game.id} comes closest"
    lines = [*[nearest] * (len(packs) > 1), *not_understood_lines(say, drafted.problem, drafted.known)]
    raise CannotRun("\n".join([*lines, *(_recipes(say) or [OWN_RULE])]))


def _recipes(say: str) -> list[str]:
    """The recipes for a sentence that is not understood, for an author who has to write the rule."""
    found = similar_recipes(say)
    commands = [f'tilewright explain "{recipe.term}"' for recipe in found]
    rows = (
        f"  {command:{max(map(len, commands))}}  {recipe.sentence}"
        for command, recipe in zip(commands, found, strict=True)
    )
    return ["to write the rule yourself, leave out --say; similar recipes:", *rows] if found else []


def _candidate_classes(packs: list[Pack], options: CardOptions) -> Iterator[tuple[Language, str]]:
    """The classes of cards that a sentence may be for, with its language. Raises `CannotRun`."""
    from tilewright.cli.commands.text import Languages
    from tilewright.packs.texts import classes_with_texts

    if len(packs) == 1:
        [pack] = packs
        name = options.language or next(iter(pack.imprint.languages), "en")
        language = Languages([name]).language(pack, name)
        return ((language, category) for category in _classes(pack, options))
    languages = sorted({word.language for pack in packs for word in pack.game.words})
    if options.language not in (None, *languages):
        raise CannotRun(f"no game has words in '{options.language}'; there are words in {', '.join(languages)}")
    if options.category and not any(options.category in pack.game.card_classes for pack in packs):
        raise CannotRun(f"no game has '{options.category}' cards")
    return classes_with_texts(packs, options.language, options.category)


def _classes(pack: Pack, options: CardOptions) -> list[str]:
    """The requested class, or all: first classes that score, then those with abilities.

    Raises `CannotRun`.
    """
    classes, asked = pack.game.card_classes, options.category
    if not classes:
        raise CannotRun(f"{pack.game.id} has no cards")
    if asked is None:
        return sorted(classes, key=lambda name: not classes[name])
    if asked in [layout.name for layout in pack.game.layouts]:
        raise CannotRun(
            f"a {asked} is a layout, not a card: `tilewright {asked} new --id {options.id} -o {options.id}.tw` makes one"
        )
    if asked not in classes:
        raise CannotRun(f"{pack.game.id} has no '{asked}' cards; there are {', '.join(classes)}")
    return [asked]


def _packs(game: str | None) -> list[Pack]:
    """The pack of the given game, the one above the current folder, or all packs. Raises `CannotRun`."""
    resolver = workspace().resolver()
    if game is not None:
        return [needed(resolver.pack(game))]
    above = resolver.above()
    return [needed(above)] if above is not None else list(resolver.packs())


def _the_pack(game: str | None) -> Pack:
    """The pack for a card without a text. Raises `CannotRun` if it is ambiguous."""
    match _packs(game):
        case [pack]:
            return pack
        case packs:
            raise CannotRun(f"for which game? Name it with --game: {', '.join(pack.game.id for pack in packs)}")


def _folder_for(pack: Pack) -> Path:
    """The folder for a new card: that of its pack, or the current one for a bundled pack."""
    here, there = Path.cwd(), pack.folder.resolve()
    if there in (here, *here.parents) or any(pack.folder == known.folder for known in workspace().resolver().packs()):
        return Path()
    return there.relative_to(here) if here in there.parents else there


def _step(game: Game) -> str:
    """A statement that an ability can have in any game with these declarations."""
    counters = [counter.name for counter in game.counters if counter.cap is None]
    return f"gain 2 {counters[0]}" if counters else f"turn face-down a face-up {game.piece}"


def _text(template: str, id: str, **more: str) -> str:
    text = files("tilewright.cli").joinpath("templates", template).read_text("utf-8")
    return Template(text).substitute(id=id, name=in_words(id).capitalize(), **more)


def _write(texts: dict[Path, str]) -> None:
    for path in texts:
        if is_there(path):
            raise CannotRun(f"{path} already exists")
    for path, text in texts.items():
        echo(write_file(str(path), text))
