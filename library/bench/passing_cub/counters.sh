#!/usr/bin/env bash
# Counters of device_merge's kernels by ncu, one launch each for 2^21, 2^23, 2^25 and 2^27 int32 outputs, as CSV.
#   library/bench/passing_cub/counters.sh >counters.csv
set -euo pipefail
root=$(cd "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -O3 -std=c++17 -arch=native -I"$root/library/include" "$root/library/bench/passing_cub/parts.cu" -o "$work/parts"
stalls=""
for reason in long_scoreboard short_scoreboard mio_throttle lg_throttle barrier membar wait branch_resolving sleeping not_selected; do
  stalls+=",smsp__average_warps_issue_stalled_${reason}_per_issue_active.ratio"
done
ncu --clock-control none --csv --page raw --kernel-name 'regex:pipeline|first_search|find_splits|merge_tiles' --metrics \
  gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed,lts__t_sectors_op_read.sum,sm__warps_active.avg.pct_of_peak_sustained_active,smsp__issue_active.avg.pct_of_peak_sustained_active,smsp__inst_executed.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared.avg.pct_of_peak_sustained_elapsed,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum,sm__cycles_active.avg,sm__cycles_active.min,sm__cycles_active.max,sm__cycles_elapsed.max"$stalls" \
  "$work/parts" --once
