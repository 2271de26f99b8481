#!/usr/bin/env bash
# Builds the grader on a runner, where a workflow has checked it out.
set -euo pipefail
here=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
switch=/proc/sys/kernel/apparmor_restrict_unprivileged_userns
# Ubuntu 24.04 forbids user namespaces to programs without a separate profile; submissions are graded in such namespaces.
if [ "$(cat $switch 2>/dev/null)" = 1 ]; then sudo -n sysctl -w kernel.apparmor_restrict_unprivileged_userns=0; fi
# All at once, with what isolates submissions: ./lab brings these only together with packages that are missing.
packages=(bubblewrap cmake g++ libarchive-dev libboost-context-dev libcli11-dev libfmt-dev libgtest-dev libseccomp-dev
  libsqlite3-dev ninja-build nlohmann-json3-dev)
if command -v apt-get >/dev/null && ! dpkg -s "${packages[@]}" >/dev/null 2>&1; then
  as_root=(sudo -n)
  [ "$(id -u)" != 0 ] || as_root=()
  ${as_root[@]+"${as_root[@]}"} apt-get update -q
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${packages[@]}"
fi
"$here/lab" --yes doctor
