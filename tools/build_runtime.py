"""Compile the runtime of compiled games with the C compiler of ziglang: `engine/tilewright/kernel/wasm/runtime.wasm`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "engine" / "tilewright" / "kernel" / "wasm"
FLAGS = [
    "-target",
    "wasm32-freestanding",
    "-O3",
    "-g0",
    "-nostdlib",
    "-fno-strict-aliasing",
    "-mbulk-memory",
    "-msimd128",
    "-Wall",
]
LINKER = [
    "--no-entry",
    "--import-table",
    "--export=__heap_base",
    "-z,stack-size=65536",
    "-s",
    f"--initial-memory={0x800000}",
]


def command(target: Path) -> list[str]:
    """The command that compiles the runtime to a file."""
    linked = [f"-Wl,{flag}" for flag in LINKER]
    return [sys.executable, "-m", "ziglang", "cc", *FLAGS, *linked, "-o", str(target), str(FOLDER / "runtime.c")]


if __name__ == "__main__":
    subprocess.run(command(FOLDER / "runtime.wasm"), check=True)
