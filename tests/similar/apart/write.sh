#!/bin/bash
# write.sh STUDENT FOLDER: the student's solutions, which are the labs' skeletons with what STUDENT.regions has
# for their TODO regions, each below a line "// LAB TODO n".
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
sed -n 's|^// \([^ ]*\) TODO 1$|\1|p' "$here/$1.regions" | while read -r lab; do
  skeleton=$(echo "$here"/../../../labs/"$lab"/*.cuh)
  mkdir -p "$2/$lab"
  awk -v lab="$lab" '
    NR == FNR && /^\/\/ 0[^ ]* TODO [0-9]+$/ { region = $2 " " $4; next }
    NR == FNR { code[region] = code[region] $0 "\n"; next }
    match($0, /LAB_TODO\([0-9]+\)/) { printf "%s", code[lab " " substr($0, RSTART + 9, RLENGTH - 10)]; skips = 1 }
    /\/\/ TODO [0-9]+ end/ { skips = 0 }
    !skips' "$here/$1.regions" "$skeleton" >"$2/$lab/$(basename "$skeleton")"
done
