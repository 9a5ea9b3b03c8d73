"""Rules as JavaScript text: the Python program of a rule in another spelling.

The program is written once, by `emit.python`; what stands in it is a small part of Python, and this module spells each
construct of that part as one of JavaScript. What is not spelled here raises `NotSpelled`, so nothing is lost silently.
Numbers are those of JavaScript, which are exact up to 2**53 (ECMA-262, Number.MAX_SAFE_INTEGER): sums, products and
quotients go through functions of ``runtime.js``, which throw a RangeError beyond that.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from tilewright.core import expr as core
from tilewright.meaning.emit import tables
from tilewright.meaning.emit.functions import program
from tilewright.meaning.emit.python import Python
from tilewright.meaning.emit.scope import World
from tilewright.meaning.exact import look_up, ranked

SAFE = 2**53 - 1
"""The largest number that JavaScript tells from all others."""
RUNTIME = Path(__file__).with_name("runtime.js")
_CALLED: dict[Any, str] = {
    look_up: "lookUp",
    ranked: "ranked",
    tables.flood: "flood",
    tables.flood_each: "floodEach",
    tables.runs: "runs",
    tables.height_value: "heightValue",
}
_BINARY = {
    ast.Add: "add",
    ast.Mult: "multiply",
    ast.FloorDiv: "divide",
    ast.Mod: "remainder",
    ast.BitAnd: "bits",
}
_ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class NotSpelled(ValueError):
    """A part of a program, or a constant, that has no spelling in JavaScript."""


def javascript(node: core.Expr | core.Binder, world: World) -> str:
    """A function expression of the arguments of `emit.functions.Function`; it names `runtime`, the functions of ``runtime.js``.

    Raises `NotSpelled` when a constant is larger than `SAFE`.
    """
    python = Python(world)
    (function,) = ast.parse(program(node, python)).body
    assert isinstance(function, ast.FunctionDef)
    constants = [f"const {name} = {constant(value)};" for name, value in python.writer.constants.items()]
    given = [argument.arg for argument in function.args.args]
    names = sorted(_assigned(function) - set(given))
    body = [*([f"let {', '.join(names)};"] if names else []), *_lines(function.body)]
    inner = "\n".join(f" {line}" for line in body)
    return "\n".join(["(() => {", *constants, f"return ({', '.join(given)}) => {{", inner, "};", "})()"])


def constant(value: Any) -> str:
    """A constant of a program. Raises `NotSpelled`."""
    if isinstance(value, core.Value):
        kinds = "null" if value.kinds is None else constant(value.kinds)
        key = json.dumps([value.label, value.kinds and sorted(value.kinds), value.number])
        return f"runtime.value({json.dumps(key)}, {kinds}, {constant(value.number)})"
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value)
    if isinstance(value, int) and abs(value) <= SAFE:
        return str(value)
    if isinstance(value, (frozenset, set)):
        return f"new Set([{', '.join(map(constant, sorted(value)))}])"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{json.dumps(key)}: {constant(item)}' for key, item in value.items())}}}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(constant, value))}]"
    if getattr(value, "__name__", "") == "__getitem__":
        return f"runtime.getter({constant(value.__self__)})"
    if callable(value) and value in _CALLED:
        return f"runtime.{_CALLED[value]}"
    raise NotSpelled(f"{getattr(value, '__name__', repr(value)):.60} cannot be written in JavaScript")


def _assigned(function: ast.FunctionDef) -> set[str]:
    """The variables that a program binds."""
    nodes = list(ast.walk(function))
    inner = {name for node in nodes if isinstance(node, ast.ListComp) for name in _bound(node)}
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)} - inner


def _bound(comprehension: ast.ListComp) -> Iterator[str]:
    yield from (
        node.id for one in comprehension.generators for node in ast.walk(one.target) if isinstance(node, ast.Name)
    )


# ------------------------------------------------------------------ statements


def _lines(body: Sequence[ast.stmt]) -> Iterator[str]:
    for statement in body:
        spell = _STATEMENTS.get(type(statement))
        yield from spell(statement) if spell else _unknown(statement)


def _unknown(node: ast.AST) -> NoReturn:
    raise NotSpelled(f"{type(node).__name__} cannot be written in JavaScript")


def _block(header: str, body: Sequence[ast.stmt]) -> Iterator[str]:
    yield f"{header} {{"
    yield from (f" {line}" for line in _lines(body))
    yield "}"


def _assign(node: ast.Assign) -> Iterator[str]:
    (target,) = node.targets
    yield f"{_target(target)} = {_text(node.value)};"


def _augmented(node: ast.AugAssign) -> Iterator[str]:
    yield f"{_target(node.target)} = runtime.{_BINARY[type(node.op)]}({_text(node.target)}, {_text(node.value)});"


def _target(node: ast.expr) -> str:
    if isinstance(node, ast.Tuple):
        return f"[{', '.join(map(_target, node.elts))}]"
    return f"{_text(node.value)}[{_text(node.slice)}]" if isinstance(node, ast.Subscript) else _text(node)


def _for(node: ast.For) -> Iterator[str]:
    yield from _block(f"for ({_target(node.target)} of {_text(node.iter)})", node.body)


def _if(node: ast.If) -> Iterator[str]:
    yield from _block(f"if ({_text(node.test)})", node.body)
    if node.orelse:
        yield from _block("else", node.orelse)


_STATEMENTS: dict[type, Callable[..., Iterator[str]]] = {
    ast.Assign: _assign,
    ast.AugAssign: _augmented,
    ast.For: _for,
    ast.If: _if,
    ast.Expr: lambda node: iter([f"{_text(node.value)};"]),
    ast.Return: lambda node: iter([f"return {_text(node.value)};"]),
    ast.Continue: lambda _: iter(["continue;"]),
    ast.Break: lambda _: iter(["break;"]),
    ast.Pass: lambda _: iter(()),
}

# ------------------------------------------------------------------ expressions


def _text(node: ast.expr) -> str:
    spell = _EXPRESSIONS.get(type(node))
    return spell(node) if spell else _unknown(node)


def _binary(node: ast.BinOp) -> str:
    if type(node.op) not in _BINARY:
        _unknown(node.op)
    left, right = _text(node.left), _text(node.right)
    if isinstance(node.left, ast.List):
        return f"Array({right}).fill({_text(node.left.elts[0])})"
    return f"runtime.{_BINARY[type(node.op)]}({left}, {right})"


def _unary(node: ast.UnaryOp) -> str:
    sign = {ast.Not: "!", ast.USub: "-"}.get(type(node.op)) or _unknown(node.op)
    return f"({sign}{_text(node.operand)})"


def _compare(node: ast.Compare) -> str:
    (operator,), (other,) = node.ops, node.comparators
    left, right = _text(node.left), _text(other)
    if type(operator) in _ORDER:
        return f"({left} {_ORDER[type(operator)]} {right})"
    if isinstance(operator, (ast.Eq, ast.NotEq)):
        return f"{'' if isinstance(operator, ast.Eq) else '!'}runtime.equal({left}, {right})"
    if isinstance(operator, (ast.Is, ast.IsNot)):
        return f"({left} {'===' if isinstance(operator, ast.Is) else '!=='} {right})"
    if isinstance(operator, ast.In):
        return f"runtime.has({right}, {left})"
    _unknown(operator)


def _call(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return _method(node.func, [_text(argument) for argument in node.args])
    assert isinstance(node.func, ast.Name)
    arguments = [_text(argument) for argument in node.args]
    match node.func.id, arguments:
        case "len", [items]:
            return f"{items}.length"
        case "max" | "min" as which, [items]:
            return f"runtime.extreme({1 if which == 'max' else -1}, {items})"
        case "set", items:
            return f"new Set({', '.join(items)})"
        case "list", [items]:
            return f"Array.from({items})"
        case "sorted", [items]:
            return f"runtime.sorted({items})"
        case "map", [function, items]:
            return f"{items}.map({function})"
        case "enumerate", [items]:
            return f"{items}.entries()"
    return f"{node.func.id}({', '.join(arguments)})"


def _method(function: ast.Attribute, arguments: list[str]) -> str:
    owner = _text(function.value)
    match function.attr:
        case "append":
            return f"{owner}.push({arguments[0]})"
        case "add":
            return f"{owner}.add(String({arguments[0]}))"
        case "get" | "isdisjoint":
            return f"runtime.{function.attr}({', '.join([owner, *arguments])})"
    _unknown(function)


def _comprehension(node: ast.ListComp) -> str:
    (each,) = node.generators
    name, items = _target(each.target), _text(each.iter)
    kept = "".join(f".filter(({name}) => {_text(test)})" for test in each.ifs)
    return f"{items}{kept}.map(({name}) => {_text(node.elt)})"


def _joined(node: ast.BoolOp) -> str:
    return f"({(' && ' if isinstance(node.op, ast.And) else ' || ').join(map(_text, node.values))})"


def _subscript(node: ast.Subscript) -> str:
    return f"runtime.at({_text(node.value)}, {_text(node.slice)})"


_EXPRESSIONS: dict[type, Callable[..., str]] = {
    ast.Constant: lambda node: constant(node.value),
    ast.Name: lambda node: node.id,
    ast.Attribute: lambda node: f"{_text(node.value)}.{node.attr}",
    ast.Subscript: _subscript,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _joined,
    ast.Compare: _compare,
    ast.IfExp: lambda node: f"({_text(node.test)} ? {_text(node.body)} : {_text(node.orelse)})",
    ast.NamedExpr: lambda node: f"({_text(node.target)} = {_text(node.value)})",
    ast.Call: _call,
    ast.ListComp: _comprehension,
    ast.List: lambda node: f"[{', '.join(map(_text, node.elts))}]",
    ast.Tuple: lambda node: f"[{', '.join(map(_text, node.elts))}]",
}
