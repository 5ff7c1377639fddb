# The two commands of the README are `make demo` and `make test`. Each sets up .venv by itself.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
BIN := .venv/bin
SHARED ?= ../shared

.PHONY: demo test lint format bench soak db i18n clean

.venv/installed: pyproject.toml scripts/hatch_build.py deckkit/locales/fr/LC_MESSAGES/deckkit.po
	@test -n "$(PYTHON)" || { echo "deckkit needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Setting up .venv (once; this needs a package index) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

.venv/installed-dev: .venv/installed
	@echo "Setting up what the tests need ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: .venv/installed
	@sh scripts/demo.sh $(BIN)/deckkit

test: .venv/installed-dev
	@$(BIN)/python -m pytest -n auto

lint: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/installed-dev
	$(BIN)/python scripts/bench.py

# 20,000 random games of each playable game, with the invariants at every step.
soak: .venv/installed-dev
	$(BIN)/python scripts/soak.py

# Feeds -> facts (committed, read as a diff) -> database (committed). Needs the folder of feeds.
db: .venv/installed-dev
	$(BIN)/python scripts/make_facts.py $(SHARED)/feeds
	$(BIN)/python scripts/build_db.py

# Message catalogue: extract, merge, compile.
i18n: .venv/installed-dev
	$(BIN)/python scripts/messages.py

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
