"""`tilewright schema`."""

from __future__ import annotations

from tilewright.cli.args import given
from tilewright.cli.args.given import complete_games, complete_schemas
from tilewright.cli.args.inputs import workspace
from tilewright.cli.terminal import CannotRun, echo, in_json, needed
from tilewright.diagnostics import no_such
from tilewright.files.schema import (
    layout_puzzle_schema,
    map_schema,
    moves_schema,
    names,
    newest,
    pool_schema,
    position_1_schema,
    position_schema,
    published,
    puzzle_schema,
    record_schema,
    turns_schema,
    words_of,
)

OF_A_GAME = {
    "position-1": position_1_schema,
    "position-2": position_schema,
    "puzzle-1": puzzle_schema,
    "puzzle-turns-1": turns_schema,
    "puzzle-moves-1": moves_schema,
    "puzzle-pool-1": pool_schema,
    "puzzle-map-1": map_schema,
    "puzzle-layout-1": layout_puzzle_schema,
    "record-1": record_schema,
}
"""The schemas that take words of a game."""


class SchemaOptions(given.Options):
    name: str | None = given.argument(required=False, shell_complete=complete_schemas)
    game: str | None = given.option(
        "--game", metavar="GAME", shell_complete=complete_games, help="Include the words of this game."
    )


@given.command(SchemaOptions, epilog="Example: tilewright schema position > position.schema.json")
def command(options: SchemaOptions) -> int:
    """Print the JSON Schema of a format; without NAME, list them.

    Editors use the schema named in the first line of a YAML file to complete and check it:
    # yaml-language-server: $schema=position.schema.json
    """
    known = names()
    if options.name is None:
        for each in known:
            echo(each)
        return 0
    found = (
        options.name
        if options.name in known
        else newest(options.name)
        if any(options.name == each.rpartition("-")[0] for each in known)
        else None
    )
    if found is None:
        raise CannotRun("; ".join(filter(None, no_such("schema", options.name, known))))
    if options.game is None:
        schema = published(found)
    elif found in OF_A_GAME:
        schema = OF_A_GAME[found](words_of(needed(workspace().resolver().pack(options.game)).game))
    else:
        raise CannotRun(f"--game is for {', '.join(OF_A_GAME)}")
    echo(in_json(schema, indent=2))
    return 0
