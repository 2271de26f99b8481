# shellcheck shell=bash
# Sourced by the tests that are scripts. $place: a folder that goes with the test; $place/out: what the last command printed.
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
unset MERGELAB_BUILD_DIR MERGELAB_SETTINGS
export CUDA_VISIBLE_DEVICES=''

fail() {
  printf 'FAILED: %s\n--- output:\n' "$*"
  tail -n 60 "$place/out"
  exit 1
}
# expect CODE WORDS COMMAND...
expect() {
  local wanted=$1 words=$2 code
  shift 2
  echo "$(basename "$0" .sh): $*"
  "$@" >"$place/out" 2>&1 </dev/null
  code=$?
  [ "$code" = "$wanted" ] || fail "$*: expected exit code $wanted, got $code"
  grep -qF -- "$words" "$place/out" || fail "$*: expected the words: $words"
}
