"""From Ctrl-C to the prompt: how long each sort of long work goes on after SIGINT, in seconds of its own processor time and of the clock.

Processor time is what counts on a busy machine. `--only` measures what begins so; `--times` says how often, and the longest counts.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
TICK = os.sysconf("SC_CLK_TCK")
PLAYOUTS = """
import sys
sys.path.insert(0, "tests")
import tilewright
from kernel_games import match_of
from lockstep import Lockstep
from tilewright.kernel.wasm.native import Native, compiled
pack = tilewright.load_pack({name!r})
cards = list(pack.cards()) if {cards!r} is None else [pack.card(card) for card in {cards!r}]
game = Lockstep(match_of(pack, cards, 1))
native = Native(compiled(game.interpreter.layout))
native.load(game.state)
print("begun", flush=True)
native.{call}
"""
GRAPHS = """
import sys
sys.path.insert(0, "tests")
import tilewright
from kernel_games import match_of
from lockstep import Lockstep
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import Reach
from tilewright.kernel.wasm.native import compiled
from tilewright.kernel.wasm.walks import Walks
pack = tilewright.load_pack({name!r})
cards = list(pack.cards()) if {cards!r} is None else [pack.card(card) for card in {cards!r}]
game = Lockstep(match_of(pack, cards, 1))
walks = Walks(compiled(game.interpreter.layout))
walks.reach(Reach({reach}))
print("begun", flush=True)
while True:
    walks.graph(game.state, Status.CHOICE, 3_000_000, lambda state: None, cut=True)
"""
WORK: dict[str, str] = {
    "random games of cairns": PLAYOUTS.format(name="cairns", cards=[], call="playouts(10**9, 1)"),
    "random games with trials": PLAYOUTS.format(name="dragon-castle", cards=["change"], call="playouts(10**9, 1)"),
    "random games on maps": PLAYOUTS.format(name="princess-and-dragon", cards=None, call="playouts(10**9, 1)"),
    "random games of fist": PLAYOUTS.format(name="fist-of-dragonstones", cards=None, call="playouts(10**9, 1)"),
    "positions counted": PLAYOUTS.format(name="dragon-castle", cards=["elegance"], call="call('perft', native.at, 12)"),
    "graphs of turns with trials": GRAPHS.format(name="dragon-castle", cards=["change"], reach="turn=True"),
    "graphs of turns on maps": GRAPHS.format(name="princess-and-dragon", cards=None, reach="turn=True"),
    "graphs of turns of king": GRAPHS.format(name="court-the-king", cards=None, reach="turn=True"),
}


def processor_time(process: int) -> float:
    """Seconds of processor time that a process has taken (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def measure(program: str, worked: float) -> tuple[float, float]:
    """Processor time and time from SIGINT to the end of a program that has worked for so long since it printed a line."""
    child = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert child.stdout is not None and child.stdout.readline() == b"begun\n"
    begun = processor_time(child.pid)
    while processor_time(child.pid) < begun + worked:
        if os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            raise SystemExit("the program ended before it was interrupted")
        time.sleep(0.02)
    before, started = processor_time(child.pid), time.monotonic()
    os.kill(child.pid, signal.SIGINT)
    _, _, used = os.wait4(child.pid, 0)
    child.stdout.close()
    return used.ru_utime + used.ru_stime - before, time.monotonic() - started


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="what is measured begins so")
    parser.add_argument("--times", type=int, default=3, help="how often each is measured")
    given = parser.parse_args()
    print(f"{'':32}{'processor':>10}{'clock':>10}")
    for name, program in WORK.items():
        if name.startswith(given.only):
            found = [measure(program, 0.3 + 0.07 * time_) for time_ in range(given.times)]
            print(f"{name:32}{max(one for one, _ in found):>10.2f}{max(one for _, one in found):>10.2f}", flush=True)


if __name__ == "__main__":
    main()
