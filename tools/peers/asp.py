"""Answer set programs for clingo, written by hand for one card and this kind of puzzle."""

from __future__ import annotations

from collections.abc import Iterator

import clingo

from peers.facts import Facts

BASE = """
{ tile(S) : open(S) } = tiles.
{ shrine(S) : down(S), not tile(S) } shrines.
#maximize { W,worth,S : shrine(S), worth(S,W) }.
"""
HUMILITY = """
pays(S) :- shrine(S), near(S,N), height(S,H), height(N,G), G > H.
pays(S) :- shrine(S), near(S,N), height(S,H), height(N,H), tile(N).
#maximize { 1,card,S : pays(S) }.
"""
BRAVERY = """
gap(S,N,G-H) :- near(S,N), height(S,H), height(N,G).
beaten(S) :- gap(S,_,D), D > 0.
beaten(S) :- gap(S,_,0), not tile(S).
beaten(S) :- gap(S,N,0), tile(N).
beaten(S) :- gap(S,N,-1), tile(N), not tile(S).
beaten(S) :- height(S,0), not tile(S).
#maximize { 1,card,S : height(S,_), not beaten(S) }.
"""
TRANQUILITY = """
free(S) :- down(S), not tile(S).
% from its least space a group reaches none that is less
spread(S,S) :- free(S).
spread(S,N) :- spread(S,M), near(M,N), S < N, free(N).
more(S) :- spread(S,M), near(M,N), N < S, free(N).
#maximize { 1,card,S : free(S), not more(S) }.
"""
RIGHTEOUSNESS = """
{ chosen(K,L) : line(K,L) } = 1 :- line(K,_).
pays(K,S) :- chosen(K,L), in(K,L,S), shrine(S).
full(K) :- chosen(K,L), shrine(S) : in(K,L,S).
#maximize { 1,card,K,S : pays(K,S); 2,full,K : full(K) }.
"""
PROGRAMS = {"bravery": BRAVERY, "humility": HUMILITY, "tranquility": TRANQUILITY, "righteousness": RIGHTEOUSNESS}
OPTIONS = {
    "bravery": ["--configuration=crafty"],
    "humility": ["--configuration=crafty"],
    "tranquility": ["--opt-strategy=usc,k,0,5"],
    "righteousness": ["--configuration=crafty"],
}


def instance(facts: Facts) -> Iterator[str]:
    """The facts of a puzzle in the words of the programs."""
    yield f"#const tiles={facts.tiles}. #const shrines={facts.shrines}."
    yield from (f"open({space})." for space in facts.open)
    yield from (f"down({space}). worth({space},{facts.worth[space]})." for space in facts.down)
    for space, height in enumerate(facts.height):
        yield f"height({space},{height})."
        yield from (f"near({space},{near})." for near in facts.near[space])
    for kind, lines in (("row", facts.rows), ("column", facts.columns)):
        for number, line in enumerate(lines):
            yield f"line({kind},{number})."
            yield from (f"in({kind},{number},{space})." for space in line)


def best(card: str, facts: Facts, limit: float, workers: int) -> int | None:
    """The proved optimum."""
    control = clingo.Control(["--warn=none", f"--parallel-mode={workers}", *OPTIONS[card]])
    control.add("base", [], BASE + PROGRAMS[card] + "\n".join(instance(facts)))
    control.ground([("base", [])])
    found: list[int] = []
    with control.solve(on_model=lambda model: found.extend(model.cost[:1]), async_=True) as handle:
        finished = handle.wait(limit)
        handle.cancel()
    return -min(found, default=0) if finished else None
