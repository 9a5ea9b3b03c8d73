"""The requests of a page, answered in a child process: files, tables, edits of boards. Answers are JSON values."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import PurePosixPath
from typing import Any

from tilewright.analysis import faces
from tilewright.analysis.faces import example_card
from tilewright.diagnostics import in_one_line
from tilewright.draw import svg
from tilewright.draw.picture import converted, why_not_drawn
from tilewright.files.printing import print_position
from tilewright.highlight.words import words
from tilewright.packs.pack import Pack, Report
from tilewright.packs.workspace import Workspace
from tilewright.source import Source, Unreadable, decoded
from tilewright.stopping import PlayError, Unsupported
from tilewright.studio import documents
from tilewright.studio.boards import RefusedEdit, edited, resized, written
from tilewright.studio.files import OWN, StudioFiles, stamp
from tilewright.studio.layout_editor import LayoutEditor, blank
from tilewright.studio.messages import MALFORMED
from tilewright.studio.plays import PlayedGames, cover, examples, setup_of
from tilewright.studio.puzzles import listed
from tilewright.studio.sentences import offered
from tilewright.studio.tables import LAYOUT, PUZZLE, JsonObject, Tabletop, pictures_of, shown, table_of
from tilewright.table.card import Card
from tilewright.table.position import Player, PositionPuzzle


class Requests:
    """Answers the requests of one page."""

    def __init__(self, files: StudioFiles, workspace: Workspace) -> None:
        self.files, self.workspace = files, workspace
        self.plays = PlayedGames(lambda: workspace.resolver(files.path(f"{OWN}/game.tw")), self.written_card)
        self.answers: dict[str, Callable[[JsonObject], JsonObject]] = {
            "hello": self.hello,
            "files": lambda _: {"files": self.files.names()},
            "read": self.read,
            "save": self.save,
            "show": self.show,
            "position": self.position,
            "blank": self.blank,
            "picture": self.picture,
            "puzzles": lambda _: {"puzzles": listed(self.files)},
            "games": lambda args: {"games": self.plays.offered(), "card": self.playable(args)},
            "face": self.face,
            "examples": lambda _: {"examples": examples(self.packs(), self.files)},
            "thumbnail": self.thumbnail,
            "documents": lambda _: {"documents": documents.listed()},
            "document": lambda args: documents.read(str(args["name"])),
            "search": lambda args: {"found": documents.found(str(args["words"])[:200])},
            "example": self.example,
            "merge": lambda args: {"text": merged(str(args["before"]), str(args["mine"]), str(args["theirs"]))},
            "play": lambda args: self.plays.played(args),
            "why": lambda args: self.plays.why(args),
            "advice": lambda args: self.plays.advice(args),
            "record": lambda args: self.plays.record(args),
        }

    def answer(self, do: str, args: JsonObject) -> JsonObject:
        """The answer to a request, or ``{"refused": ...}`` with a message for the user."""
        try:
            return self.answers[do](args)
        except (Unsupported, PlayError) as problem:
            return {"refused": str(problem)}
        except MALFORMED:
            return {"refused": "this request cannot be understood"}
        except MemoryError:
            return {"refused": "this takes too much memory"}

    def hello(self, args: JsonObject) -> JsonObject:
        """The data that a page needs at startup."""
        found = words()
        classes = {"statements": found.statements, "phrases": found.phrases, "things": found.things}
        packs = self.packs()
        layouts = [{"game": pack.game.id, "class": one.name} for pack in packs for one in pack.game.layouts]
        words_of = {name: sorted(own) for name, own in classes.items()}
        return {
            "folder": self.files.id,
            "files": self.files.names(),
            "words": words_of,
            "layouts": layouts,
            "sentences": list(offered(packs)),
        }

    def packs(self) -> list[Pack]:
        """The packs visible from the folder of the page."""
        return list(self.workspace.resolver(self.files.path(f"{OWN}/game.tw")).packs())

    def read(self, args: JsonObject) -> JsonObject:
        """The text of a file."""
        name = str(args["name"])
        text = self.files.read(name).text
        self.workspace.close(self.files.path(name))
        return {"text": text, "stamp": stamp(text), "writable": name.startswith("folder/")}

    def save(self, args: JsonObject) -> JsonObject:
        """Write a file."""
        before = args.get("stamp")
        found = self.files.write(str(args["name"]), str(args["text"]), None if before is None else str(before))
        self.workspace.refresh()
        return {"stamp": found, "files": self.files.names()}

    # -- tables

    def checked(self, args: JsonObject) -> Report:
        """Check a text under the name of a file. Raises `RefusedEdit`, `NoFile`."""
        path = self.files.path(str(args["name"]))
        found = decoded(str(args["text"]).encode("utf-8", "replace"), str(path))
        if isinstance(found, Unreadable):
            raise RefusedEdit(f"this text cannot be read: {found.reason}")
        self.workspace.open(path, found.text)
        return self.workspace.check(Source(found.name, found.text, path))

    def table(self, args: JsonObject) -> tuple[Report, Tabletop | None]:
        """The table for a text, in the state sent by the page."""
        report = self.checked(args)
        resolver = self.workspace.resolver(report.source.path)

        def cards(pack: Pack, ids: Sequence[str]) -> tuple[Card, ...]:
            found = resolver.cards([str(id) for id in ids], pack)
            if isinstance(found, list):
                raise RefusedEdit("; ".join(filter(None, (found[0].message, found[0].help))))
            return found

        return report, table_of(report, args.get("state"), cards)

    def show(self, args: JsonObject) -> JsonObject:
        """A table, after an action if there is one."""
        report, table = self.table(args)
        if table is None:
            return {"kind": None, "errors": sum(problem.is_error for problem in report.diagnostics)}
        act, refused = args.get("act"), ""
        if table.kind == LAYOUT:
            return self._painted(args, report, table)
        if act is not None:
            try:
                table = _changed_table(table, act)
            except RefusedEdit as problem:
                refused = str(problem)
        match = report.match
        begun = (
            None
            if match is None or match.start
            else {"setup": setup_of(match), "moves": [str(move) for move in match.played]}
        )
        return {**shown(table, report.source), "said": refused, "note": _note(report), "played": begun}

    def _painted(self, args: JsonObject, report: Report, table: Tabletop) -> JsonObject:
        """A layout; after an edit of heights also its new text."""
        editor, act, answer = LayoutEditor.of(report), args.get("act"), JsonObject()
        if act is not None and editor is not None:
            text = editor.painted(act)
            report, again = self.table({**args, "text": text, "state": None})
            table, editor, answer = again or table, LayoutEditor.of(report), {"text": text}
        return {**shown(table, report.source), **answer, "painting": editor and editor.shown()}

    # -- cards

    def written_card(self, args: JsonObject) -> Card:
        """The card being edited. Raises `RefusedEdit`."""
        report = self.checked(args)
        found = faces.card_of(report)
        if found is None or report.has_errors:
            raise RefusedEdit("the card has errors")
        return found

    def playable(self, args: JsonObject) -> JsonObject | None:
        """The card being edited, if a game can be played with it."""
        report = self.checked(args) if str(args.get("name", "")).endswith(".tw") else None
        if report is None or report.pack is None or report.has_errors or report.pack.game.play_rules is None:
            return None
        card = faces.card_of(report)
        return None if card is None else {"game": report.pack.game.id, "id": card.id, "name": card.name()}

    def face(self, args: JsonObject) -> JsonObject:
        """The printed face of the card being edited, and whether its text fits; empty for other files."""
        report = self.checked(args)
        card = faces.card_of(report)
        if card is None or report.pack is None:
            return {"svg": None}
        reason = faces.why_not_set()
        if reason:
            return {"svg": None, "reason": reason}
        try:
            return faces.drawn(self.workspace, report, card, str(args.get("language", "en"))[:20])
        except Unsupported as problem:
            return {"svg": None, "reason": str(problem)}

    def example(self, args: JsonObject) -> JsonObject:
        """An example of the documentation (lines of a rule or ability) as a card of the first class in which it has no
        errors."""
        lines, kind = str(args["text"]), str(args["kind"])
        name = f"{OWN}/example.tw"
        for pack in self.packs():
            for category, scores in pack.game.card_classes.items():
                if (kind == "rule") == bool(scores):
                    text = example_card(category, kind, lines)
                    report = self.checked({"name": name, "text": text})
                    self.workspace.close(self.files.path(name))
                    if not report.has_errors:
                        return {"text": text}
        raise RefusedEdit("this example belongs to the game of its page, and is no card of a game here")

    # -- pictures

    def thumbnail(self, args: JsonObject) -> JsonObject:
        """A small picture of a file."""
        found = {"name": str(args["name"]), "text": self.files.read(str(args["name"])).text}
        face = self.face(found)
        table = None if face["svg"] else self.table(found)[1]
        self.workspace.close(self.files.path(found["name"]))
        return face if face["svg"] else {"svg": None if table is None else cover(pictures_of(table))}

    def blank(self, args: JsonObject) -> JsonObject:
        """The text of a layout without stacks, for a file name."""
        id = PurePosixPath(str(args["name"])).stem
        return {"text": blank(self.pack(args), str(args["class"]), id)}

    def pack(self, args: JsonObject) -> Pack:
        """The pack of a named game, as found from a file. Raises `RefusedEdit`, `NoFile`."""
        pack = self.workspace.resolver(self.files.path(str(args["name"]))).game(str(args["game"]))
        if isinstance(pack, list):
            raise RefusedEdit(in_one_line(pack))
        return pack

    def picture(self, args: JsonObject) -> JsonObject:
        """The table as an image file in base64."""
        suffix = f".{args['format']}"
        reason = why_not_drawn(f"picture{suffix}")
        _, table = self.table(args)
        if reason or table is None:
            raise RefusedEdit(reason or "there is nothing to draw")
        content = converted(svg(pictures_of(table)), f"picture{suffix}")
        return {"content": b64encode(content).decode(), "suffix": suffix}

    def position(self, args: JsonObject) -> JsonObject:
        """The table as the text of a position."""
        _, table = self.table(args)
        if table is None or table.kind == PUZZLE:
            raise RefusedEdit("there is no position to write")
        return {"text": print_position(table.position)}


def _note(report: Report) -> str:
    """The note for a puzzle that a page shows but does not solve."""
    if not any(isinstance(value, PositionPuzzle) for value in report.values):
        return ""
    return f"The puzzle begins here; 'tilewright solve {PurePosixPath(report.source.name).name}' answers it."


def _changed_table(table: Tabletop, act: JsonObject) -> Tabletop:
    """The table after an action. Raises `RefusedEdit`."""
    do, index = str(act["do"]), int(act.get("player", 0))
    if do == "players":
        return _with_players(table, int(act["count"]))
    if do == "cards":
        return table  # the action is already part of the state
    player = table.position.players[index]
    if table.puzzle is not None and index:
        raise RefusedEdit("only your own board can be changed")
    if do == "counter":
        counters = {**player.counters, str(act["name"]): int(act["value"])}
        return table.with_player(index, replace(player, counters=counters))
    if do == "write":
        return table.with_board(index, written(str(act["text"]), table.game))
    if do == "size":
        board = resized(player.board, table.game, int(act["rows"]), int(act["columns"]))
        for other, one in enumerate(table.position.players):
            table = table.with_board(other, resized(one.board, table.game, int(act["rows"]), int(act["columns"])))
        return table.with_board(index, board)
    board = edited(player.board, table.game, do, int(act["space"]), str(act.get("what", "")))
    if table.puzzle is not None:
        _keep_to(table, board)
    return table.with_board(index, board)


def _keep_to(table: Tabletop, board: Any) -> None:
    """Raise `RefusedEdit` for a board that cannot result from placing the pieces of a puzzle."""
    from tilewright.solver.attempts import attempt, placed_on

    assert table.puzzle is not None
    placed = placed_on(table.puzzle, board)
    if isinstance(placed, str):
        raise RefusedEdit("what was there at the start cannot be changed")
    now = attempt(table.puzzle, (), placed).faults
    wrong = [fault for fault in now if not fault.startswith("not placed")]
    if wrong:
        raise RefusedEdit(wrong[0])


def _with_players(table: Tabletop, count: int) -> Tabletop:
    """The table for another number of players. Raises `RefusedEdit`."""
    players = table.position.players
    if table.puzzle is not None or not 1 <= count <= table.game.players[1]:
        raise RefusedEdit(f"the game is for {table.game.players[0]} to {table.game.players[1]} players")
    blank = replace(players[0].board, stacks=tuple(type(stack)() for stack in players[0].board.stacks))
    more = tuple(Player(f"player {i}", blank) for i in range(len(players) + 1, count + 1))
    return replace(table, position=replace(table.position, players=(*players[:count], *more)))


LineChange = tuple[int, int, Sequence[str]]
"""A range of lines of the original text, and the lines that replace them."""


def merged(before: str, mine: str, theirs: str) -> str | None:
    """A three-way merge by lines; None if both changed the same or adjacent lines differently."""
    lines = before.splitlines(keepends=True)
    own, others = (list(_changes(lines, text.splitlines(keepends=True))) for text in (mine, theirs))
    changes = sorted([*own, *(change for change in others if change not in own)], key=lambda change: change[:2])
    result, at = list[str](), 0
    for i, (start, end, new) in enumerate(changes):
        if i and start <= changes[i - 1][1]:
            return None
        result += [*lines[at:start], *new]
        at = end
    return "".join([*result, *lines[at:]])


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[LineChange]:
    for kind, start, end, low, high in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield start, end, after[low:high]
