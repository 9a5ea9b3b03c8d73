"""Values that notebooks show as what they are: the methods that IPython asks for.

How a value looks is said where it can be drawn (`draw.notebook`, `solver.notebook`), for its class.
"""

from __future__ import annotations

from functools import singledispatch


@singledispatch
def html(value: object) -> str | None:
    """A value as HTML; None for one of a class that nothing was said of."""
    return None


@singledispatch
def drawn(value: object) -> str | None:
    """A value as the text of an SVG picture; None for one that has none."""
    return None


class Displayed:
    """Has itself shown by notebooks (https://ipython.readthedocs.io/en/stable/config/integrating.html)."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """What notebooks show."""
        return html(self)

    def _repr_svg_(self) -> str | None:
        """The picture for what shows no HTML, such as papers made of notebooks."""
        return drawn(self)
