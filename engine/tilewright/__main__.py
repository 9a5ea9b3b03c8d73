"""The entry point of `tilewright` and `python -m tilewright`.

Imports take a moment. A signal before `cli.main` installs its handlers ends the process quietly, with the exit code
of shells.
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
