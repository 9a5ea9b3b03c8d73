"""The entry point of the command `tilewright`, by that name and by `python -m tilewright`.

What the command needs takes a moment to load. A signal that comes before it is noticed (`cli.interrupts`) ends the
process quietly, with the exit code that shells have for it.
"""

import os
import signal


def _end(number: int, frame: object) -> None:
    os._exit(128 + number)


def main() -> None:
    """Run the command."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):  # not ignored, as by nohup
            signal.signal(number, _end)
    from tilewright.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
