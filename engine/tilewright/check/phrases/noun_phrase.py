"""One noun phrase: its noun, adjectives and modifiers, collected into a binder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any, Protocol

from tilewright.check import vocabulary as words
from tilewright.check.phrases import common_mistakes
from tilewright.check.phrases.placement import COLLECTIONS, SAID_OF_SPACES, Placement
from tilewright.check.phrases.places import AREA
from tilewright.check.phrases.protocol import PhraseElaborator
from tilewright.check.phrases.references import Subject
from tilewright.check.phrases.whole_conditions import WholeConditions, is_ordered
from tilewright.check.typed import Bound, Elem
from tilewright.check.vocabulary import Noun
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.core.node import WordForm
from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.table.game import OWNER, PATCH
from tilewright.table.geometry import DIAGONAL_SIDES, SLOPE, STRAIGHT


class Described(Protocol):
    """The interface of a phrase for its adjectives (`check.phrases.noun_phrase`)."""

    subject: Subject
    phrases: PhraseElaborator
    guards: list[core.Expr]
    domain: core.RangeExpr | None
    is_neighbor: bool
    shape: str
    along: str


class Adjectives:
    """Elaborates the adjectives of one phrase."""

    def __init__(self, phrase: Described) -> None:
        self.phrase = phrase
        self.vocabulary = phrase.phrases.context.vocabulary

    def add(self, word: ast.Word) -> bool:
        """Elaborate an adjective; False if the word is not a suitable one."""
        known, text, sort = self.vocabulary, word.text, self.phrase.subject.var.sort
        if text in known.rules or text in known.game.marks:
            self.phrase.phrases.names.require_play(word)
        if text in known.rules:
            return self._ruled(text)
        if sort == core.SPACE:
            return self._space_adjective(text)
        if sort == core.PLAYER and text in words.PLAYER_ADJECTIVES:
            self.phrase.domain = core.Players(text)
            return True
        if sort == core.VALUE:
            return text == "different" or self._value_adjective(text)
        if self.phrase.subject.var.noun == "run":
            self.phrase.along = SLOPE
            return text == "diagonal"
        symmetries = words.SYMMETRIES.get(self.phrase.subject.var.noun, {})
        if text in symmetries:
            self.phrase.domain = core.Axes(symmetries[text])
        return text in symmetries

    def _ruled(self, text: str) -> bool:
        """An adjective defined by a rule of the game."""
        rule = self.vocabulary.rules[text]
        if rule.parameter.sort != self.phrase.subject.var.sort or not build.is_condition(rule.body):
            return False
        self.phrase.guards.append(core.RuleHolds(text, self.phrase.subject.var))
        return True

    def _space_adjective(self, text: str) -> bool:
        known, var = self.vocabulary, self.phrase.subject.var
        if self.phrase.is_neighbor and text in words.NEIGHBOR_ADJECTIVES:
            corner = f"{self.phrase.shape} {text}"
            self.phrase.shape = corner if corner in DIAGONAL_SIDES else text
        elif text == "face-up":
            self.phrase.guards.append(core.Shows(var, known.face_up))
        elif text == "face-down":
            self.phrase.guards.append(known.face_down(var))
        elif text == "empty":
            self.phrase.guards.append(core.Compare("=", core.Height(var), core.Const(0)))
        elif text in words.REGION_WORDS:
            self.phrase.guards.append(core.InRegion(var, text))
        elif text in known.kinds_of:
            self.phrase.guards.append(core.Shows(var, known.kinds_of[text]))
        elif text in known.game.marks:
            self.phrase.guards.append(core.Flagged(var, text))
        elif text in words.OWNED and known.game.with_owners:
            own = known.is_of(var, core.OnBoardOf(self.phrase.phrases.context.me, core.SeatNumber()))
            lies = core.Compare(">", core.Attribute(var, known.numbers(OWNER), OWNER), core.Const(0))
            self.phrase.guards += [own] if text == "own" else [lies, build.negation(own)]
        elif text == "loose" and known.game.areas:
            self.phrase.guards.append(core.HasOpenEdge(var))
        elif text == "placeable" and known.game.maps:
            self.phrase.guards.append(self.phrase.phrases.land.placeable(var, self.phrase.subject.inner))
        else:
            return False
        return True

    def _value_adjective(self, text: str) -> bool:
        """A value of kinds, or odd or even numbers."""
        if text in words.PARITIES:
            return self._parity(words.PARITIES[text])
        kinds = self.vocabulary.kinds_of.get(text)
        if kinds is None or not isinstance(self.phrase.domain, core.Values):
            return False
        kept = (v for v in self.phrase.domain.values if v.kinds is not None and v.kinds & kinds)
        self.phrase.domain = core.Values(tuple(kept))
        return True

    def _parity(self, left_over: int) -> bool:
        """Filter numbers now; heights are compared in the guard."""
        if not isinstance(self.phrase.domain, core.Values):
            return False
        if self.phrase.domain.heights:
            self.phrase.guards.append(build.parity(core.NumberOf(self.phrase.subject.var), left_over))
            return True
        kept = tuple(v for v in self.phrase.domain.values if v.number is not None and v.number % 2 == left_over)
        numbers = any(v.number is not None for v in self.phrase.domain.values)
        self.phrase.domain = core.Values(kept)
        return numbers


class NounPhrase:
    """Collects the domain and the guards of a phrase about a subject.

    `add_noun` and `add_adjective` process single words; `finish` processes the rest.
    """

    def __init__(self, phrase: ast.Phrase, subject: Subject, phrases: PhraseElaborator) -> None:
        self.phrase = phrase
        self.subject = subject
        self.phrases = phrases
        self.context = phrases.context
        self.placement = Placement(subject, phrases)
        self.guards: list[core.Expr] = []
        self.domain: core.RangeExpr | None = None
        self.is_neighbor = False
        self.shape, self._distance, self._nearest = "orthogonal", 1, 1
        self.along = "line"
        self._line: str | None = None
        self._members: Bound | None = None
        self._same: core.Values | None = None
        self._links: list[Callable[[core.Var, core.Var], tuple[core.Expr, ...]]] = []
        self._piece = ""
        self._ends_with: WordForm = "noun"
        self._placing: tuple[object, ...] = ()

    def finish(self) -> Bound:
        """Process the adjectives and modifiers, and return the binder."""
        subject = self.subject
        fresh = not self.is_neighbor and self.domain in (None, core.Areas())
        subject.player, self._placing = self.phrases.places.of_phrase(self.phrase, self._piece, subject, fresh)
        self._note_from(0, self.phrase.noun.span if self.phrase.words else self.phrase.span, self._ends_with)
        for word, following in pairwise(self.phrase.words):
            before = len(self.guards)
            if word not in self._placing and not self.add_adjective(word):
                raise common_mistakes.no_adjective(word, following, self.phrase, subject.scope, self.phrases.names)
            self._note_from(before, word.span, "adjective")
        if self.phrase.article in ("its", "their") and self.phrase.article not in self._placing:
            self._possessive(self.phrase.article)
        for modifier in self.phrase.modifiers:
            if not any(modifier is one for one in self._placing):
                before = len(self.guards)
                self._modifier(modifier)
                self._note_from(before, modifier.span)
        self._close_neighbor()
        binder = core.Binder(subject.var, self._domain(), build.conjunction(self.guards))
        if isinstance(binder.domain, core.Values) and is_ordered(binder.domain):
            self.context.numbers.add(subject.var)
        if subject.var.sort == core.SPACE:
            self.context.note("guard", self.phrase.span, binder.guard, subject.var)
        return Bound(binder, subject.near, subject.player, self._line)

    def _note_from(self, first: int, span: Span, form: WordForm = "") -> None:
        """Record the span for the guards from an index on."""
        for guard in self.guards[first:]:
            self.context.note_words(span, guard, form)

    @property
    def _whole(self) -> str:
        """The collective noun: `group`, `pair`, `run`, else ""."""
        var, domain = self.subject.var, self.domain
        if isinstance(domain, core.Areas) or self._piece == PATCH:
            return ""
        if var.sort == core.GROUP:
            return "group"
        if var.noun == "run" or isinstance(domain, core.Runs):
            return "run"
        return "pair" if isinstance(domain, core.Lines) and "pair" in domain.kind else ""

    # -- the noun

    def add_noun(self, noun: Noun) -> None:
        """Add the constraints of the noun to the subject."""
        known, var = self.context.vocabulary, self.subject.var
        self._piece, self._ends_with = noun.piece, "noun"
        if noun.piece == PATCH and not self.context.in_play:
            message, help = (
                "scoring cannot refer to areas",
                "award points for them during a turn: 'gain ... points'",
            )
            raise self.context.fail("TW202", self.phrase.span, message, help)
        if noun.singular == "neighbor":
            self.is_neighbor = True
        elif noun.singular == "space":
            self.guards += self.context.there_is(var)
        elif noun.singular in words.REGION_WORDS:
            self.phrases.places.shape_wanted(self.phrase.span)
            self.guards.append(core.InRegion(var, noun.singular))
        elif noun.singular in known.caps:
            self.guards.append(core.Capped(var, noun.singular))
        elif noun.sort == core.GROUP and noun.piece:
            self._area(noun)
        elif noun.singular in ("stack", noun.piece):
            self.guards.append(known.lies(noun, var))
        elif noun.kinds is not None:
            self.guards.append(core.Shows(var, noun.kinds))
        elif noun.sort == core.LINE and noun.singular != "run":
            self.phrases.places.shape_wanted(self.phrase.span)
            self.domain = core.Lines(noun.singular)
        elif noun.sort == core.VALUE:
            self.domain = known.values(noun.singular)
        elif noun.sort == core.PLAYER:
            self.domain, *roles = known.players(noun.singular, var)
            self.guards += roles
        elif noun.sort == core.AXIS:
            self.domain = core.Axes(words.SYMMETRIES[noun.singular][""])

    def _area(self, noun: Noun) -> None:
        """The areas, or those of a kind, which is determined by one of their patches."""
        var, of_sort = self.subject.var, noun.kinds
        if not self.subject.given:
            self.domain = core.Areas()
        if of_sort is not None:
            patch = self.context.fresh(core.SPACE, PATCH)
            binder = core.Binder(patch, core.SpacesOf(var), core.TRUE)
            self.guards.append(core.Exists(binder, core.Shows(patch, of_sort)))

    def add_adjective(self, word: ast.Word) -> bool:
        """Elaborate an adjective; False if the word is not a suitable one."""
        self._ends_with = "adjective"
        return Adjectives(self).add(word)

    # -- relations

    def _possessive(self, article: str) -> None:
        """`its stacks`, `their stacks`: of the innermost element, of the innermost player."""
        sorts = (core.PLAYER,) if article == "their" else ()
        owner = self.subject.scope.innermost(*sorts)
        if owner is None:
            whose = "a player" if sorts else "anything"
            raise self.context.fail_unless_lost(
                article,
                "TW106",
                self.phrase.span,
                f"nothing here is {whose} that '{article}' could refer to",
                "introduce it first, as in 'for each opponent'",
            )
        common_mistakes.check_whose(self.phrase, owner, self.subject, self.context)
        self._relate(Elem(owner), self.phrase.span)

    def _relate(self, element: Elem, span: Span) -> None:
        """`of the row`, `its`: restrict the subject to what belongs to an element."""
        subject, owner = self.subject, element.var
        self.placement.check_not_itself(owner, span)
        if self._of_land(element):
            return
        sorts = (subject.var.sort, owner.sort)
        if owner.sort == core.PLAYER and self.context.vocabulary.figure(self.phrase.noun.text):
            figure = self.context.vocabulary.figure(self.phrase.noun.text)
            self.guards.append(element.closed(core.CappedBy(subject.var, figure, owner)))
        elif owner.sort == core.PLAYER and self._owned():
            seat = element.closed(core.OnBoardOf(owner, core.SeatNumber()))
            seat = core.OnBoardOf(self.context.me, seat) if element.binder else seat
            self.guards.append(self.context.vocabulary.is_of(subject.var, seat))
        elif owner.sort == core.PLAYER:
            subject.player = element
        elif element.binder is not None and owner.sort != core.LINE:
            raise self.context.fail(
                "TW202",
                span,
                f"its {owner.noun} may not exist",
                "use it in a condition, as in 'it is as tall as its mirror ...'",
            )
        elif self.is_neighbor and owner.sort == core.SPACE:
            self._near(owner)
        elif sorts == (core.SPACE, core.VALUE):
            self.guards.append(core.ShowsValue(subject.var, owner))
        elif subject.var.sort == core.SPACE and owner.sort in COLLECTIONS:
            self._inside(element)
        elif sorts == (core.VALUE, core.SPACE):
            self.guards.append(self.context.at_home(core.ShowsValue(owner, subject.var), owner, subject.scope))
        elif subject.var.sort == core.VALUE and owner.sort in COLLECTIONS:
            self._values_in(element)
        else:
            raise self.context.fail(
                "TW202",
                span,
                f"a {subject.var.noun} does not belong to a {owner.noun}",
                "things on spaces belong to lines, groups, players and the attributes they show",
            )

    def _owned(self) -> bool:
        """Whether a named player is the owner of the things, rather than of the board they lie on."""
        subject, places = self.subject, self.phrases.places
        home = subject.player.var if subject.player is not None else subject.scope.board
        place = places.at(subject.inner.home(subject.var) if subject.given else home)
        return self.context.vocabulary.owned(self.phrase.noun.text) and place is not None and not place.each_player

    def _of_land(self, owner: Elem) -> bool:
        """Restrict the subject to what belongs to a tile, patch or area on a board that grows; False for other
        elements."""
        subject, land = self.subject, self.phrases.land
        of = land.kind(owner.var, subject.scope)
        kind = land.kind(subject.var, subject.scope) if subject.given else land.kind_of(self._piece, subject.var.sort)
        if not kind or not of or kind == of or (kind, of) == (PATCH, AREA):
            return False
        domain = land.domain(kind, owner.var, of)
        if subject.given or owner.binder is not None or domain is None or self.domain not in (None, core.Areas()):
            self.guards.append(owner.closed(land.belongs(subject.var, kind, owner.var, of)))
        else:
            self.domain = domain
        if not subject.given and subject.player is None:
            subject.player = land.board(kind, subject.scope)
        return True

    def _near(self, owner: core.Var) -> None:
        subject = self.subject
        subject.near = owner
        self._on_board_of(owner)

    def _on_board_of(self, owner: core.Var) -> None:
        """Look for the subject on the board of an element."""
        subject = self.subject
        home = subject.scope.home(owner)
        if not subject.given and subject.player is None and home != subject.scope.board:
            subject.player = Elem(home or self.context.me)

    def _inside(self, owner: Elem) -> None:
        named = owner.binder.domain if owner.binder else None
        self._line = named.kind if isinstance(named, core.Lines) else owner.var.noun
        fresh = self.domain is None and not self.subject.given and not self.is_neighbor
        self._on_board_of(owner.var)
        if fresh and owner.binder is None:
            self.domain = core.SpacesOf(owner.var)
        else:
            self.guards.append(owner.closed(core.Inside(self.subject.var, owner.var)))

    def _values_in(self, owner: Elem) -> None:
        space = self.context.fresh(core.SPACE, "space")
        binder = core.Binder(space, core.SpacesOf(owner.var), core.TRUE)
        self.guards.append(owner.closed(core.Exists(binder, core.ShowsValue(space, self.subject.var))))

    # -- modifiers

    def _modifier(self, modifier: ast.Modifier) -> None:
        _MODIFIERS[type(modifier)](self, modifier)

    def _placed(self, modifier: ast.InSame | ast.OnFloor | ast.Beside | ast.MadeFor) -> None:
        self._guard(self.placement.placed(modifier), modifier.span)

    def _toward(self, modifier: ast.Toward) -> None:
        """`above it`: the noun phrase describes the spaces in that direction, except for neighbors."""
        fresh = self.domain is None and not self.subject.given and not self.is_neighbor
        if not fresh or isinstance(modifier.other, ast.Counted) or self.subject.var.sort != core.SPACE:
            self._guard(self.placement.placed(modifier), modifier.span)
            return
        other = self.placement.beyond(modifier)
        around = core.Neighbors(other.var, modifier.side, None)
        if other.binder is None:
            self._near(other.var)
            self.domain = around
        else:
            self.guards.append(other.closed(core.Near(self.subject.var, around)))

    def _between(self, modifier: ast.Between) -> None:
        """`between it and the wall`: without another domain, the spaces between are the domain."""
        fresh = self.domain is None and not self.subject.given and not self.is_neighbor
        first, last = self.placement.ends(modifier) if fresh and self.subject.var.sort == core.SPACE else (None, None)
        if first is None or last is None or first.binder is not None or last.binder is not None:
            self._guard(self.placement.placed(modifier), modifier.span)
            return
        self._on_board_of(first.var)
        self.domain = core.Between(first.var, last.var)

    def _any_direction(self, modifier: ast.AnyDirection) -> None:
        if self._whole != "run":
            help = "write 'run of ... in any direction'; for spaces, 'in line with it'"
            raise self.context.fail("TW202", modifier.span, "'in any direction' applies only to runs", help)
        self.along = STRAIGHT

    def _not_placed(self, modifier: ast.NotPlaced) -> None:
        self.guards.append(build.negation(self.placement.placed(modifier.place)))

    def _with_some(self, modifier: ast.WithSome) -> None:
        self._guard(self.placement.has(modifier.counted), modifier.span)

    def _with_most(self, modifier: ast.WithMost) -> None:
        self.guards.append(self.placement.has_most(modifier))

    def _guard(self, guard: core.Expr, span: Span) -> None:
        self.context.note("condition", span, guard)
        self.guards.append(guard)

    def _where(self, modifier: ast.WhereClause) -> None:
        subject, node = self.subject, modifier.condition
        condition = self.phrases.condition(node, subject.inner)
        if not subject.given and subject.var not in walk.variables(condition):
            help = 'say what belongs to it, as in "every space in it"'
            if subject.var.sort == core.PLAYER:
                help = "write 'their' before a number, as in 'their points', or 'it has ...'"
            message = f"this does not depend on the {subject.var.noun}"
            self.context.diagnostics.warning("TW212", node.span, message, help)
        self.guards.append(condition)

    def _of(self, modifier: ast.OfPhrase) -> None:
        phrase, subject = modifier.phrase, self.subject
        if self._whole == "pair":
            phrase = self._adjacent(phrase)
        common_mistakes.check_after_of(phrase, subject.var, self.is_neighbor, self.context)
        if self._whole:
            self._of_members(phrase)
            return
        found = self.phrases.references.find(phrase, subject.scope)
        if found is not None:
            self._relate(found, phrase.span)
        elif subject.var.sort == core.VALUE:
            self._values_of(self.phrases.bound(phrase, subject.scope, many=True), phrase.span)
        else:
            self.phrases.references.one(phrase, subject.scope)

    def _of_members(self, phrase: ast.Phrase) -> None:
        """The members of a group, pair or run; a following `where` or `with the same` applies to the whole."""
        own = [m for m in phrase.modifiers if isinstance(m, _OF_THE_WHOLE)]
        others = tuple(m for m in phrase.modifiers if m not in own)
        for modifier in others:
            common_mistakes.check_members(modifier, phrase, self.context)
        scope = self.subject.scope.on(self.subject.player)
        self._members = self.phrases.bound(replace(phrase, modifiers=others), scope, many=True)
        if self._members.var.sort != core.SPACE:
            raise self.context.fail(
                "TW202",
                phrase.span,
                f"{self.subject.var.noun}s are made of spaces, stacks or pieces",
                f"say of which, as in '{self.subject.var.noun} of face-down stacks'",
            )
        self.subject.player = self._members.player or self.subject.player
        if self._whole == "pair":
            members = self._members
            of = core.Binder(members.var, core.SpacesOf(self.subject.var), core.TRUE)
            self.guards.append(core.Forall(of, members.guard))
        for modifier in own:
            self._modifier(modifier)

    def _adjacent(self, phrase: ast.Phrase) -> ast.Phrase:
        """The members of a pair, without the adjective `adjacent`, which becomes a condition on the pair."""
        words = tuple(word for word in phrase.words[:-1] if word.text != "adjacent") + phrase.words[-1:]
        if len(words) == len(phrase.words):
            return phrase
        self.domain = core.Lines("adjacent pair")
        return replace(phrase, words=words)

    def _values_of(self, bound: Bound, span: Span) -> None:
        var = self.subject.var
        if bound.var.sort != core.SPACE:
            raise self.context.fail("TW202", span, f"a {bound.var.noun} has no {var.noun}", SAID_OF_SPACES)
        self.guards.append(bound.closed(core.Exists(bound.binder, core.ShowsValue(bound.var, var))))

    def _in(self, modifier: ast.InPlace) -> None:
        found = self.phrases.references.find(modifier.place, self.subject.scope)
        if found is not None:
            self._relate(found, modifier.place.span)
        else:
            self.guards.append(self.placement.placed(modifier))

    def _same_values(self, modifier: ast.SameAs) -> None:
        if not self._whole and self.subject.var.sort != core.LINE:
            raise self.context.fail(
                "TW202",
                modifier.span,
                "'with the same ...' applies only to groups, pairs, runs and lines",
                "for a piece, write 'where it has the same ... as ...'",
            )
        wholes = self._attribute(modifier.attribute, False, f"with the same {self.context.game.main_attribute}")
        if self._whole == "group":
            self._same = wholes.values
        elif self._whole == "pair":
            self.guards.append(wholes.alike_pair(self.subject.var))
        elif not self._whole:
            self.guards.append(wholes.alike_in(self.subject.var))
        else:
            self._links.append(lambda one, other: (wholes.alike(one, other),))

    def _consecutive(self, modifier: ast.Consecutive) -> None:
        """For a run the order, in either direction; otherwise the set of numbers."""
        example = "with consecutive heights"
        wholes = self._attribute(modifier.attribute, True, example)
        if not is_ordered(wholes.values):
            help = f"numbers and heights can, for example '{example}'"
            message = f"{modifier.attribute.text} cannot be consecutive"
            raise self.context.fail("TW202", modifier.attribute.span, message, help)
        var = self.subject.var
        if self._whole == "run":
            self._links.append(lambda one, other: (wholes.one_more(one, other), wholes.one_more(other, one)))
        elif self._whole == "pair":
            self.guards.append(wholes.consecutive_pair(var))
        elif var.sort in (core.GROUP, core.LINE):
            self.guards.append(wholes.consecutive_in(var))
        else:
            message = "'with consecutive ...' applies only to runs, pairs, groups and lines"
            raise self.context.fail("TW202", modifier.span, message, "write 'run of ... with consecutive ...'")

    def _attribute(self, word: ast.Word, many: bool, example: str) -> WholeConditions:
        """The attribute in which the parts of a whole are compared."""
        noun = self.phrases.names.noun(word, self.subject.scope, many)
        if noun.sort != core.VALUE:
            help = f"for example '{example}'"
            raise self.context.fail("TW202", word.span, f"'{noun.singular}' is not an attribute", help)
        return WholeConditions(self.context, noun.singular)

    def _within(self, modifier: ast.Within) -> None:
        if not self.is_neighbor:
            raise self.context.fail(
                "TW202", modifier.span, "'within' applies only to neighbors", "for example 'any neighbor within 2'"
            )
        if modifier.distance < 1:
            raise self.context.fail(
                "TW211", modifier.span, "no space is within 0 steps", "write 'within 2', or leave it out"
            )
        self._distance = modifier.distance

    def _away(self, modifier: ast.Away) -> None:
        if not self.is_neighbor:
            raise self.context.fail(
                "TW202", modifier.span, "'away' applies only to neighbors", "for example 'any neighbor 2 away'"
            )
        around = self.phrases.references.away(modifier, self.subject.var, self.shape)
        self.shape, self._nearest = around.shape, around.nearest
        self._distance = around.nearest

    def _across(self, modifier: ast.Across) -> None:
        if self.context.diagnostics.source.slice(modifier.span).startswith("under"):
            help = "write 'below' for what is lower in the column, 'has a ...' for what is on a stack"
            raise self.context.fail("TW202", modifier.span, "a thing cannot be 'under' another", help)
        raise self.context.fail(
            "TW202", modifier.span, "'across' can follow only 'mirror'", "write 'its mirror across the vertical axis'"
        )

    # -- closing

    def _close_neighbor(self) -> None:
        if not self.is_neighbor:
            return
        self.phrases.places.spaces_wanted(self.phrase.span)
        if self.subject.near is None:
            near = self.subject.scope.innermost(core.SPACE)
            if near is None or near == self.subject.var:
                raise self.context.fail(
                    "TW106",
                    self.phrase.span,
                    "a neighbor of what?",
                    "say of which thing, as in 'neighbor of the stack'",
                )
            self.subject.near = near
        around = core.Neighbors(self.subject.near, self.shape, self._distance, self._nearest)
        self.phrases.context.neighbors_wanted(around, self.phrase.span)
        if self.subject.given or self.domain is not None:
            self.guards.append(core.Near(self.subject.var, around))
        else:
            self.domain = around

    def _domain(self) -> core.RangeExpr:
        if self.domain == core.Lines("pair") and self._members is None:
            raise self.context.fail(
                "TW202", self.phrase.span, "a pair of what?", "write 'pair of adjacent stacks' or 'pair of stacks'"
            )
        if self._whole == "run":
            return self._runs()
        if self._whole == "group" and not self.subject.given:
            return self._groups()
        return self.domain or core.Spaces()

    def _runs(self) -> core.Runs:
        """The paths of a run: each direction adds a link to the links so far."""
        known = self.domain
        along = self.along
        if isinstance(known, core.Runs):
            binder, links = known.binder, known.links
            along = known.along if along == "line" else along
        elif self._members is not None:
            binder = core.Binder(self._members.var, core.Spaces(), self._members.guard)
            links = (core.Binder(self.context.fresh(core.SPACE, "space"), core.Spaces(), core.TRUE),)
        else:
            raise self.context.fail("TW202", self.phrase.span, "a run of what?", "write 'run of face-up stacks'")
        self._check_more_than_one(binder)
        for ways in self._links:
            links = tuple(
                replace(link, guard=build.conjunction([link.guard, way]))
                for link in links
                for way in ways(binder.var, link.var)
            )
        return core.Runs(binder, links, along)

    def _check_more_than_one(self, member: core.Binder) -> None:
        """Report `run of tiles on the space`: a run has at least two spaces."""
        for part in build.conjuncts(member.guard):
            if isinstance(part, core.Inside) and part.space == member.var and part.of.sort == core.SPACE:
                message = f"a run is longer than one space, so it is never on the {part.of.noun} alone"
                help = f"write 'where the {part.of.noun} is in it' after the run"
                raise self.context.fail("TW202", self.phrase.span, message, help)

    def _groups(self) -> core.Groups:
        if isinstance(self.domain, core.Groups):
            return core.Groups(self.domain.binder, self._same or self.domain.same)
        if self._members is None:
            raise self.context.fail("TW202", self.phrase.span, "a group of what?", "write 'group of face-down stacks'")
        return core.Groups(core.Binder(self._members.var, core.Spaces(), self._members.guard), self._same)


_OF_THE_WHOLE = (ast.WhereClause, ast.SameAs, ast.Consecutive, ast.AnyDirection)
"""Modifiers that apply to a group, pair or run as a whole after its members."""
_MODIFIERS: dict[type, Callable[[NounPhrase, Any], None]] = {
    ast.OfPhrase: NounPhrase._of,
    ast.InPlace: NounPhrase._in,
    ast.InSame: NounPhrase._placed,
    ast.OnFloor: NounPhrase._placed,
    ast.Beside: NounPhrase._placed,
    ast.MadeFor: NounPhrase._placed,
    ast.NotPlaced: NounPhrase._not_placed,
    ast.WhereClause: NounPhrase._where,
    ast.WithSome: NounPhrase._with_some,
    ast.WithMost: NounPhrase._with_most,
    ast.SameAs: NounPhrase._same_values,
    ast.Consecutive: NounPhrase._consecutive,
    ast.Toward: NounPhrase._toward,
    ast.Between: NounPhrase._between,
    ast.AnyDirection: NounPhrase._any_direction,
    ast.Within: NounPhrase._within,
    ast.Away: NounPhrase._away,
    ast.Across: NounPhrase._across,
}
