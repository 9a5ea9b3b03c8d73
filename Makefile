# The two commands, `make demo` and `make test`, set everything up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test quick coverage runtime games maps turns tournament check-balance mutants thorough fuzz lint types check bench peers classics clean golden grammar vscode site web lock test-web test-cluster demo-web

demo: $(READY)  ## from a card to a solved puzzle and a verdict on a card
	@PATH="$(BIN):$$PATH" sh tools/demo.sh

test: $(READY)  ## the built wheel, then the whole test suite
	$(BIN)/python tools/test_wheel.py
	$(BIN)/python -m pytest -n auto --dist worksteal

quick: $(READY)  ## the tests that are not slow: four minutes
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow"

coverage: $(READY)  ## the share of lines that the whole suite runs, by package (half an hour)
	$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report json:coverage.json
	$(BIN)/python tools/coverage_table.py coverage.json

games: $(READY)  ## thousands of random games, checked for invariants (half an hour)
	TILEWRIGHT_GAMES=800 $(BIN)/python -m pytest -n auto tests/test_invariants.py
	TILEWRIGHT_GAMES=100 $(BIN)/python -m pytest -n auto tests/test_view.py tests/test_fist_rules.py

maps: $(READY)  ## areas on random maps, compared with an independent scorer in hundreds of games (long)
	TILEWRIGHT_GAMES=200 $(BIN)/python -m pytest -n auto tests/test_princess_maps.py

turns: $(READY)  ## proofs about turns, compared with exhaustive play on hundreds of tables (long)
	$(BIN)/python tools/check_turns.py --tables 20
	$(BIN)/python tools/check_turns.py --tables 30 --cards harmony --cards tranquility,majesty --cards power
	$(BIN)/python tools/check_turns.py --tables 30 --replies
	$(BIN)/python tools/check_turns.py --tables 100 --cards - --stacks 6 --up 6 --types 3
	$(BIN)/python tools/check_turns.py --tables 20 --turns 2 --cards - --stacks 3 --up 9 --types 3

tournament: $(READY)  ## the bots against one another in all games; continues where it was stopped (an hour of processor time)
	$(BIN)/python tools/bots_table.py --keep tournament

check-balance: $(READY)  ## rank cards of known strength by the table of Dragon Castle: constants in order, a copy as its original (ten minutes)
	$(BIN)/python tools/check_balance.py --games 16 --few

mutants: $(READY)  ## faults put into the engine one at a time: which of them does no test find? (an hour or more)
	$(BIN)/python tools/mutants.py

thorough: $(READY)  ## tests that draw samples, with many samples (half an hour)
	TILEWRIGHT_THOROUGH=1 $(BIN)/python -m pytest -n auto --dist worksteal tests/test_texts_signs.py \
		tests/test_texts_written.py tests/test_fuzz.py tests/test_kernel_graph.py tests/test_flat.py

fuzz: $(READY)  ## ten thousand mutated files and command lines (half an hour)
	$(BIN)/python tools/fuzz.py --cases 10000 --seconds 36000

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/tilewright fmt --check cards

types: $(READY)
	$(BIN)/mypy

check: lint types site test

bench: $(READY)  ## measure, and write the tables of docs/benchmarks.md
	$(BIN)/python tools/tables.py checking scoring solving unseen turns turns-given solvers python-play compiled odds editor

peers: $(READY)  ## install other solvers and games, check our optima with them, and compare speeds
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[bench,peers]"
	$(BIN)/python tools/tables.py elsewhere solvers python-play

classics: $(READY)  ## the classics of examples/ compared with OpenSpiel: moves, turns and results of a thousand games each, then speed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[bench]"
	$(BIN)/python tools/check_classics.py
	$(BIN)/python tools/tables.py compiled classics

site: $(READY)  ## the documents as pages, in site/, with a studio that runs in a browser where Node 20 is there
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[docs]"
	$(BIN)/python tools/build_site.py site

runtime: $(READY)  ## rebuild the runtime of compiled games, after a change of engine/tilewright/kernel/wasm/runtime.c
	$(BIN)/python tools/build_runtime.py

vscode:  ## pack the extension for Visual Studio Code: editors/vscode/tilewright.vsix (needs Node 20)
	cd editors/vscode && npm ci --ignore-scripts --no-audit --no-fund
	cd editors/vscode && npm run --silent check && npm run --silent build && npm run --silent package

web: $(READY)  ## rebuild the page of the studio from web/ (needs Node 20 and npm)
	$(BIN)/python tools/web_assets.py

test-web: $(READY)  ## the studio in a real browser (needs chromium; CHROMIUM names another binary)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "playwright>=1.50"
	cd web && npm ci --silent --ignore-scripts --no-audit --no-fund || echo "npm cannot install: accessibility is not tested"
	$(BIN)/python -m pytest -n 2 web/tests

test-cluster: $(READY)  ## games on a Dask cluster on this machine, compared with local processes
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[cluster]"
	$(BIN)/python -m pytest tests/test_cluster.py
	$(BIN)/python tools/bench_games.py

demo-web: $(READY)  ## open the studio in the browser, with the packs to look at
	@mkdir -p demo-out
	$(BIN)/tilewright studio demo-out --open

lock: $(READY)  ## update requirements.lock: the versions from which the image of the studio is built
	$(BIN)/python tools/lock.py

grammar: $(READY)  ## after a change of grammar/tilewright.lark: rewrite the parser tables, editor grammars, docs/reference.md and docs/classes.md
	$(BIN)/python tools/grammar_tables.py
	$(BIN)/python tools/editor_grammars.py
	$(BIN)/python tools/reference.py
	$(BIN)/python tools/classes.py

schemas: $(READY)  ## after a change of engine/tilewright/outputs: rewrite their published schemas and docs/outputs.md
	$(BIN)/python tools/output_schemas.py
	$(BIN)/python tools/outputs_page.py

golden: $(READY)  ## rewrite every expected output; review the diff
	UPDATE_GOLDEN=1 $(BIN)/python -m pytest

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("tilewright needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@$(BIN)/python -m compileall -q engine  # as pip does for what it copies: else the first command does it, or each one
	@touch $(READY)

clean:
	rm -rf $(VENV) .coverage coverage.json demo-out .mypy_cache .ruff_cache .pytest_cache .hypothesis dist site
