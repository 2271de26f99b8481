#!/usr/bin/env bash
# Times mergelab::device_merge beside CUB, the toolkit's and a newer one. Run it on a machine with a GPU and nvcc:
#   bench/passing_cub.sh [--rival CCCL] [--quick]
# CCCL: a checkout of CCCL, or of its folders cub, thrust and libcudacxx.
set -euo pipefail
root=$(cd "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
rival=() words=()
while [ $# -gt 0 ]; do
  case $1 in
    --rival)
      [ -e "${2-}/cub/cub/version.cuh" ] || { echo "passing_cub: no cub/cub/version.cuh in '${2-}'; name a checkout of CCCL" >&2 && exit 2; }
      rival=("-I$2/cub" "-I$2/thrust" "-I$2/libcudacxx/include") && shift
      ;;
    --quick) words+=(--quick) ;;
    *) echo "usage: bench/passing_cub.sh [--rival CCCL] [--quick]" >&2 && exit 2 ;;
  esac
  shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compile() { nvcc -O3 -std=c++17 -arch="${PASSING_CUB_ARCH:-native}" -I"$root/library/include" "$@"; }
sources=$root/bench/passing_cub
compile -c "$sources/rival.cu" -DRIVAL=toolkit_cub -o "$work/toolkit.o" &
first=$!
compile -c "$sources/rival.cu" -DRIVAL=rival_cub "${rival[@]}" -o "$work/rival.o" &
second=$!
compile -c "$sources/main.cu" -o "$work/main.o"
wait "$first"
wait "$second"
compile "$work"/*.o -o "$work/passing_cub"
"$work/passing_cub" "${words[@]}"
