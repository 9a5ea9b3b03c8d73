"""Builds the wheel, unpacks it elsewhere, looks for every file in it and runs tests against it instead of the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
# Those that read the data which a wheel carries; the others say nothing more of a wheel.
TESTS = ("api", "cairns", "check_command", "commands", "explain", "files_doc", "language_doc", "readme", "schemas")
WHERE = """
import sys, pathlib, tilewright
from tilewright.resources import data_folder
home = pathlib.Path(sys.argv[1]).resolve()
for place in [tilewright.__file__, *map(data_folder, ("cards", "grammar", "phrases", "schemas", "docs/codes"))]:
    assert home in pathlib.Path(place).resolve().parents and pathlib.Path(place).exists(), place
"""


def main() -> None:
    """Fails when the wheel lacks a file that the code or the tests need."""
    with tempfile.TemporaryDirectory() as folder:
        wheels, home = Path(folder) / "wheels", Path(folder) / "installed"
        run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(ROOT)])
        (wheel,) = wheels.glob("*.whl")
        run([*PIP, "install", "--no-deps", "--target", str(home), str(wheel)])
        if missing := sorted(different(home)):
            sys.exit("the wheel lacks, changes or should not have: " + ", ".join(missing))
        environment = {**os.environ, "PYTHONPATH": str(home)}
        run([sys.executable, "-c", WHERE, str(home)], cwd=folder, env=environment)
        data = str(home / "tilewright" / "_data" / "cards")
        run([sys.executable, "-m", "tilewright", "check", data], cwd=folder, env=environment)
        tests = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-m", "not slow"]
        run([*tests, "--rootdir", str(ROOT), *(f"tests/test_{name}.py" for name in TESTS)], cwd=ROOT, env=environment)
    print("the wheel is complete")


def different(home: Path) -> Iterator[str]:
    """The files of the checkout that the wheel lacks or has with other bytes, and the excluded ones that it has."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    for name in wheel["only-include"]:
        source = next(source for source in wheel["sources"] if name == source or name.startswith(source + "/"))
        top = ROOT / name
        for path in top.rglob("*") if top.is_dir() else [top]:
            if path.is_file() and "__pycache__" not in path.parts:
                packed = home / wheel["sources"][source] / path.relative_to(ROOT / source)
                excluded = any(path.is_relative_to(ROOT / folder) for folder in wheel["exclude"])
                if packed.is_file() == excluded or (not excluded and packed.read_bytes() != path.read_bytes()):
                    yield str(path.relative_to(ROOT))


def run(command: list[str], cwd: str | Path | None = None, env: dict[str, str] | None = None) -> None:
    """Run a command and stop with its exit code when it fails."""
    code = subprocess.run(command, cwd=cwd, env=env, check=False).returncode
    if code:
        sys.exit(code)


if __name__ == "__main__":
    main()
