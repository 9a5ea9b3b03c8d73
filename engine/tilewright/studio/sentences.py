"""Cards from printed sentences: the rule that a sentence means, and its other meanings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath

from tilewright.packs.pack import Pack
from tilewright.packs.texts import classes_with_texts
from tilewright.pages import similar_recipes
from tilewright.resources import is_installed
from tilewright.studio.boards import RefusedEdit
from tilewright.studio.tables import JsonObject
from tilewright.texts.drafting import CardDraft, NotDrafted, draft, first_draft, why_not_printed
from tilewright.texts.pattern import BadPattern
from tilewright.texts.phrasebook import Language
from tilewright.texts.trying import try_rules


def offered(packs: Iterable[Pack]) -> Iterator[JsonObject]:
    """The classes of cards with texts, and the languages in which their games have words."""
    for pack in packs:
        worded = {word.language for word in pack.game.words}
        languages = [name for name in pack.imprint.languages if name in worded]
        if languages:
            for name in pack.game.card_classes:
                yield {"game": pack.game.id, "class": name, "languages": languages}


def drafted(packs: Iterable[Pack], pack: Pack, args: JsonObject, tell: Callable[[JsonObject], None]) -> JsonObject:
    """The file of the card for a sentence, with its class and game; or where and why it is not understood.

    The card is of the requested class; with `anywhere`, if that class does not understand the sentence, of the first
    class of all packs that does. `tell` receives a first result with boards found by trying; the answer has the
    smallest ones. Raises `RefusedEdit`.
    """
    say, category, name = str(args["say"]).strip(), str(args["class"]), str(args["language"])
    if category not in pack.game.card_classes:
        raise RefusedEdit(f"{pack.game.id} has no class '{category}' of cards")
    if reason := why_not_printed(say):
        raise RefusedEdit(reason)
    asked = _language(pack, name), category
    others = classes_with_texts(packs, name) if args.get("anywhere") else ()
    try:
        found = first_draft(others, say, try_rules, asked)
    except BadPattern as problem:
        raise _unreadable(problem) from None
    if isinstance(found, NotDrafted):
        why, recipes = found.problem, ", ".join(f"'{recipe.term}'" for recipe in similar_recipes(say))
        return {
            "problem": why.reason,
            "help": "; ".join(filter(None, (why.help, recipes and f"similar recipes: {recipes}"))),
            "start": why.span.start,
            "end": why.span.end,
            "known": found.known.rule if found.known else "",
        }
    assert found is not None, "the class that is asked for is one"
    id = re.sub(r"[^a-z0-9]+", "-", PurePosixPath(str(args["name"])).stem.lower()).strip("-") or "card"
    answer: JsonObject = {"text": found.card(id), "game": found.game.id, "class": found.category}
    if found.others and is_installed("ortools"):  # without a solver, what was found by trying is all
        tell(answer)
        proved = draft(found.language, say, found.category)
        assert isinstance(proved, CardDraft)
        answer |= {"text": proved.card(id)}
    return answer


def _language(pack: Pack, name: str) -> Language:
    try:
        found = pack.phrasebook().language(name)
    except BadPattern as problem:
        raise _unreadable(problem) from None
    if found is None:
        raise RefusedEdit(f"{pack.game.id} has no words in '{name}'")
    return found


def _unreadable(problem: BadPattern) -> RefusedEdit:
    return RefusedEdit(f"a table of phrases cannot be read: {problem}")
