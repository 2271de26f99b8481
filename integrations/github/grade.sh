#!/usr/bin/env bash
# Grades on GitHub Actions: annotations in the log, a summary on the run's page, files for an artifact.
#   integrations/github/grade.sh SUBMISSION RESULTS
# MERGELAB_SECRET holds the line for hidden cases; it goes to a file that submissions can't see. A step that fails means
# that there is no score.
set -uo pipefail
here=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd) || exit 3
submission=$1 results=$2
mkdir -p "$results" || exit 3
if [ -n "${MERGELAB_SECRET-}" ]; then
  secrets=$(mktemp -d) || exit 3
  trap 'rm -rf "$secrets"' EXIT
  printf '%s\n' "$MERGELAB_SECRET" >"$secrets/line"
  export MERGELAB_SECRET_FILE=$secrets/line
fi
export MERGELAB_REQUIRE_ISOLATION=${MERGELAB_REQUIRE_ISOLATION:-namespaces} MERGELAB_REPORT=$results/report.json
"$here/grade.sh" "$submission" --emit annotations=- --emit "markdown=$results/summary.md" \
  --emit "junit=$results/junit.xml" --emit "csv=$results/grades.csv"
code=$?
[ ! -f "$results/summary.md" ] || cat "$results/summary.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
[ $code = 0 ] || echo "::error title=No score::The grader failed (exit code $code); this is not the student's fault."
exit $code
