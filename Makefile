# One command per chore. `make bench` and `make test` do everything on a machine that has Python >= 3.11 and make.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
BENCH  := $(BIN)/bench

# Every variable below is a flag of `bench run`; an empty one leaves the default.
MODEL    ?= baseline:extractive
LANGS    ?=
ARMS     ?=
DATA     ?=
PRESET   ?=
LIMIT    ?=
REPEATS  ?=
JUDGE    ?=
BASE_URL ?=
flag = $(if $($(1)),--$(2) '$($(1))')

.DEFAULT_GOAL := help
.PHONY: help setup bench test check fmt schema data-sums perf lock clean

help: ## Show what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(VENV)/.installed ## Make .venv with bench in it

# Installed from the lock, with hashes; the project itself without dependencies, so that nothing slips past the lock.
$(VENV)/.installed: requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

bench: setup ## Benchmark a model: make bench MODEL=gpt-5 [LANGS=ja,en] [ARMS=…] [DATA=…] [LIMIT=…] [JUDGE=…] [BASE_URL=…] [REPEATS=…]
	@$(BENCH) run '$(MODEL)' $(call flag,LANGS,langs) $(call flag,ARMS,arms) $(call flag,DATA,data) \
	  $(call flag,PRESET,preset) $(call flag,LIMIT,limit) $(call flag,REPEATS,repeats) $(call flag,JUDGE,judge) \
	  $(call flag,BASE_URL,base-url)

test: setup ## Run the tests (offline)
	$(BIN)/python -m pytest

check: setup ## Lint, types, layers, schemas, data
	$(BIN)/ruff check bench tests
	$(BIN)/ruff format --check bench tests
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_layers.py
	$(BIN)/python -m bench.schema --check
	$(BENCH) data validate --level error
	$(BENCH) data sums --check
	$(BENCH) data card --check

fmt: setup ## Format and fix what can be fixed
	$(BIN)/ruff check --fix bench tests
	$(BIN)/ruff format bench tests

schema: setup ## Write the JSON Schemas into results/schema
	$(BIN)/python -m bench.schema

data-sums: setup ## Bring data/SHA256SUMS and the figures of data/README.md up to date with the data
	$(BENCH) data sums --write
	$(BENCH) data card --write

perf: setup ## Calls per second of the whole pipeline beside a bare loop over the SDK
	$(BIN)/python -m tests.perf

lock: setup ## Resolve the dependencies anew (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml --group dev -o requirements-dev.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml -c requirements-dev.lock -o requirements.lock

clean: ## Remove the environment and caches (results stay)
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
