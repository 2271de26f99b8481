#!/usr/bin/env bash
# Feeds the golden files of the report formats to programs that read them. Those of JUnit XML come from npm:
#   mkdir -p build/consumers && cp tests/consumers/package.json build/consumers && npm install --prefix build/consumers
# REPORTER is a checkout of classroom-resources/autograding-grading-reporter, which npm doesn't have. Exit code 77 where a
# reader is missing, with the reason.
set -uo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 3
golden=$PWD/tests/report/golden/formats
command -v node >/dev/null || { echo "node is not here" && exit 77; }
if [ ! -d build/consumers/node_modules/xunit-viewer ]; then
  echo "the readers of JUnit XML are not in build/consumers: the head of $0 says how to get them" && exit 77
fi
cd build/consumers || exit 3
work=$(mktemp -d "$PWD/node_modules/.work-XXXXXX") || exit 3 # the reporter finds its packages from here
trap 'rm -rf "$work"' EXIT
failed=0

expect() { # expect NAME PATTERN OUTPUT
  if grep -aqE -- "$2" <<<"$3"; then
    echo "$1: accepted"
  else
    printf '%s: expected "%s" in\n%s\n' "$1" "$2" "$3" && failed=1
  fi
}

cp "$golden/junit" "$work/junit.xml"
tests=$(grep -c '<testcase ' "$work/junit.xml")
failures=$(grep -c '<failure ' "$work/junit.xml")
out=$(node node_modules/xunit-viewer/bin/xunit-viewer.js -r "$work/junit.xml" -c -o "$work/junit.html" 2>&1)
expect xunit-viewer "passed, $failures failure" "$out"
out=$(node --input-type=module -e 'import {parse} from "junit2json"; import {readFileSync} from "fs";
  const read = await parse(readFileSync(process.argv[1], "utf8")); console.log(read.tests, read.failures)' "$work/junit.xml" 2>&1)
expect junit2json "^$tests $failures\$" "$out"
out=$(node -e 'const read = require("test-results-parser").parse({type: "junit", files: [process.argv[1]]});
  console.log(read.total + read.skipped, read.failed)' "$work/junit.xml" 2>&1)
expect test-results-parser "^$tests $failures\$" "$out"

if [ ! -e "${REPORTER:-}/src/main.js" ]; then
  echo "GitHub Classroom's reporter is not here: REPORTER=FOLDER" && exit $((failed ? 1 : 77))
fi
cp -r "$REPORTER/src" "$work/src"
report() { INPUT_RUNNERS=mergelab MERGELAB_RESULTS=$1 node "$work/src/main.js" 2>&1; }
out=$(report "$(cat "$golden/github-classroom")")
expect "GitHub Classroom's reporter" '::Points [0-9]+/[0-9]+$' "$out"
out=$(report "$(sed -n '/^=== github-classroom$/{n;p}' "$golden/../no_score.txt")")
expect "GitHub Classroom's reporter without a score" '::error::Some tests errored' "$out"
if grep -aq 'Points' <<<"$out"; then echo "it reports points without a score" && failed=1; fi
exit "$failed"
