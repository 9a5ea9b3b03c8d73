"""What is handed on besides the wheel: the source archive, and the versions of which the image is built."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tarfile
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LEFT_OUT = {"site", "dist", "demo-out", "coverage.json", "tournament.jsonl"}
"""What `make` leaves in a checkout."""


def lock() -> ModuleType:
    """The tool that writes the versions."""
    spec = importlib.util.spec_from_file_location("lock", ROOT / "tools" / "lock.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_source_archive_is_whole(tmp_path: Path) -> None:
    """F96: everything that lies in the checkout is in the archive, so that all of `make` works there."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    top = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} - LEFT_OUT
    assert top | {".pre-commit-hooks.yaml", ".dockerignore"} <= {name.partition("/")[0] for name in names}
    examples = {path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").rglob("*") if path.is_file()}
    assert examples and examples <= names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_the_image_is_built_of_known_versions() -> None:
    """F96: each package that is asked for, and each that those ask for, has a version in the lock, which is one they take."""
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()[1:]
    assert all(re.fullmatch(r"[a-z0-9._-]+==[0-9][0-9a-z.]*", line) for line in lines) and len({*lines}) == len(lines)
    locked = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}
    waiting, known = [Requirement(text) for text in lock().wanted()], set[str]()
    while waiting:
        asked = waiting.pop()
        if asked.marker is not None and not asked.marker.evaluate({"extra": "", "sys_platform": "linux"}):
            continue
        name = canonicalize_name(asked.name)
        assert asked.specifier.contains(locked[name], prereleases=True), asked
        if name not in known:
            known.add(name)
            try:
                waiting += [Requirement(text) for text in requires(name) or ()]
            except PackageNotFoundError:
                continue  # not installed here: what it asks for is not known
    docker = (ROOT / "Dockerfile").read_text("utf-8")
    installs = re.findall(r"pip install (.*?)(?: \\\\)?$", docker, re.MULTILINE)
    assert len(installs) == 2 and all("--no-deps" in one for one in installs) and "requirements.lock" in installs[0]
