"""`tilewright balance`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.games import Finder, playable
from tilewright.cli.args.given import complete_cards, complete_layouts
from tilewright.cli.args.inputs import Inputs, workspace
from tilewright.cli.args.keeping import again
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.args.series import SeriesRecipe, bots_option, carried, executor, plotter, warn_of_weights
from tilewright.cli.terminal import Bar, CannotRun, Status, echo, in_json, needed, table
from tilewright.disk import is_file
from tilewright.outputs.games import (
    BalanceOutput,
    BotWithCard,
    CardBalance,
    ComparedOutput,
    GivenByBot,
    MeanOutput,
    MostPoints,
    PairedDifference,
    Rank,
    SecretsAboutCard,
    SettingOutput,
    ShareOutput,
    SideOutput,
    SidesOutput,
)
from tilewright.outputs.output import ABSENT
from tilewright.packs.documents import LANGUAGE_SUFFIX, PACK_FILE
from tilewright.packs.equipment import equal_printed_cards, fitting_layouts, one_by_id
from tilewright.packs.pack import Pack
from tilewright.packs.tables import LoadedRule
from tilewright.play.bots import DESCRIBED
from tilewright.sim.balance import TABLE, Balance, BalanceQuestion, NoTable, read_table
from tilewright.sim.estimates import QUICK, THOROUGH, USUAL, InterimAnalyses
from tilewright.sim.journal import Journal, journals
from tilewright.sim.sides import Side, SidesBalance, SidesQuestion
from tilewright.sim.simulation import CAP
from tilewright.sim.verdict import NONE_KEPT, differing
from tilewright.source import Source
from tilewright.stopping import STOP
from tilewright.table.card import Card, Layout

COLUMNS = ("bot", "points without", "with", "adds", "from", "to", "effect", "pays", "passive", "active", "uses")


def text(report: BalanceOutput) -> str:
    """A report as text."""
    return "\n\n".join([_head(report), *map(_card, report.cards)])


def _head(report: BalanceOutput) -> str:
    setting, looks = report.setting, report.looks
    layouts = [f"{board} {id}" for board, id in setting.layouts.items()]
    beside = ["with " + " ".join(setting.cards)] if setting.cards else ["no other cards"]
    about = [", ".join(setting.players), *layouts, *beside, f"seed {setting.seed}"]
    each = "each with and without" if report.paired is not False else "with it, and none without"
    if report.held:
        each = "each between players alike, one of whom has it and is compared with the mean of all"
    planned = f"checked after {', '.join(map(str, looks))} games, {each}"
    return click.style(setting.game, bold=True) + f": {'; '.join(about)}\n{planned}"


def _card(card: CardBalance) -> str:
    """The verdict with its reason, and the numbers it is based on."""
    head = click.style(card.card, bold=True) + f" ({card.class_}): {card.words}"
    without = f" and {card.games} without" if card.length else ""
    examined = f", check {card.look}" if card.look else ""
    games = f"{card.games} games with it{without}{examined}"
    stopped = f" ({card.unended} more were stopped, or their counterpart was)" if card.unended else ""
    lines = [head, f"  {card.reason}.", f"  {games}{stopped}."]
    if card.known and card.look:  # before the first examination the intervals are too wide to say anything
        lines += ["", *table([COLUMNS, *(_row(own) for own in card.bots)])]
        lines += ["", *table([_WINS, *(_wins(own) for own in card.bots)])]
    if card.secrets:
        lines += ["", *_secrets(card.secrets)]
    lines += _length(card.length) if card.look else []
    if card.most:
        lines.append(f"  It can pay {_payment_text(card.most)}.")
    return "\n".join(lines)


def _row(own: BotWithCard) -> tuple[str, ...]:
    """The numbers of a bot; if its games are inconclusive, only how often the card paid or was used."""
    points, adds = own.points, [""] * 6
    if points:
        gain = points.difference
        adds = [_number(points.without), _number(points.with_), _number(gain, signed=True)]
        adds += [f"{gain.low:+.2f}", f"{gain.high:+.2f}", f"{gain.effect:+.2f}" if gain.effect is not None else ""]
    return (
        own.bot,
        *adds,
        _number(own.paid, width=True),
        _number(own.passive, width=True),
        _number(own.active, signed=True, width=True),
        _number(own.uses, width=True),
    )


_WINS = ("bot", "wins without", "with", "difference", "from", "to", "games it mattered in", "from", "to")


def _wins(own: BotWithCard) -> tuple[str, ...]:
    wins, touched = own.wins, own.touched
    shown, share = [""] * 5, [""] * 3
    if wins:
        gain = wins.difference
        shown = [f"{100 * side.mean:.0f}%" for side in (wins.without, wins.with_)]
        shown += [f"{100 * number:+.0f}%" for number in (gain.mean, gain.low, gain.high)]
    if touched:
        share = [f"{100 * number:.0f}%" for number in (touched.share, touched.low, touched.high)]
    return (own.bot, *shown, *share)


def _secrets(own: SecretsAboutCard) -> Sequence[str]:
    """The secret bids for the card, and its rank among the printed cards by these."""
    unwanted, rank = own.unwanted, own.rank
    least, most = f"{100 * unwanted.low:.0f}", f"{100 * unwanted.high:.0f}"
    bids = f"In secret ({' + '.join(own.answers)}): {_number(own.mean, width=True)} per player in {own.blocks} blocks; "
    bids += f"nobody bid for it in {100 * unwanted.share:.0f}% (from {least} to {most}%)."
    place = f"By secret bids, it ranks {rank}." if rank else f"Its rank by secret bids is not known: {own.reason}."
    return [f"  {bids}", "", *table([_GIVEN, *(_given(bot) for bot in own.bots)]), "", f"  {place}"]


_GIVEN = ("bot", "gives", "share of what it could give", "place")


def _given(own: GivenByBot) -> tuple[str, ...]:
    """The bids of a bot; without a rank if they do not depend on the card."""
    part = _number(own.part, width=True, scale=100) + "%" if own.part else ""
    place = str(own.rank or "") if own.tells else "gives the same for any card"
    return own.bot, _number(own.mean, width=True), part, place


def _number(found: MeanOutput | None, signed: bool = False, width: bool = False, scale: int = 1) -> str:
    """A mean, with `width` the half-width of its interval; empty if not known."""
    if found is None:
        return ""
    mean = scale * found.mean
    shown = f"{mean:+.2f}" if signed else f"{mean:.2f}"
    return f"{shown} ± {scale * found.high - mean:.2f}" if width and found.high is not ABSENT else shown


def _length(length: ComparedOutput | None) -> Sequence[str]:
    if length is None or length.difference.low is ABSENT:
        return []
    gain = length.difference
    turns = f"{length.without.mean:.1f} turns without it, {length.with_.mean:.1f} with it"
    return ["", f"  Length: {turns} ({gain.mean:+.1f}, from {gain.low:+.1f} to {gain.high:+.1f})."]


def _payment_text(most: MostPoints) -> str:
    if most.value == most.bound:
        return f"at most {most.value}, proved"
    bound = "nothing is proved" if most.bound is None else f"proved: never more than {most.bound}"
    return f"at least {most.value} where it pays most ({bound})"


def sides_text(report: SidesOutput) -> str:
    """A report on layouts or versions of the rules as text."""
    if not report.sides:
        return f"{report.words}: {report.reason}."
    names = [side.side for side in report.sides]
    asked = names[0] if report.about == "layout" else " against ".join(names)
    head = f"{click.style(asked, bold=True)} ({report.about}): {report.words}\n  {report.reason}."
    played = f"  {report.bots[0]} and others, each playing against itself" if len(report.bots) > 2 else _played(report)
    parts = [f"{head}\n{played}, {report.sides[0].bots[0].games} games per bot and side, check {report.look}."]
    parts += ["\n".join(_numbers(report, index, bot)) for index, bot in enumerate(report.bots)]
    for side in report.sides[: 1 if report.about == "layout" else 2]:
        parts += _unused(side)
    return "\n\n".join(parts)


def _played(report: SidesOutput) -> str:
    return f"  {' and '.join(report.bots)}, each playing against itself at {report.players} seats"


def _numbers(report: SidesOutput, index: int, bot: str) -> list[str]:
    """The numbers of a bot: for a layout with ranks among the others, for rules compared with the other version."""
    shown = report.sides[: 1 if report.about == "layout" else 2]
    found = [side.bots[index] for side in shown]
    compared = report.compared[bot]
    head = [bot, *(side.side for side in shown), "rank, 1 = largest" if len(shown) == 1 else "difference"]
    rows = [
        (name, *(_interval(own.numbers.get(name)) for own in found), _compared(compared.get(name)))
        for name in found[0].numbers
    ]
    wins = [
        (f"wins of seat {seat + 1}", *(_share(own.wins[seat]) if own.wins else "" for own in found), "")
        for seat in range(report.players)
    ]
    return table([head, *rows, *wins])


def _interval(found: MeanOutput | None) -> str:
    if found is None:
        return ""
    return f"{found.mean:.2f} ± {found.high - found.mean:.2f}" if found.high is not ABSENT else f"{found.mean:.2f}"


def _share(found: ShareOutput) -> str:
    return f"{100 * found.share:.0f}% ({100 * found.low:.0f} to {100 * found.high:.0f})"


def _compared(found: Rank | PairedDifference | None) -> str:
    if found is None or isinstance(found, Rank):
        return str(found or "")
    return f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f})" if found.low is not ABSENT else ""


def _unused(side: SideOutput) -> list[str]:
    of = side.unused
    kinds = {"rules": of.rules, "options": of.options, "cards": of.cards, "parts": of.parts}
    used = [f"{key} {', '.join(names)}" for key, names in kinds.items() if names]
    return [f"Never used with {side.side}: {'; '.join(used)}."] if used else []


PLAYERS = ("uct:40", "uct:10")
"""The default bots, for packs without a table of printed cards."""
TIME_LIMIT = 60.0
"""The default limit in seconds to prove the most points of a card."""


class _TimeIsUp(Exception):
    """Raised at the time limit of the games."""


class BalanceOptions(given.Options):
    cards: tuple[str, ...] = given.argument(nargs=-1, required=True, metavar="CARD...", shell_complete=complete_cards)
    players: tuple[str, ...] | None = bots_option(
        "--players",
        "The bots by seat, of at least two kinds; one player per bot (default: those of the pack's table of "
        f"printed cards, else {','.join(PLAYERS)}). The bots rotate seats.",
    )
    beside: str | None = given.option(
        "--cards",
        metavar="ID,ID...",
        shell_complete=complete_cards,
        help=f"The other cards in play{given.PRINTED}: ids or .tw files.",
    )
    layout: str | None = given.option(
        "--layout",
        metavar="ID",
        shell_complete=complete_layouts,
        help="The layout for all games: an id or a .tw file (default: that of the pack's table, else one chosen by the seed).",
    )
    seed: int = given.seed(default=0)
    cap: int = given.cap(CAP, "; such games are left out of the statistics")
    quick: bool = given.flag("--quick", help=f"At most {QUICK[1]} games with a card, checked {QUICK[0]} times.")
    thorough: bool = given.flag(
        "--thorough", help=f"At most {THOROUGH[1]} games with a card, checked {THOROUGH[0]} times."
    )
    games: int | None = given.count("--games", 100_000, least=3, help=f"At most N games with a card ({USUAL[1]}).")
    against: str | None = given.option(
        "--against",
        metavar="OTHER/game.tw",
        help="Compare two versions of a game instead: the one given as CARD, and this one.",
    )
    unpaired: bool = given.flag(
        "--unpaired",
        help="Play no games without it: reports what players bid for it in secret, not what it adds (default where the pack's table is about bids).",
    )
    paired: bool = given.flag("--paired", help="Play games without it also where that is not the default.")
    held: bool = given.flag(
        "--held",
        help="One player, another one in each game, begins with the card (or draws its pieces), and is compared with the mean of all players; each game is played by one bot (default where the pack's table was made so, and for cards that bring pieces).",
    )
    time_limit: float | None = given.time_limit("Stop after S seconds, with what is known then.")
    bounds: bool = given.flag("--bounds", help=f"Prove the most that a card can pay, in up to {TIME_LIMIT:g} seconds.")
    workers: int = given.workers()
    cluster: str | None = given.cluster()
    keep: str | None = given.option(
        "--keep", metavar="FOLDER", help="Keep the games in a folder; a run that was stopped continues from there."
    )
    plot: str | None = given.plot("the card among the printed ones")
    as_json: bool = given.json()

    def looks(self, unit: int) -> InterimAnalyses:
        """The interim analyses: when the games are examined."""
        number, most = THOROUGH if self.thorough else QUICK if self.quick else USUAL
        return InterimAnalyses(number, self.games or most, unit)


@given.command(
    BalanceOptions,
    epilog=f"{DESCRIBED}\n\nExample: tilewright balance mine.tw --layout my-layout --keep games --plot mine.svg",
)
def command(options: BalanceOptions) -> int:
    """Test whether a card is too strong: play games between bots with it and, from the same seeds, without it.

    CARD is the id of a card, a file or a folder; or a layout, whose games are
    compared with those of the pack's other layouts. The results are checked a few
    times along the way, and the run stops as soon as the answer is clear. Allow a few
    minutes; --quick plays fewer games. docs/balance.md explains the verdicts.
    """
    layouted = asked_layout(options.cards) if options.against is None else None
    if options.against is not None or layouted is not None:
        if options.bounds or options.plot or options.unpaired:
            raise CannotRun("--bounds, --plot and --unpaired are only for cards")
        bots = _different(options.players or PLAYERS)
        sides = SidesOptions(bots, options.beside, options.layout, options.seed, options.cap, options.looks(1))
        if layouted is None:
            _about_sides(rules_question(options.cards, options.against, sides), options)
        else:
            _about_sides(layout_question(layouted, sides), options)
        return 0
    inputs = Inputs((), as_json=options.as_json)
    loaded = list(CardArguments(inputs, abilities=True).cards(options.cards))
    if inputs.exit_code or not loaded:
        return inputs.exit_code
    pack = _pack(loaded)
    printed, none = _printed(pack)
    players, layout = _usual(options, printed)
    warn_of_weights(pack, players)
    plot_of = plotter("balance_plot") if options.plot else None
    paired, held = _is_paired(options, printed), _is_held(options, printed, loaded)
    question = replace(_question(pack, loaded, players, layout, held, options), paired=paired)
    most = _most_points(loaded, printed, len(players), options.bounds)
    report = _about_cards(question, (pack, printed, none, most), options)
    if report.cards or options.as_json:
        echo(in_json(report) if options.as_json else text(report))
    if options.plot and plot_of and report.cards:
        echo(write_picture(options.plot, plot_of(report, printed)), err=options.as_json)
    return 0


def _about_cards(
    question: BalanceQuestion,
    known: tuple[Pack, BalanceOutput | None, str, dict[str, MostPoints]],
    options: BalanceOptions,
) -> BalanceOutput:
    """Play the games and report. `known` are the pack, its table or the reason why there is none, and the most points
    of cards."""
    pack, printed, none, pays = known
    asked = [card for card in question.recipe().cards if card.id in question.asked]
    if options.cluster is not None:
        question = replace(question, recipe=carried(question.recipe))
    with ExitStack() as files:
        balance = Balance(
            question, pack.source, _journals(options.keep, files), printed, none, pays, equal_printed_cards(pack, asked)
        )
        _warn_of_table(balance, printed)
        stopped = _run(balance, question.looks.sizes[-1] * (len(question.asked) + len(question.arms) - 1), options)
        report = balance.report()
        _report_stop(stopped, bool(report.cards))
        return report  # may read kept games even if the series did not start


def _warn_of_table(balance: Balance, printed: BalanceOutput | None) -> None:
    """Print a note that the table of printed cards is for other rules."""
    if printed and differing(balance.setting, printed) == ["rules"]:
        echo(f"tilewright: {TABLE} was made with a different version of the rules, so no rank is reported", err=True)


def _different(players: tuple[str, ...]) -> tuple[str, ...]:
    """The bots. Raises `CannotRun` if they are all the same, since then they cannot confirm one another."""
    if len(set(players)) < 2:
        raise CannotRun("name at least two different bots: the games of a single bot prove little")
    return players


def _about_sides(question: SidesQuestion, options: BalanceOptions) -> None:
    """Play the games of all sides, and report."""
    if options.cluster is not None:
        sides = (replace(side, recipe=carried(side.recipe)) for side in question.sides)
        question = replace(question, sides=tuple(sides))
    with ExitStack() as files:
        answer = SidesBalance(question, _journals(options.keep, files))
        stopped = _run(answer, question.looks.sizes[-1] * len(question.sides) * len(question.bots), options)
    report = answer.report()
    _report_stop(stopped, bool(report.sides))
    echo(in_json(report) if options.as_json else sides_text(report))


def _pack(loaded: Sequence[LoadedRule]) -> Pack:
    """The pack of the cards. Raises `CannotRun` if they belong to different games."""
    packs = {str(own.pack.folder): own.pack for own in loaded}
    if len(packs) > 1:
        raise CannotRun("the cards are of different games")
    return loaded[0].pack


def _usual(options: BalanceOptions, printed: BalanceOutput | None) -> tuple[tuple[str, ...], str | None]:
    """The bots and the layout: as given, or those of the table, so that cards can be ranked by it. Raises
    `CannotRun`."""
    usual = tuple(printed.setting.players) if printed else PLAYERS
    players, layout = options.players or usual, options.layout
    if layout is None and printed and players == usual:
        layout = next(iter(printed.setting.layouts.values()), None)
    return _different(players), layout


def _is_paired(options: BalanceOptions, printed: BalanceOutput | None) -> bool:
    """Whether to play games without the card. Raises `CannotRun`."""
    if options.unpaired and options.paired:
        raise CannotRun("--paired and --unpaired contradict each other")
    return options.paired or options.held or not (options.unpaired or (printed is not None and printed.paired is False))


def _is_held(options: BalanceOptions, printed: BalanceOutput | None, loaded: Sequence[LoadedRule]) -> bool:
    """Whether a player has the card: as asked, as in the table, or without one for cards that bring pieces. Raises
    `CannotRun`."""
    if options.held and options.unpaired:
        raise CannotRun("--held and --unpaired contradict each other")
    if options.paired or options.unpaired:
        return options.held
    usual = printed.held if printed else all(own.card.category in own.pack.game.tied for own in loaded)
    return options.held or bool(usual)


def _question(
    pack: Pack,
    loaded: Sequence[LoadedRule],
    players: tuple[str, ...],
    layout: str | None,
    held: bool,
    options: BalanceOptions,
) -> BalanceQuestion:
    """The question with its setup. Raises `CannotRun` if the game cannot be played, or something is missing."""
    folder, resolver, beside = str(pack.folder), workspace().resolver(), options.beside
    finder = Finder(playable(folder, resolver), resolver)
    others = finder.printed() if beside is None else finder.cards(beside)
    asked = needed(one_by_id(own.card for own in loaded))
    ids = tuple(card.id for card in asked)
    with_it = beside.split(",") if beside else [card.id for card in others if card.id not in ids]
    names = [*with_it, *dict.fromkeys(str(card.source.path) for card in asked)]
    recipe = SeriesRecipe(folder, len(players), ",".join(names), layout, options.seed)
    recipe.setup()
    return BalanceQuestion(
        recipe,
        ids,
        players,
        options.looks(BalanceQuestion.unit(len(players), held)),
        tuple(card.id for card in others),
        options.seed,
        options.cap,
        held=held,
    )


def _printed(pack: Pack) -> tuple[BalanceOutput | None, str]:
    """The table of printed cards, or the reason why there is none; warns if it is stale. Raises `CannotRun`."""
    try:
        printed, none = read_table(pack.folder, pack.texts_of)
    except NoTable as problem:
        raise CannotRun(f"{pack.folder / TABLE}: {problem}") from None
    if none not in ("", NONE_KEPT):
        echo(f"tilewright: {pack.folder / TABLE}: {none}: no rank is reported", err=True)
    return printed, none


def _most_points(
    loaded: Sequence[LoadedRule], printed: BalanceOutput | None, players: int, asked: bool
) -> dict[str, MostPoints]:
    """The most points of cards, from the table or proved if `asked`."""
    found: dict[str, MostPoints] = {}
    kept = {card.card: card.most for card in printed.cards} if printed else {}
    for own in loaded:
        same = own.pack.find_card(own.name) == own.card
        most = kept.get(own.name) if same else None
        if most is None and asked and own.card.rule is not None:
            most = _proved(own.pack, own.card, players)
        if most is not None:
            found[own.name] = most
    return found


def _proved(pack: Pack, card: Card, players: int) -> MostPoints | None:
    """The most points and their bound; None if the solver does not support the card."""
    import tilewright

    with STOP.heeded(), Status(f"{card.id}: the most it can pay"):
        try:
            (known,) = tilewright.bounds(pack.game, card, players=players, time_limit=TIME_LIMIT)[-1:]
        except tilewright.Problems as problem:
            echo(f"tilewright: the most that {card.id} can pay is not known: {problem}", err=True)
            return None
    return MostPoints(value=known.most.value, bound=known.most.bound)


def _journals(keep: str | None, files: ExitStack) -> Callable[[str, SettingOutput], Journal | None]:
    """A function that opens the journal of a series, until the run ends."""
    if keep is None:
        return lambda name, setting: None
    try:
        return journals(Path(keep), files)
    except OSError as problem:
        raise CannotRun(f"cannot write {keep}: {problem.strerror}") from None


def _run(balance: Balance | SidesBalance, most: int, options: BalanceOptions) -> str:
    """Play `most` games; why it was stopped before, or an empty text."""
    more = again(options.keep)
    try:
        with (
            executor(options.workers, options.cluster, lambda: f"run it again{more}") as found,
            Bar("games", most, 0) as bar,
        ):
            until = monotonic() + (options.time_limit or float("inf"))

            def done() -> None:
                bar.step()
                if monotonic() > until:
                    raise _TimeIsUp

            balance.run(found, 4 * options.workers, done)
    except _TimeIsUp:
        return f"the time is up{more}"
    except KeyboardInterrupt:
        return f"stopped{more}"
    return ""


def _report_stop(stopped: str, known: bool) -> None:
    """Print why a series was `stopped`, if it was, and whether anything is `known`."""
    covers = "the answer covers the games played so far" if known else "nothing is known yet"
    if stopped:
        echo(f"tilewright: {stopped}; {covers}", err=True)


# ------------------------------------------------------------------ layouts and versions of the rules


@dataclass(frozen=True)
class SidesOptions:
    """The options for layouts and versions of the rules."""

    bots: tuple[str, ...]
    cards: str | None
    layout: str | None
    seed: int
    cap: int
    looks: InterimAnalyses


def asked_layout(names: Sequence[str]) -> tuple[Pack, Layout, str] | None:
    """The pack, the layout and its name if a layout is named; None for cards. Raises `CannotRun`."""
    found = [one for one in map(_layout, names) if one is not None]
    if found and len(names) > 1:
        raise CannotRun("name one layout at a time, and no cards")
    return found[0] if found else None


def _layout(name: str) -> tuple[Pack, Layout, str] | None:
    resolver = workspace().resolver()
    if not name.endswith(LANGUAGE_SUFFIX):
        found = ((pack, resolver.layout(name, pack)) for pack in resolver.packs() if pack.game.layouts)
        return next(((pack, one, name) for pack, one in found if isinstance(one, Layout)), None)
    source = resolver.library.documents.read(Path(name))
    report = workspace().check(source) if isinstance(source, Source) else None
    layouts = [value for value in report.values if isinstance(value, Layout)] if report else []
    if len(layouts) > 1:
        raise CannotRun(f"{name} contains {len(layouts)} layouts; name one by its id")
    return (report.pack, layouts[0], name) if report and report.pack and layouts else None


def layout_question(asked: tuple[Pack, Layout, str], options: SidesOptions) -> SidesQuestion:
    """The layout compared with all others of its class that fit the number of players. Raises `CannotRun`."""
    pack, layout, name = asked
    playable(str(pack.folder), workspace().resolver())
    players = len(options.bots)
    if options.layout is not None:
        raise CannotRun("the question is about the layout itself: leave --layout out")
    if layout.misfit(players):
        raise CannotRun(layout.misfit(players))
    fitting = fitting_layouts(pack, layout.category, players)
    if isinstance(fitting, list):
        raise CannotRun(str(fitting[0]))
    others = [one.id for one in fitting if one.id != layout.id]
    if not others:
        raise CannotRun(f"the pack has no other {layout.category} for {players} players to compare with")
    sides = [_side(pack, id, name, options) for id, name in ((layout.id, name), *((id, id) for id in others))]
    warn_of_weights(pack, options.bots)
    return _sides_question("layout", sides, options)


def rules_question(names: Sequence[str], against: str | None, options: SidesOptions) -> SidesQuestion:
    """Two versions of a game, both without weights, since these fit only one of them. Raises `CannotRun`."""
    if len(names) != 1 or against is None:
        raise CannotRun("name one game: tilewright balance GAME --against OTHER/game.tw")
    packs = [playable(_folder(name), workspace().resolver()) for name in (names[0], against)]
    if packs[0].folder.resolve() == packs[1].folder.resolve():
        raise CannotRun("these two files have the same rules")
    titles = _titles(packs)
    sides = [_side(pack, title, options.layout, options, False) for pack, title in zip(packs, titles, strict=True)]
    return _sides_question("rules", sides, options)


def _titles(packs: Sequence[Pack]) -> list[str]:
    """Distinct names for two versions: their ids, folders, or numbered ids."""
    ids = [pack.game.id for pack in packs]
    folders = [pack.folder.resolve().name for pack in packs]
    return next((names for names in (ids, folders) if len(set(names)) == len(names)), [ids[0], f"{ids[1]}-2"])


def _folder(name: str) -> str:
    """The id or folder of a game; for a game file, the folder of its pack."""
    if not name.endswith(LANGUAGE_SUFFIX):
        return name
    if not is_file(Path(name).parent / PACK_FILE):
        raise CannotRun(f"{name} is not the game file of a pack: there is no {PACK_FILE} next to it")
    pack = needed(workspace().resolver().pack(str(Path(name).parent)))
    if pack.source.path is None or pack.source.path.resolve() != Path(name).resolve():
        raise CannotRun(f"{name} is not the game file of the pack in {Path(name).parent}")
    return str(pack.folder)


def _side(pack: Pack, title: str, layout: str | None, options: SidesOptions, weights: bool = True) -> Side:
    recipe = SeriesRecipe(str(pack.folder), len(options.bots), options.cards, layout, options.seed, weights)
    recipe.setup()
    return Side(title, recipe, pack.source)


def _sides_question(about: str, sides: Sequence[Side], options: SidesOptions) -> SidesQuestion:
    bots = tuple(dict.fromkeys(options.bots))
    return SidesQuestion(about, tuple(sides), bots, len(options.bots), options.looks, options.seed, options.cap)
