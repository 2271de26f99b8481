#!/bin/sh
# Makes the logs anew, on a machine with a GPU: ./make.sh FOLDER. Of each kind of record the first two are kept.
set -eu
here=$(dirname "$(readlink -f "$0")")
mkdir -p "$1"
cd "$1"
nvcc -O3 -std=c++20 -arch=native -lineinfo -o faulty "$here/faulty.cu"

# log NAME TOOL CASE [OPTION...]
log() {
  name=$1 tool=$2 case=$3
  shift 3
  compute-sanitizer --tool "$tool" "$@" --log-file full.txt ./faulty "$case" || true
  awk '/^=========[ ]?$/ { kept = 0; next }
       /^========= [^ ]/ { kept = /SUMMARY/ || seen[$2 $3 $4]++ < 2; if (kept && NR > 1) print "=========" }
       kept' full.txt > "$name.txt"
}

for case in correct reads_past_end writes_past_end writes_before_begin reads_null reads_far host_pointer \
  frees_too_early misaligned misaligned_shared dynamic_too_small local_past_end traps wrong_mask \
  block_too_large too_much_shared wrong_copy; do
  log "memcheck_$case" memcheck "$case"
done
log leak memcheck correct --leak-check full
for case in correct forgets_barrier overwrites_too_early writes_one_place races_in_warp; do
  log "racecheck_$case" racecheck "$case"
done
log hazards racecheck forgets_barrier --racecheck-report all
log initcheck_reads_unwritten initcheck reads_unwritten
log synccheck_wrong_mask synccheck wrong_mask
rm -f full.txt faulty
