"""Cards that begin with the sentence to be printed on them: the rule that it means, and what else it can mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import PurePosixPath

from tilewright.packs.pack import Pack
from tilewright.studio.board_edits import RefusedEdit
from tilewright.studio.tables import JsonObject
from tilewright.texts.drafting import draft, why_not_printed
from tilewright.texts.pattern import BadPattern
from tilewright.texts.phrasebook import Language
from tilewright.texts.reading import NotUnderstood
from tilewright.texts.trying import try_rules


def offered(packs: Iterable[Pack]) -> Iterator[JsonObject]:
    """The classes of cards that have texts, with the languages that their games have words in."""
    for pack in packs:
        worded = {word.language for word in pack.game.words}
        languages = [name for name in pack.imprint.languages if name in worded]
        if languages:
            for name in pack.game.card_classes:
                yield {"game": pack.game.id, "class": name, "languages": languages}


def drafted(pack: Pack, args: JsonObject, tell: Callable[[JsonObject], None]) -> JsonObject:
    """The file of the card that a sentence describes, or where and why it is not understood.

    `tell` is given the same at once, with boards that were found by trying; the answer has the smallest ones.
    Raises `RefusedEdit`.
    """
    say, category = str(args["say"]).strip(), str(args["class"])
    if category not in pack.game.card_classes:
        raise RefusedEdit(f"{pack.game.id} has no class '{category}' of cards")
    if reason := why_not_printed(say):
        raise RefusedEdit(reason)
    language, scores = _language(pack, str(args["language"])), bool(pack.game.card_classes[category])
    found = draft(language, say, scores, try_rules)
    if isinstance(found, NotUnderstood):
        place = {"start": found.span.start, "end": found.span.end}
        return {"problem": found.reason, "help": found.help, **place}
    id = re.sub(r"[^a-z0-9]+", "-", PurePosixPath(str(args["name"])).stem.lower()).strip("-") or "card"
    answer: JsonObject = {"text": found.card(category, id, language.name, say)}
    if found.others and find_spec("ortools"):  # without a solver, what was found by trying is all
        tell(answer)
        proved = draft(language, say, scores)
        assert not isinstance(proved, NotUnderstood)
        answer = {"text": proved.card(category, id, language.name, say)}
    return answer


def drafted_anywhere(
    packs: Iterable[Pack], pack: Pack, args: JsonObject, tell: Callable[[JsonObject], None]
) -> JsonObject:
    """The same; where the class that is asked for does not understand a sentence, of the first one that does, with its name and its game."""
    first = drafted(pack, args, tell)
    if "problem" not in first:
        return first
    known = {one.game.id: one for one in packs}
    for offer in offered(known.values()):
        asked = args | {"game": offer["game"], "class": offer["class"]}
        if asked == args or args["language"] not in offer["languages"]:
            continue
        found = drafted(known[offer["game"]], asked, lambda news: None)
        if "problem" not in found:
            return found | {"game": offer["game"], "class": offer["class"]}
    return first


def _language(pack: Pack, name: str) -> Language:
    try:
        found = pack.phrasebook().language(name)
    except BadPattern as problem:
        raise RefusedEdit(f"a table of phrases cannot be read: {problem}") from None
    if found is None:
        raise RefusedEdit(f"{pack.game.id} has no words in '{name}'")
    return found
