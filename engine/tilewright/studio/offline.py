"""Pages without a server: one HTML file with its style, script and data, which may not load anything."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path
from zlib import compress

from tilewright.draw import palette
from tilewright.meaning.emit.portable import NotPortable
from tilewright.studio.tables import JsonObject

LARGEST = 600_000
"""The largest size of a page in bytes."""
WASM = " 'wasm-unsafe-eval'"
"""The CSP source that allows a page to compile WebAssembly."""
_ASSETS = Path(__file__).parent / "assets"


def page(kind: str, name: str, data: JsonObject, *, lang: str = "en") -> str:
    """The page of a kind, with its title and all that it knows. Raises `NotPortable` if it is too large.

    The kinds are ``game``, ``puzzle``, in which nothing is played, and ``booklet``, in which some puzzles are.
    """
    script = safe((_ASSETS / f"{kind}-page.js").read_text("utf-8"))
    style = palette.page_style() + (_ASSETS / "studio.css").read_text("utf-8")
    sources = f"script-src '{digest(script)}'{'' if kind == 'puzzle' else WASM}"
    known = {
        "LANG": escape(lang, quote=True),
        "POLICY": f"default-src 'none'; img-src data:; {sources}; style-src '{digest(style)}'",
        "TITLE": escape(name),
        "STYLE": style,
        "BODY": (_ASSETS / f"{'game' if kind == 'game' else 'puzzle'}.html").read_text("utf-8"),
        "PLAY": (_ASSETS / "play.html").read_text("utf-8"),
        "NAME": escape(name),
        "DATA": packed(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()),
        "SCRIPT": script,
    }
    text = (_ASSETS / "offline.html").read_text("utf-8")
    for key, value in known.items():
        before, _, after = text.partition(f"{{{{{key}}}}}")
        text = before + value + after
    if len(text.encode()) > LARGEST:
        raise NotPortable(f"the page would have {len(text.encode()):,} bytes; the most is {LARGEST:,}")
    return text


def packed(content: bytes) -> str:
    """Compressed bytes (`deflate` of `DecompressionStream`) in base64."""
    return b64encode(compress(content, 9)).decode()


def digest(text: str) -> str:
    """The hash source of a script for a content security policy (CSP level 3)."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def safe(text: str) -> str:
    """A script without sequences that would end its HTML element."""
    return text.replace("</", "<\\/").replace("<!--", "<\\!--")
