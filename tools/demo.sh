#!/bin/sh
# The main job from end to end; pictures go to demo-out/. Run it with `make demo`.
set -eu
cd "$(dirname "$0")/.."
mkdir -p demo-out
step() { printf '\n\033[1m== %s\033[0m\n$ %s\n' "$1" "$2"; sh -c "$2"; }

step "Every card, castle, position and puzzle of the pack is checked" \
  "tilewright check cards"
step "A card is a text file" \
  "cat cards/dragon-castle/dragons/humility.tw"
step "A realm, and the spaces that score for that card" \
  "tilewright show cards/dragon-castle/positions/two-realms.position.yaml --card humility"
step "The same as a picture" \
  "tilewright show cards/dragon-castle/positions/two-realms.position.yaml --card humility -o demo-out/two-realms.svg"
step "The reasons for every point" \
  "tilewright score cards/dragon-castle/positions/two-realms.position.yaml"
step "A puzzle is solved, and no placement is better" \
  "tilewright solve --check cards/dragon-castle/puzzles/two-roofs.puzzle.yaml -o demo-out/two-roofs.svg"
