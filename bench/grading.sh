#!/usr/bin/env bash
# A user's waiting time, and the grader's memory: the whole reference course, and one lab after an edit.
#
#   bench/grading.sh [RUNS]      default 3; everything must be built (./lab list)
set -euo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/.."
runs=${1:-3}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
TIMEFORMAT=%R

# Proportional memory of a process and everything below it, in MiB, largest of samples 50 ms apart.
peak_of() {
  local root=$1 peak=0 total pids pid kib
  while kill -0 "$root" 2>/dev/null; do
    pids=$root
    for pid in $(ps -eo pid=,ppid= | awk -v root="$root" '{up[$1]=$2} END {for (p in up) {q=p; while (q>1 && q!=root) q=up[q]; if (q==root) print p}}'); do
      pids+=" $pid"
    done
    total=0
    for pid in $pids; do
      kib=$(awk '/^Pss:/ {print $2}' "/proc/$pid/smaps_rollup" 2>/dev/null || true)
      total=$((total + ${kib:-0}))
    done
    [ "$total" -gt "$peak" ] && peak=$total
    sleep 0.05
  done
  echo $((peak / 1024))
}

for ((run = 1; run <= runs; ++run)); do
  all=$({ time ./lab grade solutions --quiet --json "$place/report.json" >/dev/null; } 2>&1)
  one=$({ time ./lab run 4 --dir solutions >/dev/null 2>&1; } 2>&1)
  start=$({ time ./lab list >/dev/null; } 2>&1)
  printf 'grade solutions %6.2f s   run 4 %6.2f s   list %6.2f s\n' "$all" "$one" "$start"
done
./lab grade solutions --quiet --json "$place/report.json" >/dev/null &
printf 'peak memory of grade solutions: %s MiB\n' "$(peak_of $!)"
wait
