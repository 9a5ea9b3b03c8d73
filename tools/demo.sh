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
step "The most that a card can ever pay, and whether two rules are the same" \
  "tilewright bounds devotion && tilewright prove \"score 1 for each stack where no neighbor is as tall or taller\" bravery"
step "A card with an ability, and the named rule that it changes" \
  "tail -n 2 cards/dragon-castle/spirits/abyss.tw && grep -n 'is matching' cards/dragon-castle/game.tw"
step "Bots play a game to its end" \
  "tilewright play dragon-castle --players Ada=random,Bo=random --cards humility,destruction --layout base-2 --seed 7 | tail -n 12"
step "A hundred games, and what they tell of the castle and the cards" \
  "tilewright simulate dragon-castle --games 100 --players random,random --cards humility,destruction --layout base-2"
