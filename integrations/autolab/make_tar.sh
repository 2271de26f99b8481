#!/usr/bin/env bash
# Makes autograde.tar from a folder with your copy of `settings`, and `secret` if there is one:
#   integrations/autolab/make_tar.sh FOLDER autograde.tar
set -euo pipefail
[ $# = 2 ] || { echo "expected a folder and the file to write: $0 integrations/autolab autograde.tar" >&2 && exit 2; }
[ -f "$1/settings" ] || { echo "$1 has no file called settings; integrations/autolab has one to begin with" >&2 && exit 2; }
names=(settings)
[ ! -f "$1/secret" ] || names+=(secret)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime='2020-01-01 00:00:00Z' -cf "$2" -C "$1" -- "${names[@]}"
