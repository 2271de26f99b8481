#!/bin/bash
# Makes a class of synthetic submissions: solutions, wrong solutions, generated mistakes, broken and missing files. The
# same number gives the same class.
#   bench/class_submissions.sh FOLDER [COUNT]     needs a built mergelab ($MERGELAB, else build/bin/mergelab)
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:?usage: bench/class_submissions.sh FOLDER [COUNT]} count=${2:-200}
mergelab=${MERGELAB:-$root/build/bin/mergelab}
[ ! -e "$folder" ] || { echo "error: $folder is there already" >&2; exit 2; }
mkdir -p "$folder/submissions"
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
"$mergelab" wrong --out "$scratch/wrong" --course "$root" >/dev/null
mapfile -t wrong < <(cd "$scratch/wrong" && find . -type f | LC_ALL=C sort)
mapfile -t labs < <(cd "$root/solutions" && find . -mindepth 2 -maxdepth 2 -type f | LC_ALL=C sort)
# A mistake changes one line: the Kth with the pattern.
mistakes=('s/<= /< /' 's/ < / <= /' 's/ + 1\b//' 's/ - 1\b//' 's/__syncthreads();/;/' 's/++i/i += 2/' 's/max(/min(/')
change_line() {  # FILE PATTERN K
  local line
  line=$(sed -n "\#//#d; /$(sed 's/^s.\([^/]*\).*/\1/' <<<"$2")/=" "$1" | sed -n "$(($3 + 1))p")
  [ -z "$line" ] || sed -i "${line}$2" "$1"
}
echo "id,name" >"$folder/roster.csv"
for ((i = 0; i < count; i++)); do
  id=$(printf 'student%03d' "$i") own=$folder/submissions/$id
  mkdir -p "$own"
  for lab in "${labs[@]}"; do
    mkdir -p "$own/${lab%/*}"
    { cat "$root/solutions/$lab"; echo "// handed in by $id"; } >"$own/$lab"
  done
  lab=$own/${labs[$((i / 10 % ${#labs[@]}))]}
  case $((i % 10)) in
    0 | 1) ;;                                                      # a solution
    2 | 3 | 4 | 5 | 6) file=${wrong[$(((i * 7) % ${#wrong[@]}))]}  # a wrong solution
      target=$(cd "$root/solutions/${file%/*}" && find . -maxdepth 1 -type f)
      { cat "$scratch/wrong/$file"; echo "// handed in by $id"; } >"$own/${file%/*}/$target" ;;
    7 | 8) before=$(cksum "$lab")  # the first mistake that can be made here
      for ((k = 0; k < ${#mistakes[@]}; ++k)); do
        change_line "$lab" "${mistakes[$(((i + k) % ${#mistakes[@]}))]}" $((i / 70))
        [ "$(cksum "$lab")" = "$before" ] || break
      done ;;
    9) case $((i / 10 % 4)) in                                      # broken
        0) head -n 30 "$lab" >"$lab.half" && mv "$lab.half" "$lab" ;;
        1) rm "$lab" ;;
        2) : >"$lab" ;;
        3) cp "$root/labs/${lab#"$own/"}" "$lab" ;;
      esac ;;
  esac
  echo "$id,Student $i" >>"$folder/roster.csv"
done
echo "$folder: $count submissions"
