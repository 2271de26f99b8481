#!/bin/bash
# A whole class: the time of a batch of synthetic submissions, the cost of a finished one and of a change of points;
# checks that the scores equal those of separate gradings. Results are in bench/RESULTS.md.
#   bench/class.sh FOLDER [COUNT [SAMPLE]]     FOLDER is made, or a stopped run there goes on
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:?usage: bench/class.sh FOLDER [COUNT [SAMPLE]]} count=${2:-200} sample=${3:-10}
mergelab=${MERGELAB:-$root/build/bin/mergelab}
export MERGELAB=$mergelab
[ -d "$folder" ] || "$root/bench/class_submissions.sh" "$folder" "$count"
cd "$folder"
batch=("$mergelab" batch submissions --roster roster.csv --backend cpu --jobs 2 --plain)
TIMEFORMAT='  %R s by the clock, %U + %S s of CPU time'

tree_kib() {  # the memory of a process and its descendants; shared memory counts once
  local kib=0 pid part
  for pid in $(ps -e -o pid=,ppid= | awk -v top="$1" '
      { parent[$1] = $2 }
      END { for (p in parent) { for (q = p; q != "" && q != top && q > 1;) q = parent[q]; if (q == top) print p } }'); do
    part=$(awk '/^Pss:/ { print $2 }' "/proc/$pid/smaps_rollup" 2>/dev/null || true)
    kib=$((kib + ${part:-0}))
  done
  echo "$kib"
}

echo "$(date -u +%F), $(nproc) processors, load $(cut -d' ' -f1-3 /proc/loadavg), $count submissions"
echo "a batch of all"
time {
  "${batch[@]}" >batch.log 2>&1 &
  pid=$! most=0
  while kill -0 "$pid" 2>/dev/null; do
    now=$(tree_kib "$pid")
    [ "$now" -le "$most" ] || most=$now
    sleep 1
  done
  wait "$pid"
}
echo "  memory at most $((most / 1024)) MiB; load $(cut -d' ' -f1-3 /proc/loadavg)"
tail -n 2 batch.log
cp results/grades.csv grades_whole.csv

echo "the finished batch once more"
time "${batch[@]}" --quiet
cmp results/grades.csv grades_whole.csv && echo "  the same table, byte for byte"

echo "a sample of $sample, graded singly"
mapfile -t ids < <(cut -d, -f1 roster.csv | tail -n +2 | awk -v n="$count" -v s="$sample" '(NR - 1) % int(n / s) == 3 % int(n / s)')
for id in "${ids[@]}"; do
  "$mergelab" grade "submissions/$id" --backend cpu --quiet --json single.json >/dev/null || true
  python3 - "results/reports/$id.json" single.json <<'P' || echo "  $id DIFFERS"
import json, sys
one, other = (json.load(open(name)) for name in sys.argv[1:])
scores = lambda report: [(lab["name"], lab["score"], [(i["id"], i["score"], i["status"]) for i in lab["items"]]) for lab in report["labs"]]
sys.exit(scores(one) != scores(other))
P
done
echo "  ${#ids[@]} compared"

echo "other points, scored from what was observed"
python3 - "$root/labs" <<'P' >settings.json
import json, sys
labs = json.load(open(sys.argv[1] + "/course.json"))["labs"]
print(json.dumps({"schema": "mergelab.settings/1", "name": "other points", "labs": {labs[0]: {"points": 37}}}))
P
time "$mergelab" regrade results --settings settings.json --no-run --quiet >moves.txt
tail -n 2 moves.txt
