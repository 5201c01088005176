# Every target sets up what it needs, from a fresh clone, on a machine with Python 3.10 or newer, make and a C++ compiler.
# When all is up to date the set-up costs nothing. PYTHON=python3.12 chooses another interpreter, JOBS=8 the number of build jobs.

PYTHON ?= python3
JOBS ?= $(shell nproc)
BIN := .venv/bin
BUILD := build/editable
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export CMAKE_GENERATOR := Ninja
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)

export HRR_REAL_HIP_HEADERS = $(wildcard $(CURDIR)/build/headers/include)
NATIVE = $(shell git ls-files '*.c' '*.cpp' '*.h' '*.hip')

.PHONY: headers help setup build demo test controls lint format docs bench wheel clean

help:
	@echo "make demo      record a sample program, replay it, show a passing and a failing verdict"
	@echo "make test      run the tests"
	@echo "make controls  take each tested behaviour out and see its test fail"
	@echo "make lint      linter, formatters, type checker"
	@echo "make bench     measure the figures of the README and write them into it"
	@echo "make headers   fetch AMD's HIP headers, which some tests compare ours with"
	@echo "make docs      write the generated pages of docs/"
	@echo "make build     build the native parts"
	@echo "make wheel     build the wheel into dist/"
	@echo "make clean     remove what the other targets made"

setup: .venv/ready

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "hrr needs Python 3.10 or newer: make PYTHON=python3.12" >&2; exit 1; }
	@command -v "$${CXX:-c++}" >/dev/null || command -v clang++ >/dev/null || \
	  { echo "hrr needs a C++ compiler: apt-get install g++" >&2; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(PYTHON) -m virtualenv --version >/dev/null 2>&1 || \
	  { echo "$(PYTHON) cannot make virtual environments: apt-get install python3-venv" >&2; exit 1; }
	@echo "setting up .venv and building the native parts: some minutes, once"
	@test -x $(BIN)/pip || { rm -rf .venv; $(PYTHON) -m venv .venv 2>/dev/null || $(PYTHON) -m virtualenv --quiet .venv; }
	@$(BIN)/python -m pip install -qq scikit-build-core cmake ninja
	@$(BIN)/python -m pip install -qq --no-build-isolation --editable '.[dev]'
	@touch $@

build: setup
	@$(BIN)/cmake --build $(BUILD) -- --quiet

demo: build
	@examples/demo

test: build
	$(BIN)/python -m pytest $(PYTEST_ARGS)

# AMD's HIP 7 headers, out of a wheel of 290 MB, for the tests that compare ours with them.
headers: build/headers/include

build/headers/include: | setup
	@mkdir -p build/headers
	@$(BIN)/python -m pip download -qq --no-deps --only-binary :all: --dest build/headers 'triton>=3.4'
	@cd build/headers && $(CURDIR)/$(BIN)/python -m zipfile -e triton-*.whl wheel
	@mv build/headers/wheel/triton/backends/amd/include $@
	@rm -rf build/headers/wheel build/headers/triton-*.whl

controls: build
	$(BIN)/python controls/run.py

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(BIN)/clang-format --dry-run -Werror $(NATIVE)

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(NATIVE)

docs: setup
	$(BIN)/python -m hrr.codegen.docs

bench: build
	@$(BIN)/python benchmarks/run.py; status=$$?; $(BIN)/python benchmarks/readme.py && exit $$status

wheel: setup
	$(BIN)/python -m pip wheel --quiet --no-build-isolation --no-deps --wheel-dir dist .

clean:
	rm -rf .venv build dist demo src/hrr/lib .mypy_cache .pytest_cache .ruff_cache .hypothesis
