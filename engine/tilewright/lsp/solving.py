"""Puzzles solved in a process of their own, which ends when nobody waits for it any more."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

SECONDS = 60
"""How long a puzzle may take: the best placement by then is the answer."""
_GRACE = 30


async def solved(text: str, folder: Path) -> str:
    """What `tilewright solve` prints of a puzzle whose text stands in a folder."""
    command = (sys.executable, "-m", "tilewright", "--color", "never", "solve", "-", "--time-limit", str(SECONDS))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        out, err = await asyncio.wait_for(process.communicate(text.encode()), SECONDS + _GRACE)
    except TimeoutError:
        return f"no answer within {SECONDS + _GRACE} seconds"
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return (out or err).decode(errors="replace").rstrip()
