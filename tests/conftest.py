"""Settings for the whole suite: the same examples on every run, and time that does not depend on the machine."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from counted_time import CountedTime

settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
os.environ["XDG_CACHE_HOME"] = f"{os.devnull}/none"  # no test sees what is kept of other runs


@pytest.fixture(autouse=True)
def counted_time() -> Iterator[CountedTime]:
    """The clock of every test, which counts work: no test depends on how busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        clock = CountedTime()
        clock.install(patch)
        yield clock
