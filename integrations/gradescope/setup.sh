#!/usr/bin/env bash
# Gradescope runs this once, as root, when the autograder is uploaded: it builds the grader.
# In tests, MERGELAB_AUTOGRADER replaces /autograder, and MERGELAB_SYSTEM_ROOT replaces /.
set -euo pipefail
root=${MERGELAB_AUTOGRADER:-/autograder}
system=${MERGELAB_SYSTEM_ROOT-}
tree=$root/source/mergelab
export DEBIAN_FRONTEND=noninteractive CI=true

can_have() { # can_have PACKAGE VERSION: whether apt has it in this version or a later one
  local version
  version=$(apt-cache policy "$1" | sed -n 's/^ *Candidate: *//p')
  dpkg --compare-versions "${version:-0}" ge "$2"
}
is_new_enough() { can_have cmake 3.25 && can_have libfmt-dev 9 && can_have nlohmann-json3-dev 3.11 && can_have g++ 4:12; }

# The packages of Ubuntu 22.04, the base of many images, and of Debian 11 are too old to build mergelab. Those of the next
# release can be installed beside them.
take_next_release() {
  local ID='' VERSION_CODENAME='' next lists
  # shellcheck disable=SC1091
  . "$system/etc/os-release"
  case $ID-$VERSION_CODENAME in
    ubuntu-jammy) next=noble ;;
    debian-bullseye) next=bookworm ;;
    *)
      echo "error: the packages of $ID $VERSION_CODENAME are too old to build mergelab" >&2
      echo "  choose Ubuntu 22.04 or later as the autograder's base image" >&2
      exit 2
      ;;
  esac
  echo "setup: packages of $VERSION_CODENAME are too old; taking those of $next"
  lists=("$system"/etc/apt/sources.list "$system"/etc/apt/sources.list.d/*)
  for list in "${lists[@]}"; do
    [ ! -f "$list" ] || sed -i "s/\\b$VERSION_CODENAME\\b/$next/g" "$list"
  done
  apt-get update
  apt-get install -y --no-install-recommends cmake g++ libfmt-dev nlohmann-json3-dev
}

apt-get update
is_new_enough || take_next_release
chmod +x "$tree/lab" "$tree/integrations/grade.sh" "$tree/integrations/gradescope/run_autograder"
"$tree/lab" --yes list --plain

# Submissions run as a user that owns nothing: only root can access the files that they must not read.
chmod -R go-rwx "$tree/labs" "$tree/datasets" "$tree/solutions"
[ ! -f "$root/source/secret" ] || chmod 600 "$root/source/secret"
