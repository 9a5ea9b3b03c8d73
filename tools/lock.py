"""Writes requirements.lock: the version of everything that the image of the studio is built of (`make lock`).

The Dockerfile installs these versions and nothing else, so that the same source makes the same image on another day.
They are those that pip finds for Linux and this version of Python, which must be the one of the image.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
HEADER = "# What the image of the studio is built of. Written by `make lock`; the Dockerfile installs it.\n"


def wanted() -> list[str]:
    """What the package with its studio asks for, and what builds it."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = found["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["studio"], *found["build-system"]["requires"]]


def main() -> None:
    """Ask pip, and write what it would install."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    asked = [*pip, "--dry-run", "--ignore-installed", "--report", "-", *wanted()]
    report = json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
    found = sorted((one["metadata"]["name"].lower(), one["metadata"]["version"]) for one in report["install"])
    LOCK.write_text(HEADER + "".join(f"{name}=={version}\n" for name, version in found), "utf-8")


if __name__ == "__main__":
    main()
