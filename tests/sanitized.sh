#!/usr/bin/env bash
# The native parts under sanitizers: AddressSanitizer with UBSan for all, ThreadSanitizer for what has threads.
# The sanitizer's runtime is preloaded into every process of a test run, so test programs need no build of their own.
# Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-2}

sanitized() {  # KIND RUNTIME TESTS...
  local kind=$1 runtime
  runtime=$(g++ -print-file-name="$2")
  shift 2
  cmake -S . -B "build/$kind" -G Ninja -DHRR_SANITIZE="$kind" >"build/$kind.log"
  cmake --build "build/$kind" --parallel "$jobs" -- --quiet
  printf '%s: %s\n' "$kind" "$*"
  # Slow as all is here, a test may run into its time limit: what failed gets one more try, and both are printed.
  tests() { HRR_LIB_DIR="$PWD/build/$kind/lib" LD_PRELOAD="$runtime" python -m pytest -q "$@"; }
  tests "$@" || { echo "once more:" && tests --last-failed --last-failed-no-failures none "$@"; }
}

mkdir -p build
# The interpreter leaks by design; the recorder stands before the sanitizer's runtime in LD_PRELOAD.
# A small quarantine: processes are many and short.
export ASAN_OPTIONS=quarantine_size_mb=16:detect_leaks=0:verify_asan_link_order=0:allocator_may_return_null=1:abort_on_error=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export TSAN_OPTIONS=report_signal_unsafe=0:halt_on_error=1
# Of what Python decides before anything native is called, some cases.
sanitized address libasan.so tests/rect tests/softhip tests/kernels tests/recorder tests/pitched tests/replay tests/bridge \
  tests/cuda -k "not (recorded_layouts and overflow or source_that_is_not_there) or Param2D" "$@"
sanitized thread libtsan.so tests/recorder tests/softhip tests/replay/test_{threads,executor,session}.py "$@"
