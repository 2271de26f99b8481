#!/usr/bin/env bash
# Makes a hand-out and uses it as a student does, from nothing: its own ./lab builds, grades and runs its own tests.
# Usage: hand_out_test.sh PATH_OF_MERGELAB
set -u
mergelab=$1
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"

expect 0 'is a hand-out' "$mergelab" release "$place/hand_out"
cd "$place/hand_out" || exit 1
expect 0 'next: lab 1' ./lab
expect 0 'TODO 1' ./lab run 1
expect 0 'TODO not done' ./lab grade labs
expect 0 'TODO 1' ./lab hint 1
expect 0 'is the skeleton, unchanged' ./lab diff 1
expect 0 'is the skeleton already' ./lab reset 1
expect 0 'untouched' ./lab pack
for words in selfcheck 'grade solutions' wrong bench detective 'release ../further'; do
  # shellcheck disable=SC2086
  expect 2 'this is a hand-out: ' ./lab $words
done
expect 0 ' 0 tests failed' ./lab test
grep -qF 'this is a hand-out: it has the tests that need no solution' "$place/out" || fail "./lab test does not say that tests are missing"
tail -n 4 "$place/out"
[ -z "$(git status --porcelain)" ] || fail "git status: $(git status --porcelain)"
