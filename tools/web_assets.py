"""Builds the page of the studio: `make web`. The sources lie in web/, what is built in engine/tilewright/studio/assets.

The assets are kept in the repository, so that neither the package nor its tests need Node. With them lies a hash of the
sources that they were built of; a test compares it, so that neither is changed without the other.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB, ASSETS = ROOT / "web", ROOT / "engine" / "tilewright" / "studio" / "assets"
STAMP = ASSETS / "sources.sha256"
COPIED = ("index.html", "offline.html", "game.html", "puzzle.html", "play.html", "studio.css")


def sources() -> list[Path]:
    """The files that the assets are made of."""
    return sorted(
        [*(WEB / "src").rglob("*.ts"), *(WEB / name for name in (*COPIED, "package.json", "package-lock.json"))]
    )


def hash_of_sources() -> str:
    """What tells these sources from others, however their lines end."""
    found = sha256()
    for path in sources():
        found.update(f"{path.relative_to(WEB).as_posix()}\n".encode())
        found.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()


def build() -> None:
    """Install what the lock file names, check the types, bundle, and write the assets."""
    _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    _run("npm", "run", "--silent", "check")
    shutil.rmtree(ASSETS, ignore_errors=True)
    ASSETS.mkdir(parents=True)
    _run("npm", "run", "--silent", "build", "--", f"--outfile={ASSETS / 'studio.js'}")
    _run("npm", "run", "--silent", "build-offline", "--", f"--outdir={ASSETS}")
    for name in COPIED:
        (ASSETS / name).write_text(copied(name), "utf-8")
    (ASSETS / "licenses.txt").write_text(licenses(), "utf-8")
    STAMP.write_text(hash_of_sources() + "\n", "utf-8")


def copied(name: str) -> str:
    """The text of a file as it is copied: the page of the studio has the elements of a game, which pages of games have too."""
    text = (WEB / name).read_text("utf-8")
    return text.replace("{{PLAY}}", (WEB / "play.html").read_text("utf-8")) if name == "index.html" else text


def licenses() -> str:
    """The licenses of the packages in the bundle."""
    lock = json.loads((WEB / "package-lock.json").read_text("utf-8"))
    parts = []
    for name, package in sorted(lock["packages"].items()):
        folder = WEB / name
        if name and not package.get("dev"):
            texts = [path.read_text("utf-8").strip() for path in sorted(folder.glob("[Ll][Ii][Cc][Ee][Nn]*"))]
            title = f"{name.removeprefix('node_modules/')} {package['version']} ({package.get('license', 'see below')})"
            parts.append("\n\n".join([title, *texts]))
    return "\n\n----------\n\n".join(parts) + "\n"


def _run(*command: str) -> None:
    code = subprocess.run(command, cwd=WEB, check=False).returncode
    if code:
        sys.exit(code)


if __name__ == "__main__":
    build()
