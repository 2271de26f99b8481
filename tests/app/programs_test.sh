#!/usr/bin/env bash
# Makes a hand-out with built programs, and uses it on a machine that has a compiler and nothing else.
# Usage: programs_test.sh PATH_OF_MERGELAB SOURCES       exit code 77: skipped, with the reason
set -u
mergelab=$1 sources=$2
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"

"$mergelab" release "$place/made" --with-programs >"$place/out" 2>&1 || {
  ! grep 'static libraries are missing' "$place/out" >&2 || exit 77
  fail "release --with-programs"
}
grep -qE '^  its programs run on Linux on .* with glibc 2\.[0-9]+ or later$' "$place/out" || fail "no word of the machines"
git clone --quiet "$place/made" "$place/hand out" && cd "$place/hand out" || exit 1

# Every machine with a compiler has these.
for program in programs/bin/* programs/lib/*; do
  ldd "$program" 2>/dev/null | awk '{ print $1 }' |
    grep -vE '^(linux-vdso|libc|libm|libstdc\+\+|libgcc_s|libsimt|statically)(\.so.*)?$|/ld-linux' >"$place/out" && fail "$program needs more"
done
if grep -rlF "$sources" programs >"$place/out"; then fail "programs name the checkout's place"; fi
[ -f programs/licenses/libfmt-dev.txt ] || [ ! -f /usr/share/doc/libfmt-dev/copyright ] || fail "no licenses"

mkdir "$place/bin"
for tool in awk bash env cp rm cat dirname grep id readlink tail uname c++ as ld bwrap; do
  ! command -v "$tool" >/dev/null || ln -s "$(command -v "$tool")" "$place/bin/$tool"
done
export PATH="$place/bin"
SECONDS=0
./lab run 1 >"$place/out" 2>&1 </dev/null
grep -qF 'TODO 1' "$place/out" || fail "run 1: expected TODO 1"
echo "the first verdict took $SECONDS s"
[ ! -e build ] || fail "something was built"
! grep -qE '^lab: ' "$place/out" || fail "expected nothing from ./lab itself"
cp "$sources/solutions/01_sequential_merge/merge_sequential.cuh" labs/01_sequential_merge/
cp "$sources/solutions/02_co_rank/co_rank.cuh" labs/02_co_rank/
cp "$sources/solutions/03_basic_kernel/merge_basic.cuh" labs/03_basic_kernel/
./lab run 3 >"$place/out" 2>&1 || fail "run 3"
grep -qE '^03_basic_kernel +20 / 20 +passed$' "$place/out" || fail "run 3: expected full marks"
./lab list >"$place/out" 2>&1 || fail "list"
./lab cuda --help >"$place/out" 2>&1 || fail "cuda --help"
