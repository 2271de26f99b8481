#!/usr/bin/env bash
# A whole course, from the hand-out to the class' results: release, submissions, batch (killed and resumed), gradebook,
# regrade, insight, similar, ask. Only labs 1 and 2, so it takes a minute.
# Usage: tests/course_in_a_day.sh [PATH_OF_MERGELAB]
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
mergelab=$(realpath "${1:-$root/build/bin/mergelab}")
# shellcheck source=tests/support/script.sh
. "$root/tests/support/script.sh"

row() { grep "^$1," results/grades.csv || echo "no row of $1"; }
# same WORDS: what a row begins with
same() { [[ $(row "${1%%,*}") == "$1"* ]] || fail "expected the row $1, got $(row "${1%%,*}")"; }

cd "$place" || exit 1
# The instructor hands out the labs, and has separate settings.
expect 0 'is a hand-out' "$mergelab" release hand_out
[ ! -e hand_out/solutions ] || fail 'the hand-out holds solutions'
mkdir course
cp -r "$root"/{labs,solutions,datasets} course/
cat >settings.json <<'J'
{ "schema": "mergelab.settings/1", "name": "a day", "zone": "UTC", "deadline": "2026-10-02T23:59",
  "late": { "percent_per_day": 10, "days_taken": 3 } }
J
expect 0 '02_co_rank' "$mergelab" check-course --course course --settings settings.json

# Students hand in: solutions, a wrong solution, the skeleton, somebody else's files, nothing, and no archive.
hand_in() {  # ID [WRONG]
  mkdir -p "submissions/$1"
  cp -r course/solutions/0[12]_* "submissions/$1/"
  rm -r submissions/"$1"/*/wrong
  [ -z "${2:-}" ] || "$mergelab" wrong "$2" --course course --out "submissions/$1/$3" >out || fail "wrong $2"
}
hand_in ada
hand_in bea
hand_in cai 1/ties_from_b 01_sequential_merge/merge_sequential.cuh
hand_in dov 2/b_first 02_co_rank/co_rank.cuh
expect 0 'fay.tar' "$mergelab" pack --course hand_out --out submissions/fay.tar
echo 'PK no zip' >submissions/gus.zip
cat >roster.csv <<'R'
id;name;submitted
ada;Ada;2026-10-02T20:00
bea;Bea;2026-10-04T08:00
cai;Cai;2026-10-02T20:00
dov;=Dov;2026-10-02T20:00
eve;Eve;
fay;Fay;2026-10-02T20:00
gus;"Gus ""G""";2026-10-02T20:00
R
batch=("$mergelab" batch submissions --roster roster.csv --course course --settings settings.json --backend cpu --lab 1 --lab 2
  --jobs 2 --plain)

# It is killed at some moment, and goes on.
setsid "${batch[@]}" >out 2>&1 &
pid=$!
sleep "$((RANDOM % 4)).$((RANDOM % 10))"
kill -KILL -- "-$pid" 2>/dev/null
wait "$pid" 2>/dev/null
expect 0 '7 rows: 5 graded, 1 not_submitted, 1 unreadable' "${batch[@]}"
same 'ada,Ada,graded,30,30,10,20,1,1,2026-10-02T20:00:00Z,0,ada,'
same 'bea,Bea,graded,24,30,8,16,1,1,2026-10-04T08:00:00Z,6,bea,'
same "dov,'=Dov,graded,"
same 'eve,Eve,not_submitted,'
same 'fay,Fay,graded,0,30,0,0,'
same 'gus,"Gus ""G""",unreadable,'
for file in ada.html cai.json; do [ -s "results/reports/$file" ] || fail "results/reports/$file is missing"; done
cp results/grades.csv before.csv
expect 0 '7 rows: 5 graded' "${batch[@]}"
cmp -s before.csv results/grades.csv || fail 'a finished batch changed its table'

# A second attempt, and what the gradebook answers.
rm -r submissions/cai
hand_in cai
sed -i 's/^cai;Cai;.*/cai;Cai;2026-10-03T10:00/' roster.csv
expect 0 '5 graded' "${batch[@]}"
same 'cai,Cai,graded,27,30,9,18,2,2,2026-10-03T10:00:00Z,3,cai,'
expect 0 'cai,Cai,graded,28.5,30,8.5,20,1,2,' "$mergelab" gradebook results --best
expect 0 'bea,Bea,graded,24,30,8,16,1,1,' "$mergelab" gradebook results --late
if grep -q '^ada' out; then fail 'ada was in time'; fi

# Lab 2 counts more, and nothing runs for that.
sed -i 's/^  "late"/  "labs": { "02_co_rank": { "points": 40 } },\n  "late"/' settings.json
cp results/grades.csv before.csv
expect 0 'ada, attempt 1: 30 of 30 -> 50 of 50' "$mergelab" regrade results --no-run
grep -qF 'nothing was written' out || fail 'regrade did not say that it wrote nothing'
cmp -s before.csv results/grades.csv || fail 'regrade wrote before it was asked to'
expect 0 'grades: ' "$mergelab" regrade results --no-run --write
same 'ada,Ada,graded,50,50,10,40,1,1,'
same 'bea,Bea,graded,40,50,8,32,1,1,'
same 'gus,"Gus ""G""",unreadable,'

# What the class did.
expect 0 'insight: class.html' "$mergelab" insight results --html class.html --csv class.csv
grep -q '^02_co_rank,,40,5,' class.csv || fail "$(cat class.csv)"
grep -q '<h2>02_co_rank</h2>' class.html || fail 'the page lacks lab 2'
if grep -qE 'https?://|<script|Ada' class.html; then fail 'the page needs a network, runs scripts, or names a student'; fi

# Which files have code in common, and questions about one. What all have from the solutions is nobody's.
expect 0 'No two different files have a fingerprint in common.' "$mergelab" similar results --course course --lab 1 --lab 2
for student in one two three; do "$root/tests/similar/apart/write.sh" $student talk/$student; done
cp -r talk/two talk/again
sed -i '1i // with other words' talk/again/*/*.cuh
expect 0 '  1  02_co_rank: again and two: ' "$mergelab" similar talk --course course --lab 2 --html pairs.html
if grep -qE 'https?://|<script' pairs.html; then fail 'the page needs a network or runs scripts'; fi
expect 0 'Answers, as the CPU engine observed' "$mergelab" ask talk/again --course course --lab 2 --answers
grep -q '^3\. It returns ' out || fail 'ask gave no three answers'
echo 'course: done'
