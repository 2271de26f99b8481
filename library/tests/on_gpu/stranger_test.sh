#!/usr/bin/env bash
# A program that knows nothing of this checkout: the library is installed, its place is moved, and library/example is built
# in a fresh folder with find_package(mergelab), and run. Exit code 77 without a GPU.
#   stranger_test.sh CMAKE BUILD NVCC
set -euo pipefail
cmake=$1 build=$2 nvcc=$3
example=$(cd "$(dirname -- "${BASH_SOURCE[0]}")/../../example" && pwd)
[ -e /dev/nvidiactl ] || [ -e /dev/dxg ] || { echo "no GPU here" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build" --component library --prefix "$work/prefix" >"$work/install.txt"
mv "$work/prefix" "$work/moved"
cp -r "$example" "$work/program"
"$cmake" -S "$work/program" -B "$work/program/build" -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_CUDA_COMPILER="$nvcc" \
  -DCMAKE_CUDA_ARCHITECTURES=native
"$cmake" --build "$work/program/build"
got=$("$work/program/build/merge_example")
echo "merged: $got"
[ "$got" = "0 0 2 3 4 6 6 " ] || { echo "expected 0 0 2 3 4 6 6" && exit 1; }
