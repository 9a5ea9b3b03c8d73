"""How much room words take in a picture, as the widest of its fonts (DejaVu Sans) sets them: what fits there fits everywhere."""

from __future__ import annotations

_BOLD = 1.14
"""Bold words, measured in those that are not."""
_OTHER = 0.66
"""The width of signs that are not in the table: letters with accents."""
_WIDTHS = {
    0.3: "'IJijl",
    0.35: " ,./:;\\|…",
    0.4: "()-[]ft",
    0.45: "!r",
    0.5: '"*_`',
    0.55: "?csz",
    0.6: "FLkvxy",
    0.65: "$0123456789EPSTYabdeghnopqu{}",
    0.7: "ABCKRVXZ",
    0.75: "NU",
    0.8: "&DGHOQ",
    0.85: "#+<=>^w~",
    0.9: "M",
    1.0: "%@Wm—",
}
_OF = {sign: width for width, signs in _WIDTHS.items() for sign in signs}


def width_of(words: str, size: float, bold: bool = False) -> float:
    """The width of a line in a font size, never less than it is."""
    return size * sum(_OF.get(sign, _OTHER) for sign in words) * (_BOLD if bold else 1)


def wrapped(words: str, width: float, size: float, most: int, bold: bool = False) -> list[str]:
    """The lines of a text; what is more than `most` of them is left out behind an ellipsis."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size, bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while " " in last and width_of(f"{last} …", size, bold) > width:
        last = last.rsplit(" ", 1)[0]
    return [*lines[: most - 1], f"{last} …"]
