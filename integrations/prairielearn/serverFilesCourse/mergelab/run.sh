#!/usr/bin/env bash
# What PrairieLearn runs for each submission, in a container of the image that integrations/Dockerfile makes. It writes
# results/results.json. In tests, MERGELAB_GRADE replaces /grade, and MERGELAB_HOME replaces /opt/mergelab.
set -uo pipefail
root=${MERGELAB_GRADE:-/grade}
home=${MERGELAB_HOME:-/opt/mergelab}
results=$root/results/results.json
mkdir -p "$root/results"
# Submissions run as a user that owns nothing: only root can access the files that they must not read or write.
for folder in results data tests serverFilesCourse student; do
  [ ! -d "$root/$folder" ] || chmod -R go-rwx "$root/$folder"
done
rm -f "$results"
if [ -f "$root/tests/secret" ]; then export MERGELAB_SECRET_FILE="$root/tests/secret"; fi
if [ -f "$root/tests/labs" ]; then MERGELAB_LABS=$(tr -s '[:space:]' ' ' <"$root/tests/labs") && export MERGELAB_LABS; fi

"$home/integrations/grade.sh" "$root/student" --emit "prairielearn=$results"
code=$?
if [ $code != 0 ] && ! grep -q '"gradable": false' "$results" 2>/dev/null; then
  cat >"$results" <<'END'
{"gradable": false, "format_errors": ["The grader failed; this costs no attempt, and is not your fault. Tell your instructor."]}
END
fi
exit 0 # the results say what has happened
