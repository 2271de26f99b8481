#!/usr/bin/env bash
# Runs the scripts of integrations/ in folders laid out like each course system's, on the tiny course.
# Usage: templates_test.sh SOURCE BUILD CASE     exit code 77: skipped, with the reason
# Long because the cases share how a system is played, and each is a few lines.
set -u
source=$1 build=$2 case_name=$3
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
chmod 755 "$place" # another user looks for what it may read
place="$place/a b ü"
bin="$place/bin"
mkdir -p "$bin"
unset CI MERGELAB_REPORT MERGELAB_SETTINGS MERGELAB_SUBMITTED MERGELAB_LABS MERGELAB_BACKEND MERGELAB_SECRET_FILE MERGELAB_SECRET GITHUB_STEP_SUMMARY
export MERGELAB="$build/bin/mergelab" MERGELAB_COURSE="$source/tests/fake_course" CUDA_VISIBLE_DEVICES=
export MERGELAB_REQUIRE_ISOLATION=process # these tests do not depend on the isolation of the machine
solution="$MERGELAB_COURSE/solutions/01_merge/merge.cuh" wrong="$MERGELAB_COURSE/submissions/wrong/01_merge/merge.cuh"

fail() {
  printf 'FAILED: %s\n--- output:\n' "$*"
  cat "$place/out" 2>/dev/null
  exit 1
}
skip() { echo "skipped: $*" >&2 && exit 77; }
need() { command -v "$1" >/dev/null || skip "$1 is not here"; }
says() { grep -qF -- "$1" "$place/out" || fail "expected the words: $1"; }
never_says() { ! grep -qF -- "$1" "$place/out" || fail "unexpected words: $1"; }
exits() { [ "$code" = "$1" ] || fail "expected exit code $1, got $code"; }
run() { # run COMMAND ...
  "$@" >"$place/out" 2>&1 </dev/null
  code=$?
}
stub() { # stub NAME [BODY]: a command that notes how it was called
  printf '#!/usr/bin/env bash\necho "%s $*" >>"%s"\n%s\n' "$1" "$place/calls" "${2-}" >"$bin/$1"
  chmod +x "$bin/$1"
}
calls() { grep -qF -- "$1" "$place/calls" 2>/dev/null || fail "expected a call of: $1"; }
is_json() { python3 -m json.tool "$1" >/dev/null 2>&1; }
field() { python3 -c 'import json, sys; print(eval("d" + sys.argv[2], {"d": json.load(open(sys.argv[1]))}))' "$1" "$2"; }
has() { # has FILE FIELD VALUE
  [ "$(field "$1" "$2")" = "$3" ] || fail "$1 $2 is $(field "$1" "$2" 2>&1), not $3: $(cat "$1")"
}
# What nobody but root, or who grades, may read.
is_private() {
  [ "$(id -u)" = 0 ] || return 0
  ! setpriv --reuid=65534 --regid=65534 --clear-groups cat -- "$1" >/dev/null 2>&1 || fail "another user can read $1"
}

# ---- Gradescope ----------------------------------------------------------------------------------------------

gradescope() {
  root="$place/autograder" results="$place/autograder/results/results.json"
  export MERGELAB_AUTOGRADER="$root" MERGELAB_LABS=1
  mkdir -p "$root/source/mergelab" "$root/submission" "$root/results"
  cp -r "$source/integrations" "$root/source/mergelab/integrations"
  cp "$source/integrations/gradescope/run_autograder" "$root/run_autograder"
}

slow_gradescope_takes_the_files_by_name_from_any_folder() {
  gradescope
  mkdir -p "$root/submission/my work/01_merge" "$root/submission/__MACOSX/01_merge"
  cp "$solution" "$root/submission/my work/01_merge/merge.cuh"
  echo junk >"$root/submission/__MACOSX/01_merge/merge.cuh"
  run "$root/run_autograder"
  exits 0
  has "$results" "['score']" "$(field "$MERGELAB_COURSE/labs/01_merge/lab.json" "['points']").0"
  is_private "$results"
  never_says "report: " # none was asked for, so there is none to look at
}

slow_gradescope_takes_a_secret_that_lies_in_the_zip() {
  gradescope
  cp "$solution" "$root/submission/"
  echo "nobody knows" >"$root/source/secret"
  export MERGELAB_REPORT="$place/report.json"
  run "$root/run_autograder"
  exits 0
  has "$place/report.json" "['secret']" True
  never_says "nobody knows"
}

slow_gradescope_looks_at_the_deadline() {
  gradescope
  cp "$solution" "$root/submission/"
  echo '{"schema": "mergelab.settings/1", "zone": "UTC", "deadline": "2026-01-10T12:00",
    "late": {"percent_per_day": 50, "days_taken": 2}}' >"$place/settings.json"
  export MERGELAB_SETTINGS="$place/settings.json"
  echo '{"id": 7, "created_at": "2026-01-10T11:00:00.000000+00:00"}' >"$root/submission_metadata.json"
  run "$root/run_autograder"
  exits 0
  has "$results" "['score']" 4.0
  echo '{"id": 7, "created_at": "2026-01-10T04:30:00.000000-08:00"}' >"$root/submission_metadata.json"
  run "$root/run_autograder"
  exits 0
  has "$results" "['score']" 2.0
}

slow_gradescope_takes_what_pack_makes() {
  gradescope
  mkdir -p "$place/mine/01_merge" && cp "$wrong" "$place/mine/01_merge/"
  run "$MERGELAB" pack --dir "$place/mine" --course "$MERGELAB_COURSE" --out "$root/submission/submission.tar"
  exits 0
  run "$root/run_autograder"
  exits 0
  has "$results" "['score']" 3.0
}

slow_gradescope_students_read_what_was_not_found() {
  gradescope
  mkdir "$root/submission/a" "$root/submission/b"
  cp "$solution" "$root/submission/a/merge.cuh" && cp "$wrong" "$root/submission/b/merge.cuh"
  run "$root/run_autograder"
  exits 0
  grep -qF 'merge.cuh was handed in 2 times' "$results" || fail "$(cat "$results")"
  rm -r "$root/submission"/* && echo hello >"$root/submission/notes.txt"
  run "$root/run_autograder"
  exits 0
  has "$results" "['score']" 0.0
  grep -qF "no lab file was handed in" "$results" || fail "$(cat "$results")"
}

slow_gradescope_failures_are_no_zero() {
  gradescope
  cp "$solution" "$root/submission/"
  run "$root/run_autograder"
  exits 0
  MERGELAB_ISOLATION=process MERGELAB_REQUIRE_ISOLATION=user run "$root/run_autograder"
  exits 3
  if is_json "$results"; then fail "there is a score: $(cat "$results")"; fi
  rm "$root/submission/merge.cuh"
  run "$root/run_autograder"
  exits 2
  says "there is nothing to grade"
  if is_json "$results"; then fail "there is a score: $(cat "$results")"; fi
}

slow_gradescope_an_archive_of_any_bytes_ends_well() {
  gradescope
  head -c 100000 /dev/urandom >"$root/submission/a.tar"
  head -c 100000 /dev/urandom >"$root/submission/b.tgz"
  (cd "$place" && mkdir x && ln -s /etc/passwd x/merge.cuh && tar -cf "$root/submission/c.tar" x)
  run "$root/run_autograder"
  exits 0
  has "$results" "['score']" 0.0
  says "is a symbolic link"
}

slow_gradescope_an_archive_can_not_fill_the_disk() {
  gradescope
  (cd "$place" && mkdir x && head -c 150000000 /dev/zero >x/big && tar -czf "$root/submission/a.tgz" x && rm x/big)
  (cd "$place/x" && for i in {1..40}; do head -c 4000000 /dev/zero >"$i"; done && tar -czf "$root/submission/b.tgz" . && rm -- *)
  # shellcheck disable=SC2016
  stub unpacked 'shift; du -sk "${@:1:$#-2}" >&2; exit 9'
  MERGELAB="$bin/unpacked" MERGELAB_COURSE='' run "$root/run_autograder"
  exits 9
  awk '/unpacked/ { sum += $1 } END { exit !(sum > 0 && sum < 80000) }' "$place/out" || fail "too much was unpacked"
}

# The machine on which setup.sh runs.
setup_machine() { # setup_machine ID CODENAME CMAKE
  gradescope
  mkdir -p "$place/root/etc/apt" "$root/source/mergelab/"{labs,datasets,solutions,grader}
  printf 'ID=%s\nVERSION_CODENAME=%s\n' "$1" "$2" >"$place/root/etc/os-release"
  echo "deb http://example.org/debian $2-updates main" >"$place/root/etc/apt/sources.list"
  echo "nobody knows" >"$root/source/secret"
  echo '{}' | tee "$root/source/mergelab/"{labs,datasets,solutions,grader}/file >/dev/null
  stub apt-get
  stub apt-cache "case \$2 in cmake) v=$3 ;; g++) v=4:12.2.0-3 ;; *) v=99 ;; esac; echo \"  Candidate: \$v\""
  printf '#!/bin/sh\necho "lab $*" >>"%s"\n' "$place/calls" >"$root/source/mergelab/lab"
  export MERGELAB_SYSTEM_ROOT="$place/root" PATH="$bin:$PATH"
}

slow_gradescope_setup_builds_and_hides_what_is_not_the_students() {
  need dpkg
  setup_machine debian bookworm 3.25.1-1
  run bash "$source/integrations/gradescope/setup.sh"
  exits 0
  calls "lab --yes list"
  for folder in labs datasets solutions; do is_private "$root/source/mergelab/$folder/file"; done
  is_private "$root/source/secret"
  [ "$(stat -c %A "$root/source/mergelab/grader/file")" = -rw-r--r-- ] || fail "compilers have to read grader/"
  grep -q bookworm-updates "$place/root/etc/apt/sources.list" || fail "the sources were changed"
}

case_gradescope_setup_takes_the_next_release_on_old_images() {
  need dpkg
  setup_machine ubuntu jammy 3.22.1-1ubuntu1
  run bash "$source/integrations/gradescope/setup.sh"
  exits 0
  grep -q ' noble-updates ' "$place/root/etc/apt/sources.list" || fail "$(cat "$place/root/etc/apt/sources.list")"
  calls "apt-get install -y --no-install-recommends cmake"
}

case_gradescope_setup_refuses_what_is_too_old() {
  need dpkg
  setup_machine ubuntu focal 3.16.3-1
  run bash "$source/integrations/gradescope/setup.sh"
  exits 2
  says "choose Ubuntu 22.04 or later"
}

slow_package_is_the_same_each_time_and_holds_what_grading_takes() {
  need zip
  (cd "$place" && run "$MERGELAB" package gradescope --course "$MERGELAB_COURSE" --out one.zip && exits 0 && sleep 1.1 &&
    run "$MERGELAB" package gradescope --course "$MERGELAB_COURSE" --out two.zip && exits 0) || exit 1
  cmp "$place/one.zip" "$place/two.zip" || fail "two packages of one course differ"
  mkdir "$place/source"
  (cd "$place/source" && cmake -E tar xf ../one.zip) || fail "CMake can't read it"
  for file in setup.sh run_autograder mergelab/lab mergelab/integrations/grade.sh mergelab/labs/01_merge/lab.json \
    mergelab/datasets/catalog.json mergelab/solutions/01_merge/merge.cuh mergelab/CMakeLists.txt mergelab/bench/CMakeLists.txt; do
    [ -f "$place/source/$file" ] || fail "$file is not in it"
  done
  for file in setup.sh mergelab/lab; do [ -x "$place/source/$file" ] || fail "$file has lost its permission to run"; done
  for file in mergelab/tests mergelab/docs mergelab/solutions/01_merge/wrong mergelab/.git mergelab/build; do
    [ ! -e "$place/source/$file" ] || fail "$file is in it"
  done
  for folder in simt $(sed -n 's/^add_subdirectory(\(.*\))$/\1/p' "$place/source/mergelab/CMakeLists.txt"); do
    [ -e "$place/source/mergelab/$folder/CMakeLists.txt" ] || fail "$folder is not in it, so it can't be built"
  done
}

case_package_says_what_is_wrong() {
  run "$MERGELAB" package moodle
  exits 2
  says "no package for 'moodle'"
  run "$MERGELAB" package gradescope --out "$place/no/such/folder.zip"
  exits 2
  says "mkdir -p"
  run "$MERGELAB" package gradescope --course "$place" --out "$place/x.zip"
  exits 2
  run env PATH=/nowhere "$MERGELAB" package gradescope --out "$place/x.zip"
  exits 2
  says "apt-get install zip"
  [ ! -e "$place/x.zip" ] || fail "a file was left"
}

# ---- PrairieLearn --------------------------------------------------------------------------------------------

prairielearn() {
  export MERGELAB_GRADE="$place/grade" MERGELAB_HOME="$source"
  results="$place/grade/results/results.json"
  mkdir -p "$place/grade/"{data,student,tests,serverFilesCourse}
  cp -r "$source/integrations/prairielearn/serverFilesCourse/mergelab" "$place/grade/serverFilesCourse/"
  echo '{}' >"$place/grade/data/data.json"
  echo 1 >"$place/grade/tests/labs"
  script="$place/grade/serverFilesCourse/mergelab/run.sh"
}

slow_prairielearn_grades_the_files_of_a_question() {
  prairielearn
  echo "nobody knows" >"$place/grade/tests/secret"
  cp "$wrong" "$place/grade/student/"
  run "$script"
  exits 0
  has "$results" "['gradable']" True
  has "$results" "['score'] == 3 / $(field "$MERGELAB_COURSE/labs/01_merge/lab.json" "['points']")" True
  for file in tests/secret data/data.json results/results.json; do is_private "$place/grade/$file"; done
}

slow_prairielearn_failures_cost_no_attempt() {
  prairielearn
  run "$script"
  exits 0
  has "$results" "['gradable']" False
  cp "$solution" "$place/grade/student/"
  MERGELAB_ISOLATION=process MERGELAB_REQUIRE_ISOLATION=user run "$script"
  has "$results" "['gradable']" False
  has "$results" "['format_errors'][0][:17]" "The grader failed"
}

# ---- Autolab -------------------------------------------------------------------------------------------------

autolab() {
  need make
  export MERGELAB_AUTOLAB="$source/integrations/autolab/grade.sh"
  mkdir -p "$place/job" "$place/own"
  sed -e 's/^MERGELAB_LABS=.*/MERGELAB_LABS=1/' -e '/^MERGELAB_REQUIRE/d' "$source/integrations/autolab/settings" >"$place/own/settings"
  echo "nobody knows" >"$place/own/secret"
  run "$source/integrations/autolab/make_tar.sh" "$place/own" "$place/job/autograde.tar"
  exits 0
  cp "$source/integrations/autolab/autograde-Makefile" "$place/job/Makefile"
}

slow_autolab_ends_with_the_scores() {
  autolab
  mkdir -p "$place/mine/01_merge" && cp "$wrong" "$place/mine/01_merge/"
  "$MERGELAB" pack --dir "$place/mine" --course "$MERGELAB_COURSE" --out "$place/job/submission.tar" >/dev/null || fail pack
  run make -C "$place/job" --no-print-directory
  exits 0
  tail -n 1 "$place/out" >"$place/last"
  has "$place/last" "['scores']" "{'01_merge': 3.0}"
  is_private "$place/job/course/secret"
}

case_autolab_failures_have_no_scores() {
  autolab
  run make -C "$place/job" --no-print-directory # nothing was handed in
  [ "$code" != 0 ] || fail "it looks graded"
  never_says '"scores"'
  cp "$solution" "$place/job/merge.cuh"
  MERGELAB_ISOLATION=process MERGELAB_REQUIRE_ISOLATION=user run make -C "$place/job" --no-print-directory
  never_says '"scores"'
  says "you get no score"
}

case_autolab_tar_is_the_same_each_time() {
  autolab
  sleep 1.1
  touch "$place/own/settings"
  run "$source/integrations/autolab/make_tar.sh" "$place/own" "$place/again.tar"
  exits 0
  cmp "$place/again.tar" "$place/job/autograde.tar" || fail "they differ"
}

# ---- GitHub and GitLab ---------------------------------------------------------------------------------------

# A checkout of mergelab as far as the scripts need it, and a student's; sudo and the packages are there.
runner() {
  need python3
  mkdir -p "$place/mergelab" "$place/student/labs/01_merge" "$place/work"
  cp -r "$source/integrations" "$place/mergelab/integrations"
  printf '#!/bin/sh\necho "lab $*" >>"%s"\n' "$place/calls" >"$place/mergelab/lab"
  chmod +x "$place/mergelab/lab"
  cp "$wrong" "$place/student/labs/01_merge/"
  stub sudo && stub dpkg && stub apt-get
  export PATH="$bin:$PATH" GITHUB_STEP_SUMMARY="$place/summary"
  make_values ""
}
make_values() { # make_values SUBMITTED
  local submitted=$1
  cat >"$place/values.json" <<END
{"vars.MERGELAB_REPOSITORY || github.repository": "ORG/mergelab", "inputs.repository": "ORG/lab-alice",
 "secrets.MERGELAB_TOKEN || github.token": "token", "github.repository": "ORG/lab-alice", "inputs.ref": "", "inputs.labs": "1", "inputs.submitted": "$submitted",
 "secrets.MERGELAB_SECRET": "nobody knows", "github.job": "cpu",
 "checkout ORG/mergelab": "$place/mergelab", "checkout ORG/lab-alice": "$place/student"}
END
}
run_job() { # run_job FILE JOB
  python3 "$source/tests/integrations/steps.py" "$source/integrations/$1" "$2" "$place/values.json" >"$place/job.sh" 2>"$place/out"
  code=$?
  [ $code != 77 ] || skip "$(cat "$place/job.sh")"
  exits 0
  cd "$place/work" && run bash "$place/job.sh"
}

slow_github_grades_a_students_repository() {
  runner
  run_job github/grade.yml cpu
  exits 0
  calls "lab --yes doctor"
  says "::error file="
  never_says "nobody knows"
  grep -q '01_merge' "$place/summary" || fail "no summary"
  grep -q '<testsuites' "$place/work/results/junit.xml" || fail "no JUnit XML"
  if grep -rq "nobody knows" "$place/work"; then fail "the secret is in the workspace"; fi
}

# A late rule, and a student's commit whose own date is long before the deadline.
late() {
  echo '{"schema": "mergelab.settings/1", "zone": "UTC", "deadline": "2026-01-10T12:00",
    "late": {"percent_per_day": 50, "days_taken": 2}}' >"$place/settings.json"
  export MERGELAB_SETTINGS="$place/settings.json"
  cp "$solution" "$place/student/labs/01_merge/"
}
slow_github_takes_the_time_of_the_push_and_not_the_commits() {
  runner
  late
  (cd "$place/student" && git init -q && git add . &&
    GIT_COMMITTER_DATE='@0 +0000' git -c user.name=n -c user.email=e commit -qm c) || fail git
  commit=$(git -C "$place/student" rev-parse HEAD)
  # shellcheck disable=SC2016 # gh fills it in
  stub gh 'case "$*" in *"repos/ORG/lab-alice/activity"*".after == \"'"$commit"'\""*) printf "2026-01-12T09:00:00Z\n2026-01-11T09:00:00Z\n" ;; *) exit 1 ;; esac'
  run_job github/grade.yml cpu
  exits 0
  has "$place/work/results/report.json" "['score']" 2.0 # a day late
  stub gh 'exit 0' # the commit came in the middle of a push
  rm -r "$place/work"/*
  run_job github/grade.yml cpu
  exits 0
  says "no record of a push that ended with $commit"
  says "no deadline is looked at"
  has "$place/work/results/report.json" "['score']" 4.0
  rm -r "$place/work"/*
  make_values 2026-01-10T12:00:00Z
  run_job github/grade.yml cpu
  exits 0
  never_says "no deadline"
  has "$place/work/results/report.json" "['score']" 4.0
}

slow_github_failure_fails_the_step() {
  runner
  rm -r "$place/student/labs"
  run_job github/grade.yml cpu
  exits 2
  says "::error title=No score::"
}

slow_github_jobs_are_told_apart() {
  runner
  run_job github/grade.yml gpu # on a machine without one
  exits 2
  says "backend 'both' is not available"
}

slow_github_feedback_shows_points() {
  runner
  export MERGELAB_LABS=1
  run_job github/feedback.yml feedback
  exits 0
  says "::error file="
}

slow_a_hand_out_has_what_feedback_takes() {
  need git
  run "$MERGELAB" release "$place/hand_out"
  exits 0
  for file in lab integrations/grade.sh integrations/github/set_up.sh integrations/github/grade.sh; do
    [ -x "$place/hand_out/$file" ] || fail "$file is not in it, or can't be run"
  done
}

slow_gitlab_grades_a_project() {
  runner
  need git
  export MERGELAB_LABS=1 MERGELAB_URL="$place/mergelab" CI_BUILDS_DIR="$place" CI_JOB_ID=1
  (cd "$place/mergelab" && git init -q && git add . && git -c user.name=n -c user.email=e commit -qm c) || fail git
  cp -r "$place/student/." "$place/work/"
  run_job gitlab/gitlab-ci.yml cpu
  exits 0
  grep -q '<failure' "$place/work/results/junit.xml" || fail "no JUnit XML"
  has "$place/work/results/report.json" "['score']" 3.0
  rm -r "$place/mergelab-1" "$place/work/results"
  MERGELAB_ISOLATION=process MERGELAB_REQUIRE_ISOLATION=user run_job gitlab/gitlab-ci.yml cpu
  exits 3
}

slow_gitlab_takes_the_time_of_a_push() {
  runner
  need git
  late
  export MERGELAB_LABS=1 MERGELAB_URL="$place/mergelab" CI_BUILDS_DIR="$place" CI_JOB_ID=1 CI_PIPELINE_SOURCE=push
  export CI_PIPELINE_CREATED_AT=2026-01-10T15:00:00Z
  (cd "$place/mergelab" && git init -q && git add . && git -c user.name=n -c user.email=e commit -qm c) || fail git
  cp -r "$place/student/." "$place/work/"
  run_job gitlab/gitlab-ci.yml cpu
  exits 0
  has "$place/work/results/report.json" "['score']" 2.0
  rm -r "$place/mergelab-1" "$place/work/results"
  CI_PIPELINE_SOURCE=web run_job gitlab/gitlab-ci.yml cpu # started by somebody, some time
  exits 0
  has "$place/work/results/report.json" "['score']" 4.0
}

slow_classroom50_writes_its_result() {
  runner
  export MERGELAB_LABS=1 CLASSROOM=c ASSIGNMENT=a SUBMISSION_TAG=submit/1 COMMIT_URL=u RELEASE_URL=r REVIEW_URL=v
  mkdir "$place/bundle" && cp "$source/integrations/classroom50/autograder.py" "$place/bundle/" && mv "$place/mergelab" "$place/bundle/"
  cd "$place/student" && run python3 "$place/bundle/autograder.py"
  exits 0
  has result.json "['schema']" classroom50/result/v1
  has result.json "['score']" 3
  MERGELAB_ISOLATION=process MERGELAB_REQUIRE_ISOLATION=user run python3 "$place/bundle/autograder.py"
  exits 3
  [ ! -e result.json ] || fail "an old result was left"
}

# ---- what is not run here ------------------------------------------------------------------------------------

slow_files_of_data_can_be_parsed() {
  need python3
  python3 -c 'import yaml' 2>/dev/null || skip "python3-yaml is not here"
  for file in "$source"/integrations/*/*.yml "$source"/.github/workflows/*.yml; do
    run python3 -c 'import sys, yaml; assert isinstance(yaml.safe_load(open(sys.argv[1])), dict)' "$file"
    exits 0
  done
  is_json "$source/integrations/prairielearn/question/info.json" || fail info.json
}

# Images are made of what ./lab knows to be needed.
case_images_install_what_lab_needs() {
  awk '/^(cmd|lib) / { print $3 }' "$source/lab" >"$place/packages"
  [ "$(wc -l <"$place/packages")" -ge 8 ] || fail "the list in lab can't be read"
  while read -r package; do
    for file in integrations/Dockerfile integrations/apptainer.def integrations/github/set_up.sh Dockerfile; do
      grep -qwF -- "$package" "$source/$file" || fail "$file does not install $package"
    done
  done <"$place/packages"
}

kind=case
declare -F "case_$case_name" >/dev/null || kind=slow
declare -F "${kind}_$case_name" >/dev/null || { echo "no such case: $case_name" && exit 1; }
"${kind}_$case_name"
