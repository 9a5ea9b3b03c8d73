"""Builds the wheel, unpacks it elsewhere and runs the tests against it instead of the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
# Random tests of code alone say nothing more of a wheel, and take most of the time.
RANDOM = (
    "bots",
    "bounds",
    "compiled",
    "cpsat",
    "export",
    "fuzz",
    "invariants",
    "keys",
    "lint",
    "meaning",
    "new_",
    "perft",
    "prove",
    "solutions",
    "why",
    "work",
)
PURE = [f"--ignore-glob={ROOT}/tests/test_{name}*.py" for name in RANDOM]
WHERE = """
import sys, pathlib, tilewright
from tilewright.resources import data_folder
home = pathlib.Path(sys.argv[1]).resolve()
for place in [tilewright.__file__, *map(data_folder, ("cards", "grammar", "schemas", "docs/codes"))]:
    assert home in pathlib.Path(place).resolve().parents and pathlib.Path(place).exists(), place
"""


def main() -> None:
    """Fails when the wheel lacks a file that the code or the tests need."""
    with tempfile.TemporaryDirectory() as folder:
        wheels, home = Path(folder) / "wheels", Path(folder) / "installed"
        run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(ROOT)])
        (wheel,) = wheels.glob("*.whl")
        run([*PIP, "install", "--no-deps", "--target", str(home), str(wheel)])
        environment = {**os.environ, "PYTHONPATH": str(home)}
        run([sys.executable, "-c", WHERE, str(home)], cwd=folder, env=environment)
        data = str(home / "tilewright" / "_data" / "cards")
        run([sys.executable, "-m", "tilewright", "check", data], cwd=folder, env=environment)
        tests = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "--rootdir", str(ROOT), *PURE]
        run([*tests, str(ROOT / "tests")], cwd=ROOT, env=environment)
    print("the wheel is complete")


def run(command: list[str], cwd: str | Path | None = None, env: dict[str, str] | None = None) -> None:
    """Run a command and stop with its exit code when it fails."""
    code = subprocess.run(command, cwd=cwd, env=env, check=False).returncode
    if code:
        sys.exit(code)


if __name__ == "__main__":
    main()
