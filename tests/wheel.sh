#!/usr/bin/env bash
# The wheel in an environment of its own: compile, record and replay the example with what it installs.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf dist build/wheel-venv
make wheel
.venv/bin/python -m venv build/wheel-venv
build/wheel-venv/bin/pip install -qq dist/hrr-*-py3-none-linux_x86_64.whl
cd build
export PATH="$PWD/wheel-venv/bin:$PATH"
softhipcc ../examples/heat.hip -o heat
rm -rf heat.hrr
hrr record --device soft -o heat.hrr -- ./heat
hrr replay --device soft heat.hrr
