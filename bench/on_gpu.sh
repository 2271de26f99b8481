#!/usr/bin/env bash
# All GPU measurements in bench/RESULTS.md: the whole benchmark, the variants of labs 4 and 5 next to their solutions,
# and a profiler's counters. Run it on a machine with a GPU and nvcc:
#   bench/on_gpu.sh FOLDER [OPTION of ./lab bench ...]
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: bench/on_gpu.sh FOLDER [OPTION of ./lab bench ...]" >&2 && exit 2; }
root=$(cd "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
build=${MERGELAB_BUILD_DIR:-$root/build}
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
cd "$root"

./lab bench --plain --json "$folder/bench.json" --svg "$folder/bench.svg" "$@" | tee "$folder/table.txt"

cmake --build "$build" --target bench_variants >"$folder/build.log" 2>&1 || { tail -n 20 "$folder/build.log" >&2 && exit 3; }
for program in "$build"/bin/bench_{exact_tile,direct_store,padded_c_tile,search_consumed,even_share,virtual_indices,wrapped_start}; do
  "$program" --outputs 33554432 --distribution uniform >"$folder/${program##*/}.jsonl"
done

# One launch of each kernel and shape, which differ in their grids. Needs access to the device's counters.
if command -v ncu >/dev/null; then
  ncu --csv --page raw --filter-mode per-launch-config --launch-count 1 --kernel-name-base function \
    --kernel-name 'regex:merge_(basic|tiled|circular)_kernel' \
    --metrics dram__bytes_read.sum,dram__bytes_write.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,lts__t_sectors_op_read.sum,smsp__inst_executed.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,gpu__time_duration.sum \
    "$build/bin/mergelab-bench" --outputs 33554432 --distribution uniform >"$folder/counters.csv" ||
    echo "on_gpu: ncu could not count; counters.csv says why" >&2
fi
