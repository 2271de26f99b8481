#!/usr/bin/env bash
# Times device_merge_sort, lab 7's merge sort and its variants, and CUB's sorts, for int keys and Records, as lines of
# JSON; on a machine with a GPU and nvcc. CCCL is a checkout of NVIDIA/cccl, whose CUB replaces the toolkit's. ORDER is
# an order of the keys, one of main.cu's: mixed if none is given. With several, each is timed.
#   library/bench/sorts/run.sh [--cccl CCCL] [--file SORT.cuh]... [ORDER ...] [EXPONENT ...] >sorts.jsonl
set -euo pipefail
root=$(cd "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)
solutions=$root/solutions/07_merge_sort
files=() cccl=() exponents=() orders=()
while [ $# -gt 0 ]; do
  case $1 in
    --cccl) cccl=(-I"$2/cub" -I"$2/thrust" -I"$2/libcudacxx/include") && shift ;;
    --file) files+=("$(realpath -- "$2")") && shift ;;
    [0-9]*) exponents+=("$1") ;;
    mixed | sorted | reversed | equal | pipe) orders+=("$1") ;;
    *) echo "usage: library/bench/sorts/run.sh [--cccl CCCL] [--file SORT.cuh]... [ORDER ...] [EXPONENT ...]" >&2 && exit 2 ;;
  esac
  shift
done
[ ${#orders[@]} -gt 0 ] || orders=(mixed)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ${#files[@]} = 0 ]; then
  files=("$solutions/merge_sort.cuh")
  for variant in "$solutions"/variants/*.patch; do
    files+=("$work/$(basename -- "$variant" .patch).cuh")
    patch -s -o "${files[-1]}" "$solutions/merge_sort.cuh" "$variant"
  done
fi
for file in "${files[@]}"; do
  name=$(basename -- "$file" .cuh)
  for type in "" -DMERGELAB_VALUE_RECORD; do
    nvcc -O3 -std=c++17 --extended-lambda -arch="${NVCC_ARCH:-native}" "${cccl[@]}" ${type:+"$type"} -I"$root/include" \
      -I"$root/library/include" -I"$root/solutions/02_co_rank" -DMERGELAB_SORT_FILE="\"$file\"" -DMERGELAB_SORT_NAME="\"$name\"" \
      "$root/library/bench/sorts/main.cu" -o "$work/sorts"
    for order in "${orders[@]}"; do "$work/sorts" "$order" "${exponents[@]}"; done
  done
done
