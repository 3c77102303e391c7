# make run    the page on http://localhost:8000 (make run ARGS=--lan lets phones in)
# make test   everything that must hold before a change is merged (with ARGS=...: only those tests)
# Works with GNU make 3.81 and newer. Another Python: make run PYTHON=python3.12

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
SHELL := /bin/bash

.PHONY: run test format oracle corrector torture fuzz mutants bench speed figures appliance load load-plots clean

run: $(VENV)/.installed
	@$(BIN)/fanpai serve $(ARGS)

test: $(VENV)/.developer
	@start=$$SECONDS; $(BIN)/ruff format --check . && echo "format: $$((SECONDS - start)) s"
	@start=$$SECONDS; $(BIN)/ruff check . && echo "lint: $$((SECONDS - start)) s"
	@start=$$SECONDS; $(BIN)/mypy --strict && echo "types: $$((SECONDS - start)) s"
ifeq ($(ARGS),)
	@$(BIN)/coverage run -m pytest tests/scorer
	@$(BIN)/coverage report
	@# Browsers wait more than they work: beside the others they cost little time. What they say comes last.
	@said=$$(mktemp); trap 'rm -f "$$said"; kill $$browser 2>/dev/null' EXIT; \
		$(BIN)/pytest -p no:cacheprovider tests/browser >"$$said" 2>&1 & browser=$$!; \
		$(BIN)/pytest --ignore=tests/scorer --ignore=tests/browser; others=$$?; \
		wait $$browser; browsers=$$?; echo "== in the browser"; cat "$$said"; \
		exit $$((others ? others : browsers))
else
	@$(BIN)/pytest $(ARGS)
endif

format: $(VENV)/.developer
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The scorer against an independent program, on random hands.
oracle: $(VENV)/.developer
	$(BIN)/python tests/oracle/compare.py $(ARGS)

# The corrector of photographed hands against a constraint solver, on random photos.
corrector: $(VENV)/.developer
	$(BIN)/python tests/vision/corrector_oracle.py $(ARGS)

# Small faults put into the scorer one by one: the tests must notice them. ARGS="--sample 100" tries some.
mutants: $(VENV)/.developer
	@$(BIN)/python tests/mutants/run_mutants.py $(ARGS)

# How fast the scorer is, beside two other packages. PyMahjongGB is compared with where it is installed.
bench: $(VENV)/.developer
	@$(BIN)/python tests/bench/bench_scorer.py $(ARGS)

# How fast a 12-megapixel photo is read, beside the package mahjong-detector, which gets an environment of its own.
speed: .venv-speed/.installed
	@.venv-speed/bin/python tests/bench/bench_scan.py $(ARGS)

# Kill the page 200 times while four clients book: nothing acknowledged may be lost (half an hour).
torture: $(VENV)/.developer
	$(BIN)/python tests/torture/torture.py $(ARGS)

# A hundred tables, five screens at each, a booking a second: how late are bookings and screens? Memory over half
# an hour: make load MINUTES=30.
MINUTES ?= 1.5
load: $(VENV)/.developer
	@$(BIN)/python tests/load/load.py --minutes $(MINUTES) $(ARGS)

# The same against tables and viewers: pictures and figures in docs/load.md (ten minutes).
load-plots: $(VENV)/.developer
	@$(BIN)/python tests/load/load.py --minutes 0.5 --sweep docs $(ARGS)

# Knock at every route with 100000 requests that no page sends: nothing may fail, nothing be booked by half.
# ARGS="--processes 2" does so at two houses at a time, ARGS="--requests 2000 --seed 5" sends fewer, others.
fuzz: $(VENV)/.developer
	$(BIN)/python tests/fuzz/fuzz.py $(ARGS)

# The figures of the README, on the labelled folders in FANPAI_PHOTOS.
figures: $(VENV)/.installed
	@test -n "$$FANPAI_PHOTOS" || { echo "Set FANPAI_PHOTOS to the folder that holds val_same, val_table and hands."; exit 1; }
	@for folder in val_same val_table hands; do \
		echo "== $$folder"; $(BIN)/fanpai evaluate "$$FANPAI_PHOTOS/$$folder" $(ARGS) || exit 1; \
	done

# Does everything install on a Raspberry Pi without compiling, and is it small enough to be downloaded there?
appliance: $(VENV)/.developer
	@$(BIN)/python tests/packaging/appliance.py $(ARGS)

# How live tracking does on filmed deals, which are drawn once into DEALS_FOLDER (4 GB for 30). DEALS=5 takes few;
# ARGS="--timer cpu" measures on a machine that does other things too, "--hours 2" prints the memory over two hours of
# a simulated clock, "--real-time 10" frame rates and delay over ten minutes of the real one.
DEALS ?= 30
DEALS_FOLDER ?= .live-deals
live-figures: $(VENV)/.installed
	@$(BIN)/python -m models.live_figures "$(DEALS_FOLDER)" --deals $(DEALS) $(ARGS)

clean:
	rm -rf $(VENV) .venv-speed build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "fanpai needs Python 3.11 or newer; name one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Installing fanpai into $(VENV) (once, about a minute) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv-speed/.installed: pyproject.toml
	@echo "Installing fanpai and mahjong-detector into .venv-speed (once, about a minute) ..."
	@$(PYTHON) -m venv --clear .venv-speed
	@.venv-speed/bin/pip install --quiet --disable-pip-version-check --editable . mahjong-detector==0.0.6
	@touch $@

$(VENV)/.developer: pyproject.toml | $(BIN)/python
	@echo "Installing fanpai and the development tools into $(VENV) (once, about two minutes) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.installed
