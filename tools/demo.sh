#!/bin/sh
# Shows what tilewright does, from a card to a proof; pictures are written to demo-out/. Run it with `make demo`.
set -eu
cd "$(dirname "$0")/.."
mkdir -p demo-out
pack=cards/dragon-castle
bold='' plain=''
if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); fi
step() { printf '\n%s== %s%s\n$ %s\n' "$bold" "$1" "$plain" "$2"; sh -c "$2"; }

step "Check every card, castle, position and puzzle" \
  "tilewright check cards"
step "A card is a text file" \
  "cat $pack/dragons/humility.tw"
step "Score a realm, with the reason for every point" \
  "tilewright score $pack/positions/two-realms.position.yaml"
step "Let bots play a game" \
  "tilewright play dragon-castle --players Ada=greedy,Bo=random --cards humility,destruction --layout base-2 --seed 7 | tail -n 12"
step "A card with an ability, and the rule of the game that it changes" \
  "tail -n 2 $pack/spirits/abyss.tw && grep -n 'is matching' $pack/game.tw"
step "Solve a puzzle, with proof that no placement is better" \
  "tilewright solve --check $pack/puzzles/two-roofs.puzzle.yaml -o demo-out/two-roofs.svg"
step "The verdict on a card: does its printed text say what its rule does, and how much can it ever pay?" \
  "tilewright text devotion && tilewright bounds devotion --show -o demo-out/devotion.svg"
printf '\nOpen demo-out/two-roofs.svg (the solved puzzle) and demo-out/devotion.svg (a board on which Devotion pays the most).\n'
printf 'Next: write a card of your own (README.md), or open the studio (make demo-web).\n'
