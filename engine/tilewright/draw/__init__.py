"""Pictures of boards, as SVG and on the terminal."""

from tilewright.draw.picture import Picture
from tilewright.draw.sheet import svg
from tilewright.draw.text import terminal

__all__ = ["Picture", "svg", "terminal"]
