#!/usr/bin/env bash
# A batch on a real Slurm: slurmctld and four nodes on this machine, each node in a separate process namespace,
# so that it can die as a machine does. Usage: slurm_test.sh MERGELAB SOURCE_FOLDER
# MERGELAB_SLURM_SUBMISSIONS: how many, 50 if it is not set. Exit code 77: skipped, with the reason.
set -u
mergelab=$1 source=$2
count=${MERGELAB_SLURM_SUBMISSIONS:-50}

skip() {
  echo "skipped: $*"
  exit 77
}
export PATH=$PATH:/usr/sbin:/sbin
for program in slurmctld slurmd sbatch munged unshare setpriv; do
  command -v $program >/dev/null || skip "$program is not here (Debian: slurm-wlm, munge, util-linux)"
done
own_processes=(unshare --pid --fork --kill-child=KILL --mount-proc)
[ "$(id -u)" = 0 ] || own_processes+=(--map-current-user)
"${own_processes[@]}" true 2>/dev/null || skip "no process namespace can be made here"

place=$(mktemp -d "${TMPDIR:-/tmp}/mergelab_slurm.XXXXXX") || exit 1
export SLURM_CONF=$place/slurm.conf CUDA_VISIBLE_DEVICES='' LC_ALL=C.UTF-8
unset "${!SBATCH_@}" "${!SLURM_JOB@}" MERGELAB_SETTINGS
daemons=()
# Every daemon ends with this script, also when the script is killed; a node takes its tasks with it.
daemon() {
  local log=$1
  shift
  setpriv --pdeathsig KILL "$@" >>"$place/log/$log" 2>&1 </dev/null &
  daemons+=($!)
}
# shellcheck disable=SC2329 # of the trap
clean_up() {
  kill -KILL "${daemons[@]}" 2>/dev/null
  wait 2>/dev/null
  rm -rf "$place"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

fail() {
  printf 'FAILED: %s\n--- output:\n' "$*"
  tail -n 40 "$place/out"
  squeue --states=all --array 2>&1 | tail -n 20
  tail -n 20 "$place/log/slurmctld"
  exit 1
}
# wait_for SECONDS COMMAND...: until it succeeds
wait_for() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}

# --- the cluster
mkdir -p "$place"/{log,state,spool,hidden} "$place"/spool/n{1,2,3,4}
chmod 700 "$place"
host=$(hostname) user=$(id -un)
free_ports() { # free_ports COUNT: so many in a row that nobody listens on
  local first port
  for first in $(shuf -i 20000-29000 -n 50); do
    for ((port = first; port < first + $1; ++port)); do
      (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && continue 2
    done
    echo "$first"
    return
  done
}
port=$(free_ports 5)
dd if=/dev/urandom of="$place/munge.key" bs=1024 count=1 status=none
chmod 600 "$place/munge.key"
echo 'CgroupPlugin=cgroup/v1' >"$place/cgroup.conf" # none is used
echo 'NodeName=n[1-3] Name=gpu File=/dev/zero' >"$place/gres.conf"
cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$place/munge.socket
CredType=cred/munge
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool/%n
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$place/jobs_done
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdTimeout=6
KillWait=2
SchedulerParameters=batch_sched_delay=1,sched_interval=2
GresTypes=gpu
NodeName=n[1-3] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 3))] CPUs=1 Gres=gpu:1
NodeName=n4 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 4)) CPUs=1
PartitionName=main Nodes=n[1-3] Default=YES MaxTime=60
PartitionName=far Nodes=n4 MaxTime=60
END
declare -A pid_of
# node NAME [COMMAND...]: starts a node; the command runs in its namespaces first
node() {
  local name=$1
  shift
  # shellcheck disable=SC2016
  daemon "$name" "${own_processes[@]}" sh -c '"$@" && exec slurmd -D -N "$0"' "$name" "${@:-true}"
  pid_of[$name]=${daemons[-1]}
}
daemon munged munged --foreground --force --socket="$place/munge.socket" --key-file="$place/munge.key" \
  --pid-file="$place/munged.pid" --log-file="$place/log/munged" --seed-file="$place/munge.seed"
wait_for 10 test -S "$place/munge.socket" || skip "munged does not start: $(tail -n 1 "$place/log/munged")"
daemon slurmctld slurmctld -D
for each in n1 n2 n3; do node $each; done
mkdir -p "$place/results_far"
# It has another folder under the name of the results; only root can do that.
if [ "$(id -u)" = 0 ]; then node n4 mount --bind "$place/hidden" "$place/results_far"; else node n4; fi
nodes_are_idle() { [ "$(sinfo --noheader --Node --format='%N %t' | grep -c 'n[1-4] idle$')" = "$1" ]; }
wait_for 30 nodes_are_idle 4 || skip "the cluster does not start: $(tail -n 1 "$place/log/slurmctld" "$place"/log/n?)"

# --- what is handed in: right, wrong, broken, refused, in folders and archives
cp -r "$source/tests/fake_course" "$place/course"
right=$place/course/solutions/01_merge/merge.cuh wrong=$place/course/submissions/wrong/01_merge/merge.cuh
{
  echo id,name
  for ((i = 1; i <= count; ++i)); do echo "student$i,Name $i"; done
  echo absent,Nobody
} >"$place/roster.csv"
for ((i = 1; i <= count; ++i)); do
  lab=$place/subs/student$i/01_merge
  mkdir -p "$lab"
  case $((i % 10)) in
    1) ln -s /etc/passwd "$lab/merge.cuh" ;;
    2) : >"$lab/merge.cuh" ;;
    3) echo "this does not compile $i" >"$lab/merge.cuh" ;;
    4 | 5 | 6) { cat "$wrong" && echo "// $i"; } >"$lab/merge.cuh" ;;
    *) { cat "$right" && echo "// $i"; } >"$lab/merge.cuh" ;;
  esac
  if [ $((i % 4)) = 0 ]; then
    tar -C "$place/subs/student$i" -czf "$place/subs/student$i.tar.gz" .
    rm -r "$place/subs/student$i"
  fi
done

words=(batch "$place/subs" --roster "$place/roster.csv" --course "$place/course" --lab 1 --backend cpu)
on_slurm=("${words[@]}" --launcher slurm)
# expect CODE WORDS COMMAND...
expect() {
  local wanted=$1 text=$2 code
  shift 2
  "$@" >"$place/out" 2>&1 </dev/null
  code=$?
  [ "$code" = "$wanted" ] || fail "expected exit code $wanted, got $code: $*"
  grep -qF -- "$text" "$place/out" || fail "expected the words '$text': $*"
}
same_table() { # same_table FOLDER: only this machine's result, byte for byte
  cmp "$place/local/grades.csv" "$place/$1/grades.csv" >>"$place/out" 2>&1 || fail "$1/grades.csv differs"
  [ ! -e "$place/$1/.slurm" ] || fail "$1/.slurm is left"
}
live_tasks() { squeue --noheader --array --states=PENDING,RUNNING,COMPLETING | grep -c .; }
nothing_runs() { [ "$(live_tasks)" = 0 ]; }
nodes_used() { sed -n 's/.* NodeList=\([^ ]*\).*/\1/p' "$place/jobs_done" | sort -u | grep -c '^n'; }
busy_node() { squeue --noheader --states=RUNNING --format=%N | sort | tail -n 1; }
is_in_mid_job() { [ -n "$(busy_node)" ] && compgen -G "$place/$1/.slurm/*/*/try-*" >/dev/null; }
said() { echo "slurm_test: $* ($SECONDS s)"; }

expect 0 "$((count + 1)) rows: $count graded, 1 not_submitted" "$mergelab" "${words[@]}" --out "$place/local"
said "graded here"

# --- the same scores
expect 0 "$count graded, 1 not_submitted" "$mergelab" "${on_slurm[@]}" --out "$place/whole" --chunk 3 --gres gpu:1
same_table whole
[ "$(nodes_used)" -gt 1 ] || fail "expected tasks on several nodes: $(cat "$place/jobs_done")"
read -r tasks distinct <<<"$(sed -n 's/.*: \([0-9]*\) tasks for \([0-9]*\) .*/\1 \2/p' "$place/out")"
[ "$tasks" = $(((distinct + 2) / 3)) ] || fail "expected chunks of three"
said "the same table from $(nodes_used) nodes: $(grep -m 1 -o 'job .*' "$place/out")"
expect 0 'grades: ' "$mergelab" "${on_slurm[@]}" --out "$place/whole"
! grep -q 'job ' "$place/out" || fail "a batch that was done sent out a job"

# --- a node dies in mid-job
"$mergelab" "${on_slurm[@]}" --out "$place/dies" --chunk 5 >"$place/out" 2>&1 &
leader=$!
wait_for 60 is_in_mid_job dies || fail "no task runs"
victim=$(busy_node)
kill -KILL "${pid_of[$victim]}"
wait $leader || fail "exit code $? after a node had died"
grep -q 'a task was lost (NODE_FAIL on '"$victim" "$place/out" || fail "no task was lost"
same_table dies
said "complete after a node had died: $(grep -m 1 -o 'a task was lost.*' "$place/out")"
node "$victim"
wait_for 60 nodes_are_idle 4 || fail "$victim does not come back"

# --- the leading process is killed; the tasks go on, and the next run takes them up
"$mergelab" "${on_slurm[@]}" --out "$place/killed" --chunk 5 >"$place/out" 2>&1 &
leader=$!
wait_for 60 is_in_mid_job killed || fail "no task runs"
kill -KILL $leader
wait $leader 2>/dev/null
sleep 3
expect 0 "$count graded" "$mergelab" "${on_slurm[@]}" --out "$place/killed"
grep -q 'from an earlier run' "$place/out" || fail "the tasks were not taken up"
! grep -q ' tasks\? for ' "$place/out" || fail "what was under way was sent out again"
same_table killed
said "taken up after kill -9: $(grep -m 1 -o '.*from an earlier run.*' "$place/out")"

# --- Ctrl-C cancels, and the same command goes on
"$mergelab" "${on_slurm[@]}" --out "$place/stopped" --chunk 5 >"$place/out" 2>&1 &
leader=$!
wait_for 60 is_in_mid_job stopped || fail "no task runs"
kill -TERM $leader
wait $leader
[ $? = 143 ] || fail "expected exit code 143 after SIGTERM"
grep -q 'finished gradings are kept' "$place/out" || fail "it does not say that it goes on"
wait_for 30 nothing_runs || fail "tasks are left"
expect 0 "$count graded" "$mergelab" "${on_slurm[@]}" --out "$place/stopped"
same_table stopped
said "complete after a stop"

# --- errors are reported
if [ "$(id -u)" = 0 ]; then
  expect 3 "node n4 does not see $place/results_far" \
    "$mergelab" "${on_slurm[@]}" --out "$place/results_far" --partition far
  wait_for 30 nothing_runs || fail "tasks are left where the folder is not shared"
fi
expect 3 'Slurm refuses the job: invalid partition specified: nowhere' \
  "$mergelab" "${on_slurm[@]}" --out "$place/refused" --partition nowhere
expect 3 'Requested node configuration is not available' \
  "$mergelab" "${on_slurm[@]}" --out "$place/refused" --gres gpu:9
expect 0 "$count graded" "$mergelab" "${on_slurm[@]}" --out "$place/refused"
same_table refused
said "refusals are reported, and no work is lost"
echo passed
