# Everything runs in .venv, which is made on first use. Needed: git, make, and Python 3.11 or newer with venv.
# The browser client is built with the machine's Node; where there is none, with one from the package index.

VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest -q
# Twice the cores of a small machine: many tests wait for a server or a browser.
WORKERS ?= 4
PYTHONS := $(if $(PYTHON),$(PYTHON),python3 python3.14 python3.13 python3.12 python3.11)
CLIENT := caboose/static/index.html
CLIENT_SOURCES := $(shell find web/src web/art web/public web/index.html web/vite.config.ts -type f -not -path '*/generated/*' 2>/dev/null)
NPM := cd web && npm
COMPILED := $(shell find caboose/boards caboose/engine caboose/players caboose/analysis caboose/envs -name '*.py')

TORCH := torch==2.13.0
ifdef WITHOUT_TORCH
export CABOOSE_WITHOUT_TORCH := 1
else
TRAIN := $(VENV)/.train
endif

export UV_SYSTEM_CERTS := 1
# Half a second of every start, where Python may not write byte code itself; and here it may.
export UV_COMPILE_BYTECODE := 1
export PYTHONDONTWRITEBYTECODE :=
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
export PATH := $(CURDIR)/$(BIN):$(PATH)

# uv is quick; where it cannot reach what pip is set up to reach, pip does the same.
install = $(BIN)/uv pip install -q $(1) || { echo "uv could not, so pip does it."; $(BIN)/python -m pip install -q $(1); }
lock = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header $(1)

# A test that fails beside others is run once more by itself. If it passes only then, it is a race to be mended, and
# named here; it is no reason to refuse a change that has nothing to do with it.
ALONE = echo "FAILED BESIDE OTHERS, see above. Once more, each by itself:" && $(PYTEST) --last-failed --maxfail=5

SIDE_BY_SIDE := $(MAKE) --jobs=2 --output-sync=line --no-print-directory

.DEFAULT_GOAL := help
.PHONY: help play test check format docs bench bench-server bench-web protocol train signature playthroughs heard pictures rules mutants ladders learn prove soak bare audit lock wheel release clean
.PHONY: ready test-client test-bounds test-plain check-code check-client check-behavior
.DELETE_ON_ERROR:

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.run $(CLIENT) ## play in the browser: starts the server, and opens the page if it can
	@$(BIN)/caboose serve --browser

test: ## everything that must pass: check, and all tests, in the client, compiled, plain, and with every index checked
	@$(SIDE_BY_SIDE) ready check test-client test-bounds test-plain
	$(PYTEST) -n $(WORKERS) --dist worksteal --ignore tests/boundscheck --durations=15 || { [ $$? = 1 ] && $(ALONE); }

# What runs on one core each, two at a time: compiling is one core's work from first to last, and beside it the other
# installs, then does all that needs nothing compiled.
ready: $(VENV)/.warm $(VENV)/.dev $(TRAIN) $(VENV)/.browser $(VENV)/.nginx $(CLIENT)

test-client: check-client
	$(NPM) test --silent

test-bounds: $(VENV)/.dev $(TRAIN)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/boundscheck

test-plain: $(VENV)/.dev $(TRAIN)
	CABOOSE_INTERPRETED=1 $(PYTEST) tests/rules

check: check-code check-client check-behavior ## what needs no test run: leaks, locks, format, lint, spelling, imports, types, signature, links

check-code: $(VENV)/.dev
	$(BIN)/python -m checks.leaks
	$(BIN)/python -m checks.locks
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/typos
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m mypy

check-client: $(CLIENT)
	$(NPM) run --silent check

check-behavior: $(VENV)/.dev $(VENV)/.warm
	$(BIN)/python -m checks.signature --check
	$(BIN)/python -m checks.protocol --check
	$(BIN)/python web/fixtures/write.py --check
	$(BIN)/python -m checks.api_page --check
	$(BIN)/python -m checks.bots_page --check
	$(BIN)/python -m checks.docs_site --check

format: $(VENV)/.dev ## put the code into its standard form and mend what can be mended
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run --silent format

docs: $(VENV)/.dev ## build the pages into a site in dist/site, and serve it to be read and searched
	@$(BIN)/python -m checks.docs_site

bench: $(VENV)/.warm ## measure how fast the engine plays
	$(BIN)/caboose bench

bench-server: $(VENV)/.dev $(VENV)/.warm ## measure how many tables a server carries (some ten minutes)
	$(BIN)/python -m benchmarks.server

bench-web: $(VENV)/.dev $(VENV)/.warm $(VENV)/.browser $(CLIENT) ## measure how quick the browser client is (some five minutes)
	$(BIN)/python -m benchmarks.web

protocol: $(VENV)/.run web/node_modules/.package-lock.json ## write the server's interface down again, for people and for TypeScript
	$(BIN)/python -m checks.protocol
	$(NPM) run --silent protocol

train: $(VENV)/.train $(VENV)/.warm ## learn London against a bot, from nothing, in about ten minutes
	$(BIN)/python examples/train_ppo.py

signature: $(VENV)/.warm ## write the behavior signature again; it may change only when play does
	$(BIN)/python -m checks.signature

playthroughs: $(VENV)/.warm ## write the golden games again, to be read before they are kept
	$(BIN)/python -m checks.playthroughs

heard: $(VENV)/.dev $(VENV)/.warm $(VENV)/.browser $(CLIENT) ## write again what a screen reader is given in a whole game, to be read before it is kept
	CABOOSE_WRITE_HEARD=1 $(PYTEST) tests/browser/test_listening.py

pictures: $(VENV)/.dev $(VENV)/.warm $(VENV)/.browser $(CLIENT) ## take the pictures of docs/web again, to be looked at before they are kept (some five minutes)
	$(BIN)/python -m checks.pictures

rules: $(VENV)/.run ## print every rule's code with its function and its tests
	@$(BIN)/python -m checks.rules

mutants: $(VENV)/.dev $(VENV)/.warm ## break the rules on purpose, one at a time; the tests must notice
	$(BIN)/python -m checks.mutants

ladders: $(VENV)/.warm ## play the published ladders again (a quarter of an hour), and write their tables
	$(BIN)/python -m checks.ladders
	$(BIN)/python -m caboose.lab.prove --write

learn: $(VENV)/.warm ## learn again what bots believe and what positions are worth, the learned player on from what it is; judge all (some half an hour)
	$(BIN)/python -m caboose.learning --from-package --install

prove: $(VENV)/.warm ## replay every published game, work its tables out again, and play 20 of them again
	$(BIN)/python -m caboose.lab.prove

soak: $(VENV)/.cluster $(TRAIN) $(VENV)/.warm $(VENV)/.browser $(VENV)/.nginx $(CLIENT) ## the tests that are too long for every change
	$(PYTEST) -n $(WORKERS) --dist worksteal -m soak -o faulthandler_timeout=0
	$(BIN)/python -m checks.bare_debian || [ $$? = 3 ] # which says: not run
	$(MAKE) wheel && { $(BIN)/python -m checks.host_kit || [ $$? = 3 ]; }

bare: $(VENV)/.run ## run `make play` and `make test` on a bare Debian made in a folder; needs root and mmdebstrap
	$(BIN)/python -m checks.bare_debian

audit: $(VENV)/.run web/node_modules/.package-lock.json ## ask the public lists for known holes in all packages that are used
	$(BIN)/python -m checks.audit

lock: $(VENV)/.boot ## choose the newest fitting packages and write the lock files
	$(call lock,pyproject.toml --extra lab --group build --upgrade -o requirements.lock)
	$(call lock,pyproject.toml --extra envs --extra postgres --group dev --upgrade -c requirements.lock -o requirements-dev.lock)
	$(call lock,pyproject.toml --extra postgres -c requirements-dev.lock -o requirements-server.lock)
	$(call lock,pyproject.toml --extra cluster --upgrade -c requirements-dev.lock -o requirements-cluster.lock)

wheel: $(VENV)/.dev ## build the package into dist
	$(BIN)/python -m hatchling build -t wheel

release: wheel web/node_modules/.package-lock.json ## build the package with a list of all that is in it
	$(BIN)/uv tool run -q --from 'cyclonedx-bom>=7' cyclonedx-py requirements requirements.lock --pyproject pyproject.toml -o dist/caboose-python.cdx.json
	@rm -rf dist/client && mkdir -p dist/client && cp web/package.json web/package-lock.json dist/client
	cd dist/client && npm pkg set version="$$(caboose --version)" \
		&& npm sbom --sbom-format cyclonedx --package-lock-only > ../caboose-client.cdx.json
	@rm -r dist/client

clean: ## remove all that was made here, the environment too
	rm -rf $(VENV) caboose/static web/node_modules web/src/board/generated dist .cache .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment: each step leaves a stamp and is done again only when what it stands on changes ---

# The first stamp holds this folder's name: a half-made, moved or copied .venv is made again, since it would run
# the code of another folder.
ifneq "$(shell [ -x $(BIN)/python ] && cat $(VENV)/.boot 2>/dev/null)" "$(CURDIR)"
.PHONY: $(VENV)/.boot
endif

$(VENV)/.boot:
	@for python in $(PYTHONS); do \
		if $$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "Setting up, once: this takes a few minutes."; \
			exec $$python -m venv --clear $(VENV); \
		fi; \
	done; \
	echo "Caboose needs Python 3.11 or newer with its venv module; none was found as: $(PYTHONS)." >&2; \
	echo "On Debian or Ubuntu: apt install python3-venv. To name an interpreter: make PYTHON=/path/to/python3" >&2; \
	exit 1
	@$(BIN)/python -m pip install -q --disable-pip-version-check 'uv>=0.9.6'
	@printf '%s\n' "$(CURDIR)" > $@

$(VENV)/.run: $(VENV)/.boot requirements.lock pyproject.toml
	@$(call install,--require-hashes -r requirements.lock)
	@$(call install,--no-deps --no-build-isolation -e .)
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	@$(call install,--require-hashes -r requirements-dev.lock)
	@touch $@

# Ray is large, so only what needs a cluster installs it.
$(VENV)/.cluster: $(VENV)/.dev requirements-cluster.lock
	@$(call install,--require-hashes -r requirements-cluster.lock)
	@touch $@

# PyTorch is large, too, and in no lock: the build for processors alone, or whatever pip is set up to find.
# `make test WITHOUT_TORCH=1` leaves out what learns.
$(VENV)/.train: $(VENV)/.dev
	@$(BIN)/uv pip install -q --torch-backend cpu $(TORCH) 2>/dev/null || $(BIN)/python -m pip install -q $(TORCH)
	@$(call install,'matplotlib>=3.10' 'sb3-contrib>=2.7')
	@touch $@

# The machine's Node if it is new enough, else one that comes as a Python package.
$(VENV)/.node: $(VENV)/.run
	@missing=$$($(BIN)/python -c 'import hatch_build as build; print(*[] if build.has_node() else build.node_package())') \
		&& if [ -n "$$missing" ]; then $(call install,"$$missing"); fi
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json web/package.json $(VENV)/.node
	@$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

$(CLIENT): web/node_modules/.package-lock.json $(CLIENT_SOURCES)
	@$(NPM) run --silent build
	@touch $@

# A browser for the tests: the machine's, or where we may install one, Debian's.
$(VENV)/.browser: $(VENV)/.dev
	@if [ -z "$$CABOOSE_CHROMIUM" ] && ! command -v chromium chromium-browser google-chrome >/dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "Installing Chromium for the browser tests."; \
			apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-dejavu-core >/dev/null; \
		else \
			echo "NOT RUN: the browser tests, for want of Chromium; install it, or name one in CABOOSE_CHROMIUM." >&2; \
		fi; \
	fi
	@touch $@

# A proxy for the tests: the machine's, or where we may install one, Debian's, which is not started.
$(VENV)/.nginx: $(VENV)/.browser
	@if ! PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "Installing nginx for the tests behind a proxy."; \
			apt-get update -qq && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nginx-light >/dev/null; \
		else \
			echo "NOT RUN: the tests behind a proxy, for want of nginx; install it." >&2; \
		fi; \
	fi
	@touch $@

# Compiled rules are kept outside the environment; warming finds them there and is then quick.
$(VENV)/.warm: $(VENV)/.run $(COMPILED)
	@$(BIN)/caboose warm
	@touch $@
