"""The formats of all outputs, as types; ``docs/stability.md`` lists them."""
