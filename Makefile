# Two commands matter: `make paper` (the main job) and `make test`.
# Each makes .venv if it is missing, installs symdt into it, and does its job.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
OUT    ?= paper

# Compiled modules are kept, whatever the environment says: tests start hundreds of processes, and each would compile
# symdt anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: paper test lint types floors tests figures bench kernels fuzz mutate docs dist clean

paper: $(VENV)/.installed
	$(BIN)/symdt paper -o $(OUT)

test: $(VENV)/.dev lint types floors tests

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.dev: pyproject.toml requirements.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' --constraint requirements.lock
	touch $@ $(VENV)/.installed

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/vulture

types: $(VENV)/.dev
	$(BIN)/mypy

floors: $(VENV)/.dev
	$(BIN)/lint-imports --no-cache

# A file of tests stays with one worker, so that what its tests share is made once, and files go in the order in which
# they are collected: the doctests, short ones, come last, and neither worker waits long for the other.
tests: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --durations=15

# Everything that takes longer than a test may: prints into benchmarks/RESULTS.md.
bench: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,peers]'
	$(BIN)/python -m benchmarks

# The kernels of symdt/learn that are half compiled ahead, after a change of their source.
kernels: $(VENV)/.dev
	$(BIN)/python -m symdt.learn.kernels.ahead.making

# The documentation as pages to read without a network, in site/.
docs: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,docs]'
	$(BIN)/python docs/build.py

# Every reader and writer against a fuzzer: INPUTS inputs in all as a table, then guided by coverage, FUZZ
# seconds each; what reaches new code is kept in tests/fuzz/corpus and tried by `make test`.
FUZZ ?= 60
INPUTS ?= 100000
# Problems with hostile names whose LaTeX, pages and pictures go to TeX and to a browser, where they are at hand.
OUTSIDE ?= 30
fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz.run count $(INPUTS)
	$(BIN)/python -m tests.fuzz.run outside $(OUTSIDE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,fuzz]'
	$(BIN)/python -m tests.fuzz.run all $(FUZZ)

# A hundred single faults, one at a time: which claims and laws notice? MUTATE=word tries those that have the word.
MUTATE ?=
mutate: $(VENV)/.dev
	$(BIN)/python -m tests.mutations $(MUTATE)

# The faults of a machine, many times: a table for benchmarks/RESULTS.md.
faults: $(VENV)/.dev
	$(BIN)/python -m tests.faults.moments

# The lowest versions that pyproject.toml allows, in an environment of their own, and the tests of what rests on them.
FLOOR := .venv-floor
floor:
	$(PYTHON) -m venv $(FLOOR)
	$(FLOOR)/bin/python -m tests.floor > $(FLOOR)/lowest.txt
	$(FLOOR)/bin/python -m pip install --quiet --disable-pip-version-check --editable . pytest hypothesis pandas cvc5 --constraint $(FLOOR)/lowest.txt
	$(FLOOR)/bin/python -m pytest -W ignore tests/exact tests/regions tests/solve tests/problems tests/cli tests/laws

# `make test` with every Python that is installed.
PYTHONS ?= 3.11 3.12 3.13
pythons:
	for v in $(PYTHONS); do if python$$v -c '' 2>/dev/null; then $(MAKE) test PYTHON=python$$v VENV=.venv-$$v || exit 1; else echo "python$$v is not installed"; fi; done

# The versions that developers use, written anew; the licences of what is installed.
lock: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --upgrade --output-file requirements.lock

licences: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-licenses
	$(BIN)/pip-licenses --format=markdown

# The source archive and the wheel, and the wheel tried in an environment of its own.
dist: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m pytest -m slow tests/contract/test_dist.py

clean:
	rm -rf $(VENV) $(FLOOR) build dist site docs/_made tests/fuzz/found .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
