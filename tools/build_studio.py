"""Builds the studio that runs in a browser, without a server: pages and files for any web server. `make site` calls it.

Python comes from Pyodide (web/package.json pins it), the libraries from those that are installed here, as far as they are
Python alone. The modules that a start loads are compiled by that Python itself, and what the first page asks for is
answered in advance (`first_answers`), so that it is there before Python is.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from hashlib import sha256
from importlib.metadata import distribution, packages_distributions, version
from importlib.util import find_spec
from pathlib import Path

from tilewright.draw import palette
from tilewright.studio.app import PAGE
from tilewright.studio.browser import BrowserStudio, first_answers

ROOT = Path(__file__).resolve().parents[1]
WEB, ENGINE = ROOT / "web", ROOT / "engine" / "tilewright"
ASSETS = ENGINE / "studio" / "assets"
PYODIDE = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LIBRARIES = ("attr", "attrs", "cattrs", "lsprotocol", "pygls", "typing_extensions", "yaml")
PURE = ("jsonschema==4.17.3", "pyrsistent==0.20.0")
"""The last jsonschema that needs no compiled library. The wheel `pip` finds for any platform is used."""
DATA = ("cards", "docs", "grammar", "phrases", "schemas")
UNUSED = ("*.pyc", "__pycache__", "assets", "cli", "pictures", "*.so", "*.c", "*.wasm", "py.typed")
TOKEN = '<meta name="csp-nonce" content="{{nonce}}">'
LOADING = '<p id="loading" role="status" hidden></p>'
SERVER = (
    "This page needs a web server: <code>python -m http.server -d site</code>, then open http://localhost:8000/studio/."
)


class CannotBuild(Exception):
    """The studio cannot be built here; the message says why."""


def build(folder: Path) -> None:
    """Build the studio in a folder that is not there yet. Raises `CannotBuild`."""
    _tools()
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        library = Path(name) / "lib"
        _lay_out(library)
        _run("Python for browsers does not start", ["node", "compile.mjs", str(library)])
        _pack(library, folder / "tilewright.bin")
    (folder / "assets").mkdir()
    for file in ("studio.js", "studio.css"):
        shutil.copyfile(ASSETS / file, folder / "assets" / file)
    (folder / "assets" / "licenses.txt").write_text((ASSETS / "licenses.txt").read_text("utf-8") + _licenses(), "utf-8")
    worker = f"--outfile={folder / 'assets' / 'worker.js'}"
    _run("the worker cannot be built", ["npm", "run", "--silent", "build-worker", "--", worker])
    (folder / "pyodide").mkdir()
    for file in PYODIDE:
        shutil.copyfile(WEB / "node_modules" / "pyodide" / file, folder / "pyodide" / file)
    (folder / "palette.css").write_text(palette.page_style(), "utf-8")
    (folder / "start.json").write_text(_answers(), "utf-8")
    size = round(sum(_sent(path) for path in folder.rglob("*") if path.is_file()) / 1e6)
    (folder / "index.html").write_text(_page(size), "utf-8")


def _tools() -> None:
    """Node and what the lock file names. Raises `CannotBuild`."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            raise CannotBuild(f"there is no {tool}")
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        _run("npm cannot install", ["npm", "ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"])


def _run(problem: str, command: list[str]) -> None:
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise CannotBuild(f"{problem}: {said[-1] if said else command[0]}")


# ------------------------------------------------------------------ Python


def _lay_out(library: Path) -> None:
    """The modules and the data, as in the wheel, and the libraries. Raises `CannotBuild`."""
    unused = shutil.ignore_patterns(*UNUSED)
    shutil.copytree(ENGINE, library / "tilewright", ignore=unused)
    for name in DATA:
        shutil.copytree(ROOT / name, library / "tilewright" / "_data" / name, ignore=unused)
    for name in LIBRARIES:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise CannotBuild(f"there is no {name}: pip install 'tilewright[studio]'")
        path = Path(spec.origin)
        if path.name == "__init__.py":
            shutil.copytree(path.parent, library / name, ignore=unused)
        else:
            shutil.copyfile(path, library / path.name)
    about = library / "tilewright.dist-info" / "METADATA"  # results name the version
    about.parent.mkdir()
    about.write_text(f"Metadata-Version: 2.1\nName: tilewright\nVersion: {version('tilewright')}\n", "utf-8")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-compile",
    ]
    _run("pip cannot install", [*pip, "--only-binary=:all:", "--platform=any", f"--target={library}", *PURE])


def _pack(library: Path, file: Path) -> None:
    """One compressed archive of the files; the same files give the same bytes."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(library.rglob("*")):
            if path.is_file() and "tests" not in path.parts:
                one = tarfile.TarInfo(path.relative_to(library).as_posix())
                one.size = path.stat().st_size
                archive.addfile(one, io.BytesIO(path.read_bytes()))
    file.write_bytes(gzip.compress(packed.getvalue(), mtime=0))


def _answers() -> str:
    """What the first page asks for, with the answers, as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        studio = BrowserStudio(Path(folder), lambda path, text: None)
        return json.dumps(list(first_answers(studio)), separators=(",", ":"), ensure_ascii=False)


def _licenses() -> str:
    """The licenses of Python and its libraries, which are not among those of the page."""
    parts = [
        f"Pyodide {_pyodide()} (MPL-2.0), https://pyodide.org",
        "Python (PSF-2.0), https://docs.python.org/3/license.html",
    ]
    for name in sorted({one for package in (*LIBRARIES, "jsonschema") for one in packages_distributions()[package]}):
        found = distribution(name)
        texts = [path.read_text("utf-8") for path in found.files or () if "LICENSE" in path.name.upper()]
        parts.append("\n\n".join([f"{name} {found.version}", *texts]))
    parts.append("pyrsistent (MIT), https://github.com/tobgu/pyrsistent")
    return "".join(f"\n----------\n\n{part}\n" for part in parts)


def _pyodide() -> str:
    package = json.loads((WEB / "node_modules" / "pyodide" / "package.json").read_text("utf-8"))
    return str(package["version"])


# ------------------------------------------------------------------ the page


def _page(size: int) -> str:
    """The page of the studio, with the rules of what it may load and words for the time of loading; `size` is in MB."""
    text = (ASSETS / "index.html").read_text("utf-8")
    nonce = sha256(text.encode()).hexdigest()[:20]
    policy = PAGE.format(nonce=nonce).replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
    )
    policy = policy.replace("; frame-ancestors 'none'", "")  # it counts in headers alone
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n    <meta name="inside" content="{size}">\n    '
    head += TOKEN.replace("{{nonce}}", nonce)
    loading = f'<p id="loading" role="status" class="late">{SERVER}</p>'
    assert TOKEN in text and LOADING in text
    return text.replace(TOKEN, head).replace(LOADING, loading)


def _sent(path: Path) -> int:
    """The bytes of a file as a web server sends it."""
    return len(gzip.compress(path.read_bytes(), 6))


def site_folder(name: str) -> Path:
    """A folder that may be replaced: a new or empty one, or one that holds a site."""
    folder = Path(name)
    if folder.exists() and not (folder / "index.html").is_file() and (not folder.is_dir() or any(folder.iterdir())):
        raise argparse.ArgumentTypeError(f"{name} exists and holds no site; it would be deleted")
    return folder


def main() -> None:
    """Build the studio in the folder that is named."""
    parser = argparse.ArgumentParser(description="Build the studio that runs in a browser.")
    parser.add_argument("folder", type=site_folder, help="the folder to build it in")
    folder = parser.parse_args().folder
    shutil.rmtree(folder, ignore_errors=True)
    try:
        build(folder)
    except CannotBuild as problem:
        sys.exit(f"the studio cannot be built: {problem}")
    print(f"{folder}/index.html")


if __name__ == "__main__":
    main()
