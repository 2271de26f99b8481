#!/usr/bin/env bash
# What autograde-Makefile runs, as Autolab's user autograde: grades the folder and prints the table, then the lines that
# Autolab reads. In integrations/autolab/Dockerfile a rule of sudo makes it root, so that submissions can run as another user still.
set -uo pipefail
here=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd) || exit 3
folder=$(realpath -- "$1") || exit 2
if [ "$(id -u)" != 0 ] && command -v sudo >/dev/null && sudo -n -l "$here/grade.sh" >/dev/null 2>&1; then
  exec sudo -n "$here/grade.sh" "$folder"
fi
# The arrays of a case are in memory that counts as a file; Tango limits files to 100 MiB by default.
limit=$(ulimit -Hf)
if [ "$limit" != unlimited ] && [ "$limit" -lt 1048576 ] && ! ulimit -f unlimited 2>/dev/null; then
  echo "The grader can't work: files are limited to $((limit / 1024)) MiB, but it needs 1024. Ask your instructor to set"
  echo "VM_ULIMIT_FILE_SIZE in Tango's config.py to 1024 * 1024 * 1024. You get no score."
  exit 3
fi
course=$(dirname -- "$folder")/course
chmod 700 "$course" "$folder" || exit 3
[ ! -f "$course/secret" ] || export MERGELAB_SECRET_FILE=$course/secret
lines=$(mktemp -d) || exit 3
trap 'rm -rf "$lines"' EXIT
"$here/../grade.sh" "$folder" --emit "autolab=$lines/autolab" 2>&1
code=$?
if [ $code = 0 ]; then
  cat "$lines/autolab" # comes last
else
  echo "The grader failed (exit code $code); this is not your fault, and you get no score."
fi
exit $code
