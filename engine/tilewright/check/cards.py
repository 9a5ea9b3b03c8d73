"""Cards: the header, names and texts, scoring statements, and abilities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from tilewright.check.context import Context, Setting
from tilewright.check.layouts import Layouts
from tilewright.check.play.elaborator import PlayElaborator
from tilewright.check.play.payments import check_payments
from tilewright.check.play.play_rules import elaborate_ability, elaborate_after, setting_of
from tilewright.check.play.secrets import answers_in, with_fresh_answers
from tilewright.check.play.steps import bind_at
from tilewright.check.play.totality import check_ability, check_block, rules_used
from tilewright.check.scoring import Scoring
from tilewright.check.tiles import TileLines
from tilewright.check.typed import Note, Reported
from tilewright.check.vocabulary import Vocabulary
from tilewright.check.words import by_language, labels
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import Node
from tilewright.core.walk import MAX_SIZE, MAX_WORK, find, size, transform
from tilewright.diagnostics import Diagnostics, did_you_mean
from tilewright.meaning.work import work
from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.table.card import Card, Face, Layout
from tilewright.table.game import Game, Kind


@dataclass(frozen=True)
class Checked:
    """A card or layout without errors, with its node."""

    value: Card | Layout
    node: ast.Card


@dataclass(frozen=True)
class Draft:
    """A card or layout as far as it could be elaborated, for inspections.

    Without a `value` it has errors; `rule` is the core expression of its valid statements, and `notes` belong to it.
    """

    node: ast.Card
    value: Card | Layout | None = None
    rule: core.Expr | None = None
    notes: tuple[Note, ...] = ()


def check_cards(
    nodes: Iterable[ast.Card], vocabulary: Vocabulary, diagnostics: Diagnostics, languages: Iterable[str] = ()
) -> list[Draft]:
    """Elaborate the cards and layouts of a file with the symbol table of a game."""
    game = vocabulary.game
    layouts = {layout.name: Layouts(layout, game.players, diagnostics) for layout in game.layouts}
    found: list[Draft] = []
    taken: set[str] = set()
    for node in nodes:
        names = labels(node, "name", diagnostics, languages)
        draft = Draft(node)
        if node.category.text in layouts:
            draft = Draft(node, layouts[node.category.text].check(node, names))
        elif node.category.text in game.card_classes:
            draft = _card(node, names, vocabulary, diagnostics, languages)
        else:
            _unknown_class(node, game, diagnostics)
        free = _free_id(node, taken, game, diagnostics)
        found.append(draft if free else replace(draft, value=None))
        taken.add(node.id.text)
    return found


def _free_id(node: ast.Card, taken: set[str], game: Game, diagnostics: Diagnostics) -> bool:
    """Whether an id is free: a score has a part for each card, and parts of its own."""
    id = node.id.text
    if id in taken:
        diagnostics.error("TW109", node.id.span, f"there is already a card '{id}' above", "give it another id")
    elif id in [part.name for part in game.parts]:
        diagnostics.error("TW105", node.id.span, f"'{id}' is a part of every score", "give the card another id")
    else:
        return True
    return False


def _unknown_class(node: ast.Card, game: Game, diagnostics: Diagnostics) -> None:
    classes = [*game.card_classes, *(layout.name for layout in game.layouts)]
    help = did_you_mean(node.category.text, classes) or "known: " + ", ".join(classes)
    diagnostics.error("TW107", node.category.span, f"'{node.category.text}' is not a kind of card", help)


def _card(
    node: ast.Card,
    names: dict[str, str],
    vocabulary: Vocabulary,
    diagnostics: Diagnostics,
    languages: Iterable[str],
) -> Draft:
    texts = labels(node, "text", diagnostics, languages)
    statements: list[ast.Statement] = []
    for member in node.members:
        if isinstance(member, (ast.Players, ast.Heights)):
            diagnostics.error(
                "TW110",
                member.span,
                f"a {node.category.text} cannot have this line",
                "player counts and heights are for layouts",
            )
        elif isinstance(member, (ast.Ability, ast.AbilityAfter)) and node.category.text not in vocabulary.game.acting:
            diagnostics.error(
                "TW110",
                member.span,
                f"a {node.category.text} has no abilities",
                _with_abilities(vocabulary.game, node),
            )
        elif isinstance(member, LINES) and node.category.text not in vocabulary.game.acting:
            diagnostics.error(
                "TW110",
                member.span,
                f"a {node.category.text} cannot have this line",
                "it is for cards of a class 'with abilities'",
            )
        elif isinstance(member, ast.PaysEmpty):
            _check_board(member, node, vocabulary.game, diagnostics)
        elif not isinstance(member, (ast.Labelled, *LINES)):
            statements.append(member)
    card = Card(node.id.text, node.category.text, names, texts, None, diagnostics.source)
    if node.category.text in vocabulary.game.acting:
        return _acting(card, node, vocabulary, diagnostics, languages)
    if vocabulary.game.card_classes[node.category.text]:
        return _scoring(card, node, statements, Context(vocabulary, diagnostics))
    if statements:
        diagnostics.error(
            "TW110",
            statements[0].span,
            f"a {node.category.text} does not score",
            "for now, such cards have only names and texts",
        )
        return Draft(node)
    return Draft(node, card)


def _with_abilities(game: Game, node: ast.Card) -> str:
    """The help for abilities on a card whose class has none."""
    acting = [name for name in game.card_classes if name in game.acting]
    if not acting:
        return "write 'with abilities' after its class in the game file"
    return f"write '{acting[0]}' for '{node.category.text}' in the first line of the card"


def _check_board(member: ast.PaysEmpty, node: ast.Card, game: Game, diagnostics: Diagnostics) -> None:
    """Check that `pays on an empty yard` occurs once in a card that scores, and names the board that the card refers
    to."""
    board, others = game.spoken_place.name, [one for one in node.members if isinstance(one, ast.PaysEmpty)]
    if not game.card_classes[node.category.text]:
        diagnostics.error(
            "TW110", member.span, f"a {node.category.text} cannot have this line", "it scores nothing at the end"
        )
    elif member.board.text != board:
        diagnostics.error(
            "TW101",
            member.span,
            f"this line is about the {board}",
            f"write 'pays on an empty {board}'",
        )
    elif member is not others[0]:
        diagnostics.error("TW109", member.span, "there is already a line like this above", "keep one")


def _acting(
    card: Card, node: ast.Card, vocabulary: Vocabulary, diagnostics: Diagnostics, languages: Iterable[str]
) -> Draft:
    """Elaborate a card with abilities or other effects."""
    before = len(diagnostics.errors())
    damaged = any(isinstance(member, ast.Hole) for member in node.members)
    for member in node.members:
        if not damaged and not isinstance(member, (ast.Labelled, ast.PaysEmpty, *LINES)):
            diagnostics.error(
                "TW110",
                member.span,
                f"a {node.category.text} does nothing by itself",
                "put what it does under 'ability'",
            )
    if vocabulary.game.play_rules is None:
        return Draft(node, None if damaged or len(diagnostics.errors()) > before else card)
    faces = CardMembers(node, vocabulary, diagnostics, languages)
    found = faces.card(card)
    sound = len(diagnostics.errors()) == before and not damaged and not faces.damaged
    return Draft(node, found if sound else None, notes=tuple(faces.notes))


def _scoring(card: Card, node: ast.Card, statements: list[ast.Statement], context: Context) -> Draft:
    """Elaborate a card with scoring statements."""
    if not statements:
        if any(isinstance(member, (ast.Ability, ast.AbilityAfter)) for member in node.members):
            return Draft(node)  # reported already: the class has no abilities
        context.diagnostics.error(
            "TW207",
            node.id.span,
            "this card scores nothing: it has no 'score'",
            "add a line such as 'score 1 for each stack'",
        )
        return Draft(node)
    rule, sound = Scoring(context).rule(tuple(statements))
    if not bounded(rule, node.id.span, context.game, context.diagnostics):
        return Draft(node)
    return Draft(node, replace(card, rule=rule) if sound else None, rule, tuple(context.notes))


_LESS_WORK = "use fewer nested 'for each', 'any' and 'every'"
_WITHOUT_PAIRS = (
    "count things instead of their pairs: 'let ends be count of ...' and then 'score ends * (ends - 1) / 2', "
    "which is the number of pairs"
)


def bounded(rule: core.Expr, place: Span, game: Game, diagnostics: Diagnostics) -> bool:
    """Whether the evaluation of a rule is cheap enough on the largest board of a game; reports it otherwise."""
    if size(rule) <= MAX_SIZE and work(rule, game.largest) <= MAX_WORK:
        return True
    spans = [award.span for award in find(core.Award, rule)] if size(rule) <= MAX_SIZE else []
    pairs = any(lines.kind == "pair" for lines in find(core.Lines, rule))
    diagnostics.error(
        "TW210",
        spans[-1] if spans else place,
        "this takes too much work to evaluate",
        _WITHOUT_PAIRS if pairs else _LESS_WORK,
    )
    return False


# ------------------------------------------------------------------ the members of a card


LINES = (
    ast.CardNumber,
    ast.CardCondition,
    ast.CardWords,
    ast.CardPiece,
    ast.CardDoes,
    ast.Always,
    ast.CardBack,
    ast.Ability,
    ast.AbilityAfter,
)
"""The members of a card with effects, besides names and texts."""
OF_FRONTS = (ast.CardNumber, ast.CardCondition, ast.CardWords, ast.CardPiece)
"""The members that describe the front of a card."""


def _freed(node: Node) -> Node:
    """Moments must be executed, so their overrides are not subject to the check that a use has an effect."""
    return replace(node, free=True) if isinstance(node, play.Override) else node


class CardMembers:
    """Elaborates the members of a card with effects; `damaged` if some have syntax errors."""

    def __init__(
        self, node: ast.Card, vocabulary: Vocabulary, diagnostics: Diagnostics, languages: Iterable[str] = ()
    ) -> None:
        assert vocabulary.game.play_rules is not None, "only games that are played have cards that act"
        self.node = node
        acting = [
            one for one in node.members if isinstance(one, (ast.CardDoes, ast.Ability, ast.AbilityAfter, ast.CardBack))
        ]
        self.answers = answers_in(acting, vocabulary, diagnostics)
        self.vocabulary = vocabulary.of_card(node.id.text, node.category.text, self.answers)
        self.diagnostics = diagnostics
        self.languages = frozenset(languages)
        self.play_rules = vocabulary.game.play_rules
        located = vocabulary.game.located
        self.located = located if located is not None and located.name == node.category.text else None
        self.damaged = False
        self.notes: list[Note] = []

    def card(self, card: Card) -> Card:
        """The card with everything that its members declare."""
        back = next((member for member in self.node.members if isinstance(member, ast.CardBack)), None)
        front = self._face(card.id, self.node.members)
        behind = None
        if back is not None and self._of_class("back", back.span, ["face-down"]):
            names = {m.language.text: m.value for m in back.members if isinstance(m, ast.Labelled) and m.what == "name"}
            behind = replace(self._face(f"{card.id}/down", back.members), names=names)
        return replace(
            card,
            abilities=front.abilities,
            numbers=self._numbers(),
            conditions=self._conditions(),
            wordings=self._wordings(),
            tiles=tuple(self._tiles()),
            answers=self.answers,
            front=front,
            back=behind,
        )

    def _tiles(self) -> Iterator[Kind]:
        """The tiles that belong to a card, with areas of the game's tiles."""
        game = self.vocabulary.game
        tied = game.tied.get(self.node.category.text)
        lines = TileLines(tuple(game.areas.values()), dict(game.plurals), self.diagnostics)
        for line in (member for member in self.node.members if isinstance(member, ast.CardPiece)):
            with suppress(Reported):
                if tied is None:
                    help = "only cards of a class tied to tiles have them, as in 'cards symbol of land'"
                    raise self._context().fail("TW110", line.span, f"a {self.node.category.text} has no tiles", help)
                if line.code.text in game.by_code:
                    help = "choose another letter or number"
                    raise self._context().fail(
                        "TW111", line.code.span, f"the game already has a {line.code.text}", help
                    )
                face = lines.face(line.code, line.features)
                unknown = [what for what in face.patches if what not in game.by_code]
                if unknown:
                    help = "a card's tile can show only what some tile of the game shows"
                    raise self._context().fail("TW113", line.span, f"no tile of the game has a {unknown[0]}", help)
                yield Kind(-1, line.code.text, {tied: self.node.id.text}, {}, line.copies, face=face)

    def _context(self, setting: Setting | None = None) -> Context:
        return Context(self.vocabulary, self.diagnostics, setting or setting_of(self.play_rules), self.play_rules.me)

    def _collect(self, context: Context) -> None:
        self.damaged = self.damaged or context.gaps.found
        self.notes += context.notes

    # -- properties

    def _numbers(self) -> dict[str, int]:
        known = self.located.numbers if self.located else ()
        lines = self._unique_lines(ast.CardNumber, known)
        return {line.name.text: line.number for line in lines}

    def _conditions(self) -> dict[str, core.Expr]:
        known = self.located.conditions if self.located else ()
        found: dict[str, core.Expr] = {}
        for line in self._unique_lines(ast.CardCondition, known):
            with suppress(Reported):
                context = self._context()
                elaborator = PlayElaborator(context)
                condition = elaborator.expressions.condition(line.condition, elaborator.steps.scope())
                self._collect(context)
                if line.name.text in rules_used(condition, self.play_rules):
                    raise context.fail(
                        "TW214",
                        line.span,
                        f"the {line.name.text} of the card depends on the {line.name.text} of cards",
                        "refer to what lies on boards and in pools instead",
                    )
                found[line.name.text] = condition
        return found

    def _wordings(self) -> dict[str, dict[str, str]]:
        """The text of each condition: in the language of rules, and as printed."""
        source, members = self.diagnostics.source, self.node.members
        found = {
            line.name.text: {"": " ".join(source.slice(line.condition.span).split())}
            for line in members
            if isinstance(line, ast.CardCondition)
        }
        lines = [line for line in members if isinstance(line, ast.CardWords)]
        known = self.located.conditions if self.located else ()
        for name in dict.fromkeys(line.name.text for line in lines):
            own = [line for line in lines if line.name.text == name]
            if self._of_class(name, own[0].name.span, known):
                found.setdefault(name, {}).update(by_language(own, name, self.diagnostics, self.languages))
        return found

    def _unique_lines(self, kind: type[Any], known: Iterable[str]) -> list[Any]:
        """The lines of a kind with names declared by the class; duplicates are reported."""
        found: dict[str, Any] = {}
        for line in (member for member in self.node.members if isinstance(member, kind)):
            if not self._of_class(line.name.text, line.name.span, known):
                continue
            if line.name.text in found:
                message = f"the {line.name.text} is already given above"
                self.diagnostics.error("TW109", line.span, message, "keep one")
            found.setdefault(line.name.text, line)
        return list(found.values())

    def _of_class(self, word: str, span: Span, known: Iterable[str]) -> bool:
        """Whether the class of the card declares such a line; reports it otherwise."""
        names = list(known) if self.located else []
        if self.located and (word in names or names == ["face-down"]):
            return True
        help = did_you_mean(word, names) or "lines of the class: " + (", ".join(names) or "none")
        self.diagnostics.error("TW110", span, f"a {self.node.category.text} has no '{word}'", help)
        return False

    # -- effects

    def _face(self, id: str, members: Iterable[ast.Member]) -> Face:
        """The members of one side."""
        abilities: list[play.Ability] = []
        afterwards: list[play.Ability] = []
        moments: dict[str, play.Block] = {}
        always: list[play.Override] = []
        for member in members:
            with suppress(Reported):
                match member:
                    case ast.Ability():
                        context = self._context()
                        abilities.append(self._ability(elaborate_ability(id, member, context), member, context))
                    case ast.AbilityAfter():
                        context = self._context()
                        afterwards.append(self._ability(elaborate_after(id, member, context), member, context))
                    case ast.CardDoes():
                        moments |= self._moment(member, moments)
                    case ast.Always():
                        always.append(self._always(member))
                    case _ if isinstance(member, OF_FRONTS) and id != self.node.id.text:
                        self.diagnostics.error(
                            "TW110", member.span, "this belongs on the front of a card", "write it above 'face-down'"
                        )
                    case _:
                        pass
        return Face({}, tuple(abilities), moments, tuple(always), tuple(afterwards))

    def _ability(self, ability: play.Ability, member: ast.SyntaxNode, context: Context) -> play.Ability:
        """An elaborated ability, after a check that it terminates."""
        self._collect(context)
        check_ability(ability, self.vocabulary.game, member.span, self.diagnostics)
        return ability

    def _moment(self, member: ast.CardDoes, known: dict[str, play.Block]) -> dict[str, play.Block]:
        """The statements executed at a moment. They may use only verbs above it in the game file, so that play
        terminates."""
        context, word = self._context(self._above(member.moment.text)), member.moment
        if word.text not in self.play_rules.moments:
            help = did_you_mean(word.text, self.play_rules.moments) or "moments of the game: " + (
                ", ".join(self.play_rules.moments) or "none"
            )
            raise context.fail("TW101", word.span, f"'{word.text}' is not a moment of the game", help)
        if word.text in known:
            raise context.fail("TW109", word.span, f"what happens at {word.text} is already given above", "keep one")
        elaborator = PlayElaborator(context)
        verb = next(verb for verb in self.play_rules.verbs if verb.name == word.text)
        scope = elaborator.steps.scope()
        for parameter in verb.parameters:
            context.placed |= elaborator.verbs.placed(parameter)
            scope = bind_at(scope, parameter.space, parameter.home)
        body = with_fresh_answers(elaborator.steps.block(member.body, scope))
        body = tuple(transform(step, _freed) for step in body)
        self._collect(context)
        check_block(body, self.vocabulary.game, word.span, self.diagnostics)
        check_payments([member.body], {}, self.vocabulary.game, self.diagnostics)
        return {word.text: body}

    def _above(self, moment: str) -> Setting:
        """The setting for a moment: the verbs above it, and for a moment of a card that moment of other cards."""
        names = [verb.name for verb in self.play_rules.verbs]
        above = names[: names.index(moment)] if moment in names else []
        above += [verb.name for verb in self.play_rules.verbs if verb.name == moment and verb.parameters]
        setting = setting_of(self.play_rules)
        return replace(setting, verbs={name: verb for name, verb in setting.verbs.items() if name in above})

    def _always(self, member: ast.Always) -> play.Override:
        """An override of a rule, which may refer only to rules above that one."""
        context = self._context()
        elaborator = PlayElaborator(context)
        steps, _ = elaborator.steps.handlers[type(member.change)](member.change, elaborator.steps.scope())
        self._collect(context)
        (now,) = (step for step in steps if isinstance(step, play.Override))
        check_ability(play.Ability(self.node.id.text, "", (now,)), self.vocabulary.game, member.span, self.diagnostics)
        return now
