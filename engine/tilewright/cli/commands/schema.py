"""`tilewright schema`."""

from __future__ import annotations

from tilewright.cli.args import given
from tilewright.cli.args.given import complete_games, complete_schemas
from tilewright.cli.args.inputs import workspace
from tilewright.cli.terminal import CannotRun, echo, in_json, needed
from tilewright.diagnostics import no_such
from tilewright.files.schema import GAME_KEYS, game_schema, names, newest, published, words_of


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
    if options.name not in {*known, *(each.rpartition("-")[0] for each in known)}:
        raise CannotRun("; ".join(filter(None, no_such("schema", options.name, known))))
    found = newest(options.name)
    if options.game is None:
        schema = published(found)
    elif found in GAME_KEYS:
        schema = game_schema(found, words_of(needed(workspace().resolver().pack(options.game)).game))
    else:
        raise CannotRun(f"--game is for {', '.join(GAME_KEYS)}")
    echo(in_json(schema, indent=2))
    return 0
