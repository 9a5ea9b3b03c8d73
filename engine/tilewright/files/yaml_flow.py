"""Values as YAML text, in quotes where YAML needs them."""

from __future__ import annotations

import yaml


def inline(value: object) -> str:
    """A value on one line."""
    text = yaml.safe_dump([value], default_flow_style=True, allow_unicode=True, width=10**9, sort_keys=False)
    return text.strip()[1:-1]


def block(value: object) -> str:
    """A list on as many lines as it has items."""
    text = yaml.safe_dump(value, default_flow_style=False, allow_unicode=True, width=10**9, sort_keys=False)
    return str(text).rstrip("\n")
