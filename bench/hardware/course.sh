#!/bin/sh
# Compares what the CPU engine counts in a course's reference solutions with a GPU's counters, as Markdown on stdout: sectors of
# global memory and wavefronts of loads and stores of shared memory, of the small call that `trace` shows, in the same sizes. The
# program draws its own data, so that counts which follow the data, such as a histogram's atomics, differ.
#   bench/hardware/course.sh COURSE LAB ...
# Needs a GPU, nvcc and ncu, and a build tree in build/ (or $BUILD).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
mergelab=${BUILD:-$root/build}/bin/mergelab
course=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

metrics=
for op in ld st red atom; do metrics=$metrics${metrics:+,}l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum; done
for op in ld st; do metrics=$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum; done

echo "| lab | sectors: engine | GPU | wavefronts: engine | GPU |"
echo "|---|---:|---:|---:|---:|"
for lab in "$@"; do
  "$mergelab" trace "$lab" --course "$course" --dir "$course/solutions" --quiet --json "$work/trace.json" > "$work/log" 2>&1
  "$mergelab" standalone "$lab" --course "$course" --dir "$course/solutions" --out "$work/main.cu" > "$work/log"
  nvcc -O3 -std=c++17 --extended-lambda -arch="${ARCH:-native}" -I "$root/include" "$work/main.cu" -o "$work/main"
  words=$(python3 -c 'import json, sys
for number in json.load(open(sys.argv[1]))["numbers"]: print("{name}={value}".format(**number))' "$work/trace.json")
  # shellcheck disable=SC2086
  ncu --metrics "$metrics" --csv "$work/main" $words > "$work/gpu.csv" 2>&1 || { cat "$work/gpu.csv" >&2; exit 1; }
  python3 - "$lab" "$work/trace.json" "$work/gpu.csv" << 'END'
import csv
import json
import sys

lab, trace, log = sys.argv[1], json.load(open(sys.argv[2])), open(sys.argv[3])
rows = [row for row in csv.reader(log) if len(row) > 10 and row[-1][:1].isdigit()]
def on_gpu(word):
    return sum(float(row[-1].replace(",", "")) for row in rows if word in row[-3])
def on_engine(counter):
    return sum(line[counter] for line in trace["counters"])
print(f"| {lab} {trace['case']} | {on_engine('sectors')} | {on_gpu('sectors'):.0f} | "
      f"{on_engine('turns')} | {on_gpu('wavefronts'):.0f} |")
END
  rm "$work/main.cu"
done
