#!/usr/bin/env bash
# Whether a grade depends on the machine's load: grades one submission repeatedly, idle and with a busy loop for every
# processor, and compares the reports.
#
#   bench/fairness.sh [DIR] [RUNS]      default: solutions, 10 each; ends with 1 when they differ
set -euo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/.."
submission=${1:-solutions}
runs=${2:-10}
build=${MERGELAB_BUILD_DIR:-build}
./lab list >/dev/null # builds what is missing
ninja -C "$build" fairness >/dev/null
place=$(mktemp -d)
busy=()
leave() {
  [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}" 2>/dev/null || true
  rm -rf "$place"
}
trap leave EXIT

# Grades RUNS times, and prints for each how many processes wanted a processor.
grade() {
  local kind=$1 run begin
  for ((run = 1; run <= runs; ++run)); do
    begin=$SECONDS
    ./lab grade "$submission" --backend cpu --quiet --json "$place/$kind-$run.json" >/dev/null
    printf '%s %d: %d s, load %s\n' "$kind" "$run" $((SECONDS - begin)) "$(cut -d' ' -f1 /proc/loadavg)"
  done
}

grade idle
for ((processor = 0; processor < $(nproc); ++processor)); do
  while :; do :; done &
  busy+=($!)
done
grade busy
full=()
[ "$submission" != solutions ] || full=(--full)
"$build/bin/fairness" "${full[@]}" "$place"/idle-*.json "$place"/busy-*.json
