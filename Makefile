PYTHON ?= .venv/bin/python

.PHONY: help install check format test bench

help:  ## Show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

install:  ## Make .venv with all that development needs
	python3 -m venv .venv
	.venv/bin/pip install -e '.[dev]'

check:  ## Lint, format check, types
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy

format:  ## Format, and fix what can be fixed
	$(PYTHON) -m ruff format
	$(PYTHON) -m ruff check --fix

test:  ## Run the tests on all cores
	$(PYTHON) -m pytest -n auto

bench:  ## Measure speed, and print the tables of the README
	$(PYTHON) benchmarks/compare.py
	$(PYTHON) -m pytest benchmarks --benchmark-enable --benchmark-only --benchmark-columns=min,median,max,rounds
