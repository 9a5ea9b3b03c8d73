"""What must hold of the code as a whole: layers, words, imports, sizes."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest

from tilewright.core import expr, play
from tilewright.meaning import evaluator

ENGINE = Path(__file__).parents[1] / "engine" / "tilewright"
CARDS = Path(__file__).parents[1] / "cards"
FILES = sorted(ENGINE.rglob("*.py"))

# Later layers may import earlier ones, never the other way; those in one line not one another.
LAYERS = [
    ["disk"],
    ["source", "resources", "struct", "outputs"],
    ["diagnostics", "store", "pages", "stopping"],
    ["core"],
    ["table"],
    ["meaning"],
    ["syntax"],
    ["files"],
    ["check"],
    ["kernel"],
    ["symbolic", "lint", "draw", "play", "highlight"],
    ["tree"],
    ["openspiel"],
    ["expectimax"],
    ["equilibria"],
    ["cpsat", "sim"],
    ["solver", "turns", "areas"],
    ["texts"],
    ["design", "printing"],
    ["packs", "questions"],
    ["analysis"],
    ["api", "lsp"],
    ["studio"],
    ["cli"],
    ["__init__", "__main__"],
]
# The same inside `cli`.
ROOMS = [
    ["__init__", "terminal"],
    ["report"],
    ["args"],
    ["table"],
    ["commands"],
    ["main"],
]
# Nothing but dataclasses, one after another: no logic to lose sight of.
LONGEST_CHAIN = 3
# What no command loads before it is needed.
HEAVY = {"ortools", "numpy", "pandas", "rich", "prompt_toolkit", "filelock", "pygls", "lsprotocol", "typst"}
HEAVY |= {"starlette", "uvicorn", "wasmtime"}
# Who reads statements as they are written: what checks, words, prints or changes the text of rules (whole layers), what lowers them,
# and in `play` and after it what speaks of statements to people or derives questions from them. Games are run, searched, counted
# and proved by the flow alone.
OF_STATEMENTS = {"core", "check", "lint"}
READ_STATEMENTS = {
    "kernel": {"flow", "lowering"},
    "play": {
        *(
            "choices",
            "contrast",
            "keys",
            "linking",
            "log",
            "naming",
            "moves",
            "prompts",
            "program",
            "tracing",
            "view",
        ),
        *("program", "standing", "state", "tracing", "view", "standing", "bots.features", "bots.beam"),
    },
    "sim": {"trace"},
    "areas": {"layable"},
    "table": {"card"},
    "texts": {"writing"},
    "design": {"endings"},
    "cli": {"table.screen"},
    "studio": {"game_page"},
}
# Trees of the same statements as the core has: as they are written, and as they are lowered.
WRITTEN = (
    "tilewright.syntax.ast",
    "tilewright.syntax.game_ast",
    "tilewright.syntax.play_ast",
    "tilewright.kernel.flow",
)
LEVEL = {name: i for i, names in enumerate(LAYERS) for name in names}


def layer_of(path: Path) -> str:
    """The layer a file belongs to: its folder or its own name."""
    return path.relative_to(ENGINE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The layers a file imports, those for type checking alone left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    return {name.split(".")[1] for name in names if name.startswith("tilewright.")}


def test_imports_point_one_way() -> None:
    """A file imports only from its own layer and from earlier ones."""
    for path in FILES:
        own = layer_of(path)
        for other in imported(path):
            assert other == own or LEVEL[other] < LEVEL[own], f"{path.relative_to(ENGINE)} imports {other}"


def module_of(path: Path) -> str:
    """The name by which a file is imported."""
    parts = path.relative_to(ENGINE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in FILES}


def imported_modules(path: Path) -> Iterator[str]:
    """The modules a file imports, wherever it does so and for whatever reason."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in MODULES else node.module for name in names)


def reachable(start: str, imports: dict[str, set[str]]) -> set[str]:
    """The modules that a module imports, directly or by way of others."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = imports[waiting.pop()] - found
        found |= new
        waiting += new
    return found


@pytest.mark.slow
def test_the_rooms_of_the_command_line_import_one_way() -> None:
    """What is printed knows no options, neither knows the played table, and nothing knows the commands but main."""
    level = {name: i for i, names in enumerate(ROOMS) for name in names}
    for path in ENGINE.joinpath("cli").rglob("*.py"):
        own = path.relative_to(ENGINE / "cli").parts[0].removesuffix(".py")
        for name in imported_modules(path):
            if name.startswith("tilewright.cli."):
                other = name.split(".")[2]
                assert other == own or level[other] < level[own], f"{path.name} imports {name}"


def test_text_goes_out_in_one_place() -> None:
    """Control characters are taken out where text is written: nothing else in `cli` prints."""
    allowed = {"terminal.py"}
    prints = re.compile(r"click\.echo|(?<![\w.])print\(|(stdout|stderr|out)\.write\(")
    paths = [path for path in ENGINE.joinpath("cli").rglob("*.py") if path.name not in allowed]
    assert [path.name for path in paths if prints.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.slow
def test_no_modules_import_one_another() -> None:
    """There is no circle of imports, those for type checking alone and those inside functions counted."""
    imports = {name: set(imported_modules(path)) - {name} for name, path in MODULES.items()}
    reach = {name: reachable(name, imports) for name in imports}
    assert not {name for name in reach if name in reach[name]}


@pytest.mark.slow
def test_chains_of_classes_are_short() -> None:
    """A class has at most two of our own classes among its bases and their bases."""
    optional = () if find_spec("pyspiel") else (".openspiel",)
    modules = [importlib.import_module(name) for name in MODULES if not name.endswith(("__main__", *optional))]
    classes = {value for module in modules for _, value in inspect.getmembers(module, inspect.isclass)}
    chains = {cls: [base for base in cls.__mro__ if base.__module__ in MODULES] for cls in classes}
    long = [f"{cls.__module__}.{cls.__name__}" for cls, chain in chains.items() if len(chain) > LONGEST_CHAIN]
    assert sorted(long) == []


def test_a_name_is_one_class() -> None:
    """A public class or type alias has a name of its own; only what is written, what is meant by it and what it is lowered to share one."""
    homes: dict[str, list[str]] = {}
    for path in FILES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [node.name] if isinstance(node, ast.ClassDef) and node.name[0] != "_" else []
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                names = [node.targets[0].id] if re.fullmatch("[A-Z][a-z][A-Za-z]*", node.targets[0].id) else []
            if isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
                names = [ast.unparse(node.target)]
            for name in names:
                homes.setdefault(name, []).append(module_of(path))
    meant = {name: [home for home in found if home not in WRITTEN] for name, found in homes.items()}
    assert not {name: found for name, found in meant.items() if len(found) > 1}


def test_few_packages_import_the_solver() -> None:
    """ortools is imported by the encodings, the questions (about arrangements, turns, areas and secrets) and the makers, and by nothing else."""
    users = [p for p in FILES if re.search(r"^\s*(import|from) ortools", p.read_text(encoding="utf-8"), re.M)]
    assert users
    assert {layer_of(path) for path in users} == {"cpsat", "solver", "turns", "areas", "design", "equilibria"}


@pytest.mark.slow
def test_the_expression_graph_loads_no_solver() -> None:
    """Importing every module of the symbolic arithmetic loads no ortools."""
    modules = [f"tilewright.symbolic.{path.stem}" for path in FILES if layer_of(path) == "symbolic"]
    assert len(modules) > 5
    run = f"import sys, {', '.join(modules)}; assert 'ortools' not in sys.modules"
    subprocess.run([sys.executable, "-c", run], check=True)


def words_of_the_pack() -> set[str]:
    """Every word that a game file declares, and every id of a card, but for plain English ones."""
    words: set[str] = set()
    for path in CARDS.rglob("*.tw"):
        text = path.read_text(encoding="utf-8")
        words.update(re.findall(r"^[a-z]+ ([a-z][a-z0-9-]*)$", text, re.M))
        if path.name == "game.tw":
            declared = r"^ +(?:game|type|class|piece|cap|board|counter|cards|layouts)\s+([a-z][a-z-]*)"
            words.update(re.findall(declared, text, re.M))
            words.update(re.findall(r"^ +[a-z]+ ([a-z][a-z-]*) [A-Z]", text, re.M))  # kinds
    # 'tile' is the word of the whole field, and of the name of this project.
    plain = {"tile", "reserve", "points", "number", "symbol", "type", "change", "keep", "strength"}
    plain |= {"red", "blue", "yellow"}  # colors are those of screens, too
    # 'guard' is the field's word for the condition of a binder, a 'record' is a game written down, a text has 'characters',
    # a 'die' is the plainest example of a thing with sides, 'knight' is what people write of a step on a board,
    # and games are in 'balance' when no card of theirs is too strong.
    return words - plain - {"guard", "record", "character", "die", "knight", "balance"}


def test_the_engine_knows_no_game() -> None:
    """No word that a pack declares, and no id of a card, is in the engine, but for examples in docstrings, which are run."""
    words = words_of_the_pack() | {"merchant", "soldier", "farmer", "season"}
    assert len(words) > 30
    pattern = re.compile(rf"(?<![a-z-])({'|'.join(sorted(map(re.escape, words)))})s?(?![a-z-])", re.I)
    found = [
        f"{path.relative_to(ENGINE)}:{number}: {match[0]}"
        for path in FILES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if not line.lstrip().startswith((">>> ", "... "))
        for match in pattern.finditer(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_check_loads_nothing_heavy() -> None:
    """Importing the package, or checking, loads no solver, no arrays, and nothing that draws on terminals; games are compiled for solutions that are played."""
    files = [str(path) for path in sorted(CARDS.glob("*/*")) if path.name != "puzzles" and path.suffix != ".json"][::6]
    run = [
        "import sys",
        "import tilewright, tilewright.cli.commands.check",
        "from click.testing import CliRunner",
        "from tilewright.cli.main import command",
        f"r = CliRunner().invoke(command, ['check', '--no-cache', *{files!r}])",
        "assert r.exit_code == 0, r.output",
        f"heavy = {HEAVY!r} & set(sys.modules)",
        "assert not heavy, heavy",
    ]
    subprocess.run([sys.executable, "-c", "\n".join(run)], check=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (["--help"], set()),
        (["explain"], set()),
        (["show", "dragon-castle/castles/base-2.tw"], set()),
        (["puzzle", "new", "--help"], set()),
        (["play", "dragon-castle", "--players", "Ada,Bo"], {"wasmtime"}),
        (["simulate", "cairns", "--players", "random,random", "--games", "1", "--workers", "1"], {"rich"}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands_load_what_they_need(arguments: list[str], needed: set[str]) -> None:
    """In a pipe nothing is loaded that draws on terminals; only a table of numbers takes rich, and only play wasmtime."""
    run = [
        "import sys",
        "from tilewright.cli.main import command",
        f"assert not command({arguments!r}, standalone_mode=False)",
        f"heavy = {HEAVY!r} & set(sys.modules)",
        f"assert heavy == {needed!r}, heavy",
    ]
    subprocess.run([sys.executable, "-c", "\n".join(run)], check=True, cwd=CARDS, stdin=subprocess.DEVNULL)


def test_quick_commands_load_little() -> None:
    """What needs no game loads none, and what only needs the syntax loads no checker."""
    card = str(CARDS / "dragon-castle" / "dragons" / "harmony.tw")
    run = [
        "import sys",
        "from tilewright.cli.main import command",
        "assert not command(['--version'], standalone_mode=False)",
        "assert 'tilewright.table.board' not in sys.modules",
        f"assert not command(['fmt', '--check', {card!r}], standalone_mode=False)",
        "loaded = {'tilewright.check', 'tilewright.lint', 'tilewright.meaning'} & set(sys.modules)",
        "assert not loaded, loaded",
    ]
    subprocess.run([sys.executable, "-c", "\n".join(run)], check=True, stdin=subprocess.DEVNULL)


def test_files_and_functions_are_short() -> None:
    """A file is as long as its one idea, 800 lines at most; a function at most 60."""
    for path in FILES:
        text, where = path.read_text(encoding="utf-8"), str(path.relative_to(ENGINE))
        assert text.count("\n") <= 800, where
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{where}: {node.name}"


TESTS = sorted(Path(__file__).parent.glob("*.py"))
ALLOWED = {"counted_time.py": {"time"}, "test_interrupts.py": {"signal"}}


def test_no_test_reads_the_clock() -> None:
    """Time is counted in tests (``counted_time.py``): a busy machine fails none of them."""
    for path in TESTS:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        clocks = names & {"time", "timeit", "datetime", "signal"}
        assert clocks == ALLOWED.get(path.name, set()), path.name


def test_every_node_is_evaluated_in_one_place() -> None:
    """Each expression and each range of the core has its method in the evaluator, and no other module lists them.

    Readers of rules may look at some nodes (which heights are compared, which kinds are told apart); a second
    list of what nodes mean would name most of them.
    """
    nodes = {*get_args(expr.Number), *get_args(expr.Condition), *get_args(expr.RangeExpr), expr.OnBoardOf}
    assert {*evaluator._NUMBERS, *evaluator._CONDITIONS, *evaluator._RANGES} == nodes
    names = {node.__name__ for node in nodes}
    for path in FILES:
        if layer_of(path) in ("core", "check") or path.name == "evaluator.py":
            continue
        named = names & set(re.findall(r"\b(?:core|expr)\.(\w+)", path.read_text(encoding="utf-8")))
        assert len(named) < len(names) // 2, f"{path.relative_to(ENGINE)} lists {len(named)} of {len(names)} nodes"


def statement_classes(path: Path) -> set[str]:
    """The classes of statements that a module names, by way of `core.play` or imported from there."""
    classes = {statement.__name__ for statement in (*get_args(play.Step), play.Option)}
    tree, found, aliases = ast.parse(path.read_text(encoding="utf-8")), set[str](), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "tilewright.core":
            aliases |= {alias.asname or alias.name for alias in node.names if alias.name == "play"}
        elif isinstance(node, ast.ImportFrom) and node.module == "tilewright.core.play":
            found |= {alias.name for alias in node.names} & classes
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
            found |= {node.attr} & classes
    return found


def test_statements_are_lowered_once() -> None:
    """Classes of statements are named by the lowering and by what speaks of rules as they are written, not by who runs or proves games."""
    reading: dict[str, set[str]] = {}
    for name, path in MODULES.items():
        layer = layer_of(path)
        if layer not in OF_STATEMENTS and statement_classes(path):
            reading.setdefault(layer, set()).add(name.removeprefix(f"tilewright.{layer}."))
    assert reading == READ_STATEMENTS


GUIDES = ("CONTRIBUTING.md", "docs/architecture.md", "docs/classes.md", "docs/encodings.md")


def test_documents_name_files_that_exist() -> None:
    """A path or a module between backticks in the documents about the code is one of the repository."""
    root = ENGINE.parents[1]
    files = {str(path.relative_to(ENGINE)) for path in ENGINE.rglob("*")}
    packages = {path.name for path in ENGINE.iterdir() if path.is_dir()}
    for guide in GUIDES:
        text = root.joinpath(guide).read_text(encoding="utf-8")
        for name in re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.(?:py|c))`", text):
            known = root.joinpath(name).exists() or any(file == name or file.endswith(f"/{name}") for file in files)
            assert known, f"{guide}: {name}"
        for name in re.findall(r"`((?:[a-z_]+/)+[a-z_]+)`", text):
            known = name.split("/")[0] not in packages or not files.isdisjoint((name, f"{name}.py"))
            assert known, f"{guide}: {name}"
