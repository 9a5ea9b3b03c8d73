"""docs/trace.md, run: its files are written, its commands print what stands under them."""

from __future__ import annotations

from pathlib import Path

import pytest

from test_files_doc import follow_page


@pytest.mark.slow
def test_the_page_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands, on its files, print what it shows, and there is no other block on it."""
    follow_page("trace.md", tmp_path, monkeypatch)
