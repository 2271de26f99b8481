#!/usr/bin/env bash
# Makes the Debian package, unpacks it into a folder, and grades with it in a folder of labs.
# Usage: package_test.sh BUILD_FOLDER SOURCES       exit code 77: skipped, with the reason
set -u
build=$1 sources=$2
# shellcheck source=tests/support/script.sh
. "$(dirname "$0")/../support/script.sh"

has_line() { grep -qE -- "$1" "$place/out" || fail "expected a line like $1"; }
never_has() { ! grep -qE -- "$1" "$place/out" || fail "unexpected: $1"; }

command -v dpkg-shlibdeps >/dev/null || { echo "skipped: dpkg-shlibdeps (of dpkg-dev) is not here" >&2 && exit 77; }
chmod 755 "$place" # submissions are graded as another user where there are no namespaces
(cd "$build" && cpack -B "$place/packages") >"$place/out" 2>&1 || fail "cpack failed"
package=$(echo "$place"/packages/mergelab_*.deb)
if [ ! -f "$package" ] || [ ! -f "$(echo "$place"/packages/mergelab-*.tar.gz)" ]; then fail "expected a .deb and a .tar.gz"; fi

dpkg-deb --info "$package" >"$place/out"
has_line '^ Depends: g\+\+.*libc6 .*libstdc\+\+6'
has_line '^ Recommends: bubblewrap$'
dpkg-deb --contents "$package" >"$place/out"
has_line ' \./usr/bin/mergelab -> \.\./libexec/mergelab/bin/mergelab$'
has_line ' \./usr/libexec/mergelab/lib/libsimt\.so$'
has_line ' \./usr/share/mergelab/labs/04_tiled_kernel/merge_tiled\.cuh$'
never_has '/solutions/|/settings\.json|/\.mergelab|_test$|/include/mergelab/device_merge'

dpkg-deb --extract "$package" "$place/root"
mergelab=$place/root/usr/bin/mergelab
mkdir "$place/mine" && cp -r "$sources/labs" "$place/mine/labs" && cd "$place/mine" || exit 1
"$mergelab" --version >"$place/out" 2>&1 || fail "--version failed"
has_line '^mergelab [0-9]+\.[0-9]+\.[0-9]+( |$)'
"$mergelab" run 4 >"$place/out" 2>&1
has_line '^04_tiled_kernel +0 / 25 +TODO not done$'
cp "$sources/solutions/01_sequential_merge/merge_sequential.cuh" labs/01_sequential_merge/
"$mergelab" run 1 >"$place/out" 2>&1
has_line '^01_sequential_merge +10 / 10 +passed$'
[ -f labs/.mergelab.json ] || fail "expected the progress in the folder's own labs/"
