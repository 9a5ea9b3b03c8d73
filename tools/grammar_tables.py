"""Writes the tables of the parser, which the wheel carries, anew from the grammar."""

from __future__ import annotations

import json

from tilewright.resources import data_folder
from tilewright.syntax.grammar import TABLES, tables


def main() -> None:
    """Run it after every change of the grammar, and with a new version of Lark."""
    folder = data_folder("grammar")
    made = tables((folder / "tilewright.lark").read_text(encoding="utf-8"))
    text = json.dumps(made, separators=(",", ":"))
    (folder / TABLES).write_text(text + "\n", encoding="utf-8")
    print(f"{folder / TABLES}: {len(made['data']['parser']['parser']['states'])} states")


if __name__ == "__main__":
    main()
