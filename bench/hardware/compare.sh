#!/bin/sh
# Compares the CPU engine's counters with a GPU's: the same launches, counted by both, as Markdown on stdout.
#   bench/hardware/compare.sh [all|engine|gpu|join] [FOLDER]
# all needs a GPU, nvcc and ncu, and a build tree in build/ (or $BUILD). Without a GPU, `engine` makes that side; `gpu`
# makes the other on a machine that has one, from only the sources; `join` takes both from FOLDER
# (build/bench/hardware). The GPU's side is made twice: as nvcc compiles the sources, and with `#pragma unroll 1` at
# every loop, which shows the effect of nvcc's unrolling.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${BUILD:-$root/build}
step=${1:-all}
folder=${2:-$build/bench/hardware}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# NAME SOURCE DEFINITION of each object of cases
objects() {
  echo "functions functions.cu HARDWARE_LAB=1"
  for lab in 3 4 5; do echo "merge$lab merges.cu HARDWARE_LAB=$lab"; done
  echo "foreign foreign.cu HARDWARE_LAB=0"
  echo "patterns patterns.cu HARDWARE_LAB=0"
  echo "hand_overs hand_overs.cu HARDWARE_LAB=0"
}

# paths SUFFIX
paths() { objects | while read -r name _; do printf '%s/%s.%s.so ' "$folder" "$name" "$1"; done; }

includes() {
  printf -- '-I %s/include ' "$1"
  for solution in "$1"/solutions/0*; do printf -- '-I %s ' "$solution"; done
}

engine() {
  ninja -C "$build" bench_hardware > "$folder/ninja.log" || { cat "$folder/ninja.log" >&2; exit 1; }
  for compiler in g++ clang++; do
    command -v $compiler > /dev/null || continue
    objects | while read -r name source definition; do
      # shellcheck disable=SC2046
      "$build/bin/simt-cc" --instrument --compiler $compiler -O2 $(includes "$root") -D"$definition" \
        --user-folder "$root" -o "$folder/$name.$compiler.so" "$here/$source"
    done
    # shellcheck disable=SC2046
    "$build/bin/bench_hardware" $(paths $compiler) > "$folder/engine_$compiler.csv"
  done
}

# compile ROOT KIND, all objects at once
compile() {
  objects | {
    while read -r name source definition; do
      # shellcheck disable=SC2046
      nvcc -O3 -std=c++20 -arch="${ARCH:-native}" -shared -Xcompiler -fPIC -cudart shared $(includes "$1") \
        -D"$definition" -o "$folder/$name.$2.so" "$1/bench/hardware/$source" &
    done
    wait
  }
}

# For shared memory, the source counters per instruction. The hardware's counters of wavefronts also count those that
# other traffic delays.
metrics() {
  for op in ld st; do
    printf 'l1tex__t_requests_pipe_lsu_mem_global_op_%s.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_%s.sum,' $op $op
  done
  printf 'smsp__sass_data_bytes_mem_global_op_ld.sum'
}

# profile KIND
profile() {
  run=$folder/$1
  # shellcheck disable=SC2046
  ncu --clock-control none --section SourceCounters --metrics "$(metrics)" -f -o "$run" "$folder/gpu" $(paths "$1") \
    > "$run.log" 2>&1 || { cat "$run.log" >&2; exit 1; }
  ncu --import "$run.ncu-rep" --page raw --csv --print-units base > "$run.raw.csv"
  ncu --import "$run.ncu-rep" --page source --csv > "$run.source.csv"
  python3 "$here/gpu_counters.py" "$run" > "$folder/gpu_$1.csv"
}

gpu() {
  rolled=$folder/rolled
  rm -rf "$rolled"
  mkdir -p "$rolled"
  (cd "$root" && tar c include solutions bench/hardware tests/simt) | tar x -C "$rolled"
  find "$rolled/solutions" "$rolled/tests" -name '*.cu*' -exec sed -i -E \
    '/^ *#pragma unroll/d; s/^( *)((for|while) \()/\1_Pragma("unroll 1") \2/' {} +
  nvcc -O3 -std=c++20 -arch="${ARCH:-native}" -cudart shared -o "$folder/gpu" "$here/gpu.cu" -ldl
  compile "$root" unrolled
  compile "$rolled" rolled
  [ -n "${COMPILE_ONLY:-}" ] && return
  profile unrolled
  profile rolled
}

case $step in
  all)
    engine
    gpu
    python3 "$here/join.py" "$folder"
    ;;
  engine) engine ;;
  gpu) gpu ;;
  join) python3 "$here/join.py" "$folder" ;;
  *)
    echo "error: '$step' is none of all, engine, gpu, join" >&2
    exit 2
    ;;
esac
