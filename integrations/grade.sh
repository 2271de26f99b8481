#!/usr/bin/env bash
# Grades what a course system has collected; the scripts of each system call this one.
#
#   integrations/grade.sh FOLDER [WORDS of mergelab grade ...]
#
# The labs' files are taken by their names, wherever in FOLDER they lie, also from archives that ./lab pack makes (.tar,
# .tar.gz, .tgz) at its top. Exit codes are mergelab's: 0 graded; 2 and 3: no score, and not the student's fault.
#
#   MERGELAB                    the command; ./lab of this tree, or the mergelab that is installed with it
#   MERGELAB_COURSE             another course: a folder with labs/, datasets/ and, for carrying forward, solutions/
#   MERGELAB_LABS               the labs to grade, such as "4 5"; empty: all
#   MERGELAB_BACKEND            cpu, gpu, both or auto
#   MERGELAB_SECRET_FILE        a file with a line that is mixed into the hidden cases
#   MERGELAB_SETTINGS           your points, deadlines and the like, instead of the course's labs/settings.json
#   MERGELAB_SUBMITTED          when it was handed in, for deadlines: a time, or a JSON file with "created_at"
#   MERGELAB_REPORT             where mergelab's own report goes; without it, it is thrown away
#   MERGELAB_REQUIRE_ISOLATION  grade nothing below this level; user, if it is not set
set -uo pipefail

# Where the caller has closed standard input, output or error, bash reads this file by that number, or what is opened next
# gets it.
for number in 0 1 2; do
  if [ ! -e /dev/fd/$number ] || [ /dev/fd/$number -ef "${BASH_SOURCE[0]}" ]; then eval "exec $number<>/dev/null"; fi
done
trap : PIPE # a reader that goes away ends nothing

here=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd) || exit 3
fail() {
  printf 'error: %s\n' "$2" >&2
  exit "$1"
}
[ $# -ge 1 ] || fail 2 "expected the folder with the files that were handed in"
submission=$1
shift
[ -d "$submission" ] || fail 2 "$submission is not a folder: nothing has arrived that could be graded"

if [ -n "${MERGELAB-}" ]; then
  mergelab=$MERGELAB
elif [ -x "$here/lab" ]; then
  mergelab=$here/lab
else
  mergelab=$here/bin/mergelab
fi
course=() words=(--plain --require-isolation "${MERGELAB_REQUIRE_ISOLATION:-user}")
[ -z "${MERGELAB_COURSE-}" ] || course=(--course "$MERGELAB_COURSE")
[ -z "${MERGELAB_BACKEND-}" ] || words+=(--backend "$MERGELAB_BACKEND")
[ -z "${MERGELAB_SUBMITTED-}" ] || words+=(--submitted "$MERGELAB_SUBMITTED")
[ -z "${MERGELAB_SECRET_FILE-}" ] || words+=(--secret-file "$MERGELAB_SECRET_FILE")
for lab in ${MERGELAB_LABS-}; do words+=(--lab "$lab"); done

work=$(mktemp -d) || fail 3 "no temporary folder can be made" # which nobody else can read
trap 'rm -rf "$work"' EXIT
folders=("$submission")
for archive in "$submission"/*.tar "$submission"/*.tar.gz "$submission"/*.tgz; do
  { [ -f "$archive" ] && [ ! -L "$archive" ]; } || continue
  unpacked=$work/unpacked${#folders[@]}
  mkdir "$unpacked"
  reader=(cat)
  case $archive in *gz) reader=(gzip -dc) ;; esac
  # However much the archive makes of itself: 64 MiB in all, 4 MiB in a file.
  (ulimit -f 4096 && "${reader[@]}" <"$archive" | head -c 67108864 |
    tar -x --no-same-owner --no-same-permissions -f - -C "$unpacked") 2>"$work/tar.log" ||
    printf 'note: %s can be read in part only\n' "${archive##*/}" >&2
  folders+=("$unpacked")
done

found=$("$mergelab" gather "${folders[@]}" --out "$work/submission" ${course[@]+"${course[@]}"}) || exit
printf '%s\n' "$found" >&2
"$mergelab" grade "$work/submission" ${course[@]+"${course[@]}"} "${words[@]}" --json "${MERGELAB_REPORT:-/dev/null}" "$@"
