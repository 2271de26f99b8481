#!/usr/bin/env bash
# Prints when GitHub received the commit that is checked out, by its own record of pushes: the date in a commit is what its
# author's clock said. Prints nothing, and says why, where that can't be known: no deadline is looked at then.
#   integrations/github/pushed_at.sh OWNER/REPOSITORY CHECKOUT [TIME]      TIME: known otherwise; it is printed as it is
# GH_TOKEN reads the repository. gh is on GitHub's runners.
set -uo pipefail
repository=$1 checkout=$2
unknown() {
  printf 'note: %s: no deadline is looked at; the input "submitted" takes the time\n' "$1" >&2
  exit 0
}
if [ -n "${3-}" ]; then
  printf '%s\n' "$3"
  exit
fi
command -v gh >/dev/null || unknown "gh is not here, so nobody says when this was pushed"
commit=$(git -c safe.directory='*' -C "$checkout" rev-parse HEAD) || unknown "$checkout is not a git checkout"
# A commit may have been pushed again: the first time counts.
times=$(gh api --paginate "repos/$repository/activity?per_page=100" \
  --jq ".[] | select(.after == \"$commit\") | .timestamp") || unknown "GitHub's record of pushes to $repository can't be read"
[ -n "$times" ] || unknown "GitHub has no record of a push that ended with $commit"
sort <<<"$times" | head -n 1
