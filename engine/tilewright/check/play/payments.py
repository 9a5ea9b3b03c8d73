"""Check for payments that may be impossible: then the rest of the block is silently skipped.

Within an option, an ability, `may` and `up to`, impossible payments are not offered. Elsewhere a payment counts as
safe if something around it refers to its counter: a condition, a number chosen up to it, or an amount computed from
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tilewright.diagnostics import Diagnostics
from tilewright.struct import Struct
from tilewright.syntax import ast, play_ast
from tilewright.syntax.walk import parts, walk
from tilewright.table.game import CounterDef, Game

StepBlock = tuple[ast.Statement, ...]
PaymentWords = frozenset[str]
_NAMES = (ast.Let, play_ast.PickNumber)
"""Nodes that bind a name to a number."""
_BODIES = ("body", "otherwise")


def check_payments(
    blocks: Iterable[StepBlock],
    verbs: Mapping[str, StepBlock],
    game: Game,
    diagnostics: Diagnostics,
    named: Iterable[Struct] = (),
) -> None:
    """Warn (TW228) of unguarded payments in blocks that are not atomic, and in the verbs that they call.

    `named` are other lines that bind names to numbers.
    """
    waiting, seen = list(blocks), set[str]()
    payments = _Payments(
        [*named, *(line for block in (*waiting, *verbs.values()) for line in block)], game, diagnostics
    )
    while waiting:
        for statement, asked in payments.not_whole(waiting.pop(), frozenset()):
            if isinstance(statement, play_ast.Do) and statement.verb.text in verbs.keys() - seen:
                seen.add(statement.verb.text)
                waiting.append(verbs[statement.verb.text])
            elif isinstance(statement, play_ast.Gain) and statement.pay and not payments.sound(statement, asked):
                diagnostics.warning(
                    "TW228",
                    statement.span,
                    "this may be more than the player has: in that case, nothing is paid and the rest of the block is skipped",
                    f"check for it above, as in 'if {payments.enough(statement)}', or write 'may' before it",
                )


class _Payments:
    def __init__(self, lines: Iterable[Struct], game: Game, diagnostics: Diagnostics) -> None:
        self.source = diagnostics.source
        self.game = game
        self.names: dict[str, PaymentWords] = {}
        for node in (node for line in lines for node in walk(line) if isinstance(node, _NAMES)):
            if node.name is not None:
                self.names[node.name.text] = self._words(node)

    def _words(self, node: ast.SyntaxNode) -> PaymentWords:
        """The words of a node, and those of the definitions of names among them."""
        found = frozenset(re.findall(r"[a-z][a-z0-9-]*", self.source.slice(node.span)))
        return found.union(*(self.names[word] for word in found & self.names.keys()))

    def name(self, word: ast.Word) -> str:
        """The name of the counter that a word means."""
        return next((one.name for one in self.game.counters if word.text in self._forms(one)), word.text)

    def enough(self, payment: play_ast.Gain) -> str:
        """The condition that a payment is possible."""
        name, amount = self.name(payment.counter), self.source.slice(payment.amount.span)
        counter = self.game.counters_by_name.get(name)
        least = 0 if counter is None else counter.least
        return f"{name} - {amount} >= {least}" if least else f"{name} >= {amount}"

    def _forms(self, counter: CounterDef) -> set[str]:
        """The words for a counter: its name, its key, singular and plural."""
        names = (counter.name, counter.written, counter.cap or counter.name)
        return {form for name in names for form in (name, self.game.plural(name), name.removesuffix("s"))}

    def sound(self, payment: play_ast.Gain, asked: PaymentWords) -> bool:
        """Whether the conditions around a payment, or its amount, refer to its counter."""
        forms = next((self._forms(one) for one in self.game.counters if payment.counter.text in self._forms(one)), None)
        if forms is None or (isinstance(payment.amount, ast.Number) and payment.amount.value == 0):
            return True
        return not (forms | set(self.game.answers)).isdisjoint(asked | self._words(payment.amount))

    def not_whole(self, block: StepBlock, asked: PaymentWords) -> Iterator[tuple[ast.Statement, PaymentWords]]:
        """The statements outside of atomic blocks, with the words of the conditions around them."""
        for statement in block:
            yield statement, asked
            if isinstance(statement, play_ast.ChooseOne) or (
                isinstance(statement, play_ast.Repeat) and statement.least == 0
            ):
                continue  # an option, `may`, `up to`: offered only if it can be completed
            known = [
                part for name, part in parts(statement) if name not in _BODIES and isinstance(part, ast.SyntaxNode)
            ]
            inside: Any = tuple(part for name, part in parts(statement) if name in _BODIES)
            yield from self.not_whole(inside, asked.union(*map(self._words, known)))
