"""Settings for the whole suite: the same examples on every run, and time that does not depend on the machine."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from counted_time import CountedTime

settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
if (
    "PYTEST_XDIST_WORKER" not in os.environ
):  # no test sees what is kept of other runs; of its own run, only machine code of games
    CACHE = Path(tempfile.mkdtemp(prefix="tilewright-tests-"))
    (CACHE / "tilewright").touch()
    os.environ["XDG_CACHE_HOME"] = str(CACHE)
    atexit.register(shutil.rmtree, CACHE, ignore_errors=True)


@pytest.fixture(autouse=True)
def counted_time() -> Iterator[CountedTime]:
    """The clock of every test, which counts work: no test depends on how busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        clock = CountedTime()
        clock.install(patch)
        yield clock
