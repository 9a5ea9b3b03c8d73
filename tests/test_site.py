"""The documents as pages, without the tool that makes a site of them, and the check of what it makes."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import tilewright
from tilewright.cli.terminal import CannotRun

ROOT = Path(__file__).parents[1]


def build_site() -> ModuleType:
    """The script of the tools."""
    spec = importlib.util.spec_from_file_location("build_site", ROOT / "tools" / "build_site.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SITE = build_site()


def test_every_document_is_in_the_navigation() -> None:
    """Each page of docs/ stands in the navigation, once, and there are no others."""
    listed = [path for paths in SITE.NAVIGATION.values() for path in paths]
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")}
    assert len(listed) == len(set(listed))
    assert {path for path in listed if path.startswith("docs/")} == there | {SITE.CODES}
    assert all((ROOT / path).exists() for path in listed)


@pytest.mark.slow
def test_every_link_of_the_documents_leads_to_a_page(tmp_path: Path) -> None:
    """Laid out as pages, the documents link to files that are there, and to headings of them."""
    SITE.lay_out(tmp_path)
    pages = {path: path.read_text("utf-8") for path in tmp_path.rglob("*.md")}
    headings = {path: {slug(line) for line in re.findall(r"^#+ (.*)$", text, re.M)} for path, text in pages.items()}
    links = 0
    for path, text in pages.items():
        if "source" in path.relative_to(tmp_path).parts:
            continue
        prose = SITE._FENCE.sub("", text)
        for target, anchor in re.findall(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)", prose):
            links += 1
            there = (path.parent / target).resolve() if target else path
            assert there.is_file(), f"{path.relative_to(tmp_path)}: {target}"
            assert not anchor or anchor in headings[there], f"{path.relative_to(tmp_path)}: {target}#{anchor}"
    assert links > 100


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.stem)
def test_code_stands_in_blocks(path: Path) -> None:
    """No page has Python outside of its blocks of code, where it would be read as a quotation, nor an open block."""
    prose = SITE._FENCE.sub("", path.read_text("utf-8"))
    assert not re.search(r"^(>>>|```)", prose, re.M)


def slug(heading: str) -> str:
    """The name by which a heading is linked to."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def test_blocks_name_their_lexers() -> None:
    """A fence keeps its text and gets a lexer; what else it says, or the file that it shows, is a caption."""
    fenced = SITE._fenced
    assert fenced("```tw bad\na\n```\n") == "```{code-block} tilewright\n:caption: bad\n:force:\n\na\n```\n"
    assert fenced("<!-- file: a.yaml -->\n```\na: 1\n```").endswith("{code-block} yaml\n:caption: a.yaml\n\na: 1\n```")
    assert fenced("```\na\n```") == "```{code-block} text\na\n```"
    assert fenced("```console\n$ a\n```") == "```{code-block} console\n$ a\n```"


GOOD = """<!DOCTYPE html><html><head><link rel="stylesheet" href="s.css?v=1"><link rel="next" href="b.html"></head>
<body id="top"><a href="b.html#there">b</a> <a href="https://example.org/">out</a> <a href="#top">up</a>
<img src="data:image/svg+xml;base64,AA=="></body></html>"""


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('href="b.html#there"', 'href="c.html"', "a.html: the link c.html leads nowhere"),
        ("#there", "#nowhere", "a.html: there is no #nowhere on b.html"),
        ('href="#top"', 'href="#tap"', "a.html: there is no #tap on a.html"),
        (
            'src="data:image',
            'src="https://example.org/x.svg" alt="',
            "a.html: https://example.org/x.svg comes from outside",
        ),
        ("<body", '<script src="//example.org/x.js"></script><body', "a.html: //example.org/x.js comes from outside"),
        (
            "<body",
            "<style>@import 'https://example.org/f.css';</style><body",
            "https://example.org/f.css comes from outside",
        ),
        ('href="s.css?v=1"', 'href="t.css"', "a.html: t.css is not there"),
    ],
)
def test_the_check_of_the_site_finds(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    """Dead links, missing places on a page, and what comes from outside are found; a good site has no faults."""
    (tmp_path / "b.html").write_text('<p id="there">', "utf-8")
    (tmp_path / "s.css").write_text("p { background: url('s.css') }", "utf-8")
    (tmp_path / "a.html").write_text(GOOD, "utf-8")
    assert list(SITE.faults(tmp_path)) == []
    assert right in GOOD
    (tmp_path / "a.html").write_text(GOOD.replace(right, wrong), "utf-8")
    assert [fault for fault in SITE.faults(tmp_path) if told in fault]


def test_styles_are_looked_into(tmp_path: Path) -> None:
    """A font that a style loads from outside is found."""
    (tmp_path / "s.css").write_text("@font-face { src: url(https://example.org/f.woff2) }", "utf-8")
    assert list(SITE.faults(tmp_path)) == ["s.css: https://example.org/f.woff2 comes from outside"]


def test_continuous_integration_builds_the_site() -> None:
    """It stops at the first command that fails, and building the site is one of them; `make check` has the same parts."""
    script, makefile = ((ROOT / name).read_text("utf-8") for name in (".ci/run", "Makefile"))
    assert "\nset -eu\n" in script
    run = [target for line in re.findall(r"^make (.*)$", script, re.M) for target in line.split()]
    assert run == ["lint", "types", "site", "test"]
    assert re.search(rf"^check: {' '.join(run)}$", makefile, re.M)
    recipe = re.search(r"^site: .*\n((?:\t.*\n)+)", makefile, re.M)
    assert recipe is not None and "tools/build_site.py" in recipe[1] and "\t-" not in recipe[1]


def test_a_dead_link_fails_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found wrong with the site is the exit code of the script."""
    monkeypatch.setattr(SITE.sys, "argv", ["build_site.py", str(tmp_path / "site")])
    monkeypatch.setattr(SITE, "build", lambda output: ["a.html: the link c.html leads nowhere"])
    with pytest.raises(SystemExit) as end:
        SITE.main()
    assert end.value.code == 1


def test_a_folder_that_holds_something_else_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site takes the place of the folder, so another folder is refused."""
    (tmp_path / "diary.txt").write_text("mine", "utf-8")
    monkeypatch.setattr(SITE.sys, "argv", ["build_site.py", str(tmp_path)])
    with pytest.raises(SystemExit) as end:
        SITE.main()
    assert end.value.code == 2 and (tmp_path / "diary.txt").exists()


# ------------------------------------------------------------------ what is stable

STABLE = (ROOT / "docs" / "stability.md").read_text("utf-8")


def section(title: str) -> str:
    """A section of the page of what is stable."""
    return STABLE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_the_stable_names_are_those_of_the_package() -> None:
    """The page lists each public name once, and no other."""
    rows = [line for line in section("The Python API").splitlines() if line.startswith("| ")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(tilewright.__all__)


def test_the_stable_formats_are_those_of_the_schemas() -> None:
    """Each published schema is listed with its format, and no other."""
    named = re.findall(r"\[`([\w-]+)/(\d+)`\]\(\.\./schemas/([\w.-]+)\)", section("Formats"))
    assert sorted(file for *_, file in named) == sorted(path.name for path in (ROOT / "schemas").iterdir())
    assert all(file == f"{name}-{number}.schema.json" for name, number, file in named)


def test_codes_are_never_used_again() -> None:
    """A code that the page calls gone has no page and stands nowhere in the engine; the others leave no gap."""
    gone = set(re.findall(r"TW\d+", section("Codes of problems").partition("not used again")[2]))
    there = {path.stem for path in (ROOT / "docs" / "codes").glob("TW*.md")}
    used = {
        code for path in (ROOT / "engine").rglob("*.py") for code in re.findall(r"TW\d{3}", path.read_text("utf-8"))
    }
    assert not gone & (there | used)
    by_hundred = {code[:3] for code in there}
    for hundred in by_hundred:
        numbers = sorted(int(code[2:]) for code in there | gone if code.startswith(hundred))
        assert numbers == list(range(numbers[0], numbers[-1] + 1))


def test_commands_that_cannot_run_exit_with_2() -> None:
    """The exit codes of the page are those of the program."""
    codes = re.findall(r"^\| ([\d, ]+) \|", section("Commands and exit codes"), re.M)
    assert codes == ["0", "1", str(CannotRun.exit_code), "130, 143"]


def test_without_node_the_site_has_no_studio(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is missing is said in one line, and nothing is left behind; where the studio is built, two pages lead to it."""
    monkeypatch.setattr(SITE.build_studio.shutil, "which", lambda tool: None)
    assert not SITE._has_built(tmp_path / "studio")
    assert capsys.readouterr().out == "the studio in the browser is left out: there is no node\n"
    assert list(tmp_path.iterdir()) == []
    for studio in (False, True):
        pages = SITE.Pages(tmp_path, studio)
        pages.document("docs/studio.md")
        assert (SITE.OFFER in (tmp_path / "studio.md").read_text("utf-8")) == studio
