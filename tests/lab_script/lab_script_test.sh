#!/usr/bin/env bash
# Runs ./lab on machines that are made up here: a PATH of stubs, a system root, a tiny project instead of mergelab.
# Long because the cases share how a machine is made up, and each is a few lines.
# Usage: lab_script_test.sh PATH_OF_LAB CASE     exit code 77: skipped, with the reason
set -u
lab=$1 case_name=$2
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
home="$place/a b ü" # blanks and non-ASCII letters, in every case
bin="$place/bin"
mkdir -p "$home" "$bin" "$place/root/etc" "$place/root/var/lib/apt/lists" "$place/root/usr"
cp "$lab" "$home/lab"
unset CI CXX MERGELAB_DEPS_DIR MERGELAB_BUILD_DIR CMAKE_PREFIX_PATH
export MERGELAB_SYSTEM_ROOT="$place/root"

fail() {
  printf 'FAILED: %s\n--- output:\n' "$*"
  cat "$place/out"
  exit 1
}
skip() { echo "skipped: $*" >&2 && exit 77; }
says() { grep -qF -- "$1" "$place/out" || fail "expected the words: $1"; }
never_says() { ! grep -qF -- "$1" "$place/out" || fail "unexpected words: $1"; }
exits() { [ "$code" = "$1" ] || fail "expected exit code $1, got $code"; }
calls() { grep -qF -- "$1" "$place/calls" 2>/dev/null || fail "expected a call of: $1"; }
never_calls() { ! grep -qF -- "$1" "$place/calls" 2>/dev/null || fail "unexpected call of: $1"; }

# A command that notes how it was called, then runs BODY.
stub() {
  printf '#!%s\necho "%s $*" >>"%s"\n%s\n' "$(command -v bash)" "$1" "$place/calls" "${2-}" >"$bin/$1"
  chmod +x "$bin/$1"
}
# The stubs and the plain tools, but no compiler, cmake or ninja.
bare_path() {
  local tool
  for tool in bash env dirname readlink mkdir grep sed tail rm mktemp cat df awk flock uname; do
    if [ ! -e "$bin/$tool" ]; then ln -s "$(command -v "$tool")" "$bin/$tool"; fi
  done
}
user() { stub id "echo $1"; }
distribution() { printf '%s\n' "$@" >"$place/root/etc/os-release"; }
debian() { distribution 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"' 'ID=debian'; }
run_bare() {
  bare_path
  PATH=$bin "$home/lab" "$@" </dev/null >"$place/out" 2>&1
  code=$?
}
# On a terminal, with ANSWER typed.
run_on_terminal() {
  local answer=$1 words
  shift
  command -v script >/dev/null || skip "script (of util-linux) is not here"
  script -qec true /dev/null >/dev/null 2>&1 </dev/null || skip "no pseudo-terminal can be made here"
  SHELL=$(command -v bash) # which knows how bash quotes
  export SHELL
  printf -v words '%q ' env PATH="$bin" "$home/lab" "$@"
  bare_path
  printf '%s\n' "$answer" | script -qec "$words" /dev/null >"$place/out" 2>&1
  code=$?
}
# Installing brings stand-ins for cmake and ninja that make a mergelab.
apt_that_works() {
  stub apt-get "
case \$* in *' install '*)
  printf '#!/bin/sh\nmkdir -p \"\$4/bin\"; : >\"\$4/build.ninja\"\n' >'$bin/cmake'
  printf '#!/bin/sh\n[ \"\$1\" = -n ] || { printf \"#!/bin/sh\\\\necho mergelab runs: \\\\\$*\\\\n\" >bin/mergelab; chmod +x bin/mergelab; }; echo ninja: no work to do.\n' >'$bin/ninja'
  printf '#!/bin/sh\n' >'$bin/g++'
  chmod +x '$bin/cmake' '$bin/ninja' '$bin/g++' ;;
esac"
  ln -s "$(command -v chmod)" "$bin/chmod"
  ln -s "$(command -v sh)" "$bin/sh"
}
readonly all_debian="cmake ninja-build g++ libgtest-dev nlohmann-json3-dev libcli11-dev libfmt-dev libboost-context-dev libarchive-dev libsqlite3-dev"

slow_root_in_a_script_installs_and_says_so() {
  debian && user 0 && apt_that_works
  run_bare grade solutions
  exits 0
  says "missing on this machine: $all_debian"
  says "installing with apt-get"
  says "mergelab runs: grade solutions"
  calls "apt-get -o DPkg::Lock::Timeout=120 update" # no lists were there
  calls "install -y --no-install-recommends $all_debian"
}

case_optional_packages_come_along_and_are_not_needed() {
  debian && user 0 && apt_that_works && stub bwrap
  run_bare list
  exits 0
  never_says "missing on this machine: $all_debian libseccomp-dev"
  calls "install -y --no-install-recommends $all_debian libseccomp-dev"
  never_calls "bubblewrap"
}

slow_yes_uses_sudo_without_asking_and_is_not_passed_on() {
  debian && user 1000 && apt_that_works
  # shellcheck disable=SC2016
  stub sudo 'while [ "$1" = -n ]; do shift; done; "$@"'
  run_bare run 4 --yes
  exits 0
  calls "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get"
  says "mergelab runs: run 4"
  never_says "--yes"
}

case_ci_does_not_ask() {
  debian && user 0 && apt_that_works
  CI=true run_on_terminal n list
  exits 0
  never_says "[Y/n]"
}

case_user_in_a_script_gets_the_line_to_type() {
  debian && user 1000 && stub apt-get && stub sudo
  run_bare list
  exits 2
  says "sudo apt-get install -y --no-install-recommends $all_debian"
  never_calls "apt-get"
}

case_without_sudo_the_line_is_for_root() {
  debian && user 1000 && stub apt-get
  run_bare --yes list
  exits 2
  says "sudo was not found. As root, run:"
  says "  apt-get install -y --no-install-recommends $all_debian"
  never_calls "apt-get"
}

case_on_a_terminal_yes_installs() {
  debian && user 0 && apt_that_works
  run_on_terminal y list
  exits 0
  says "[Y/n]"
  calls "install -y --no-install-recommends $all_debian"
}

case_on_a_terminal_no_installs_nothing() {
  debian && user 0 && stub apt-get
  run_on_terminal n list
  exits 2
  says "not installed. When you want to, type:"
  says "apt-get install -y --no-install-recommends $all_debian"
  never_calls "apt-get"
}

case_only_what_is_missing_is_named() {
  debian && user 1000
  stub ninja && stub clang++
  mkdir -p "$place/root/usr/lib/x86_64-linux-gnu/cmake/fmt" "$place/root/usr/local/share/cmake/CLI11"
  : >"$place/root/usr/lib/x86_64-linux-gnu/cmake/fmt/fmt-config.cmake"
  : >"$place/root/usr/local/share/cmake/CLI11/CLI11Config.cmake"
  mkdir -p "$place/root/usr/include" && : >"$place/root/usr/include/archive.h"
  run_bare list
  says "missing on this machine: cmake libgtest-dev nlohmann-json3-dev libboost-context-dev libsqlite3-dev"
}

case_failed_install_updates_once_and_shows_the_log() {
  debian && user 0
  : >"$place/root/var/lib/apt/lists/mirror_Packages"
  stub apt-get 'case $* in *" install "*) echo "E: Unable to locate package cmake" >&2; exit 100 ;; esac'
  run_bare list
  exits 3
  says "E: Unable to locate package cmake"
  says "error: apt-get could not install"
  says "MERGELAB_DEPS_DIR="
  [ "$(grep -c ' update' "$place/calls")" = 1 ] || fail "expected one update"
  [ "$(grep -c ' install ' "$place/calls")" = 2 ] || fail "expected two attempts"
}

case_fedora_gets_its_own_names() {
  distribution 'ID=fedora' 'PRETTY_NAME="Fedora Linux 40"' && user 0
  run_bare list
  exits 2
  says "on Fedora Linux 40 you install them yourself"
  says "dnf install cmake ninja-build gcc-c++ gtest-devel json-devel cli11-devel fmt-devel boost-devel libarchive-devel sqlite-devel"
}

case_derived_distributions_follow_id_like() {
  distribution 'ID=manjaro' 'ID_LIKE=arch' && user 1000
  run_bare list
  exits 2
  says "sudo pacman -S --needed cmake ninja gcc gtest nlohmann-json cli11 fmt boost libarchive sqlite"
}

case_suse_gets_its_own_names() {
  distribution 'ID="opensuse-tumbleweed"' 'ID_LIKE="opensuse suse"' && user 1000
  run_bare list
  says "sudo zypper install cmake ninja gcc-c++ gtest nlohmann_json-devel cli11-devel fmt-devel libboost_context-devel libarchive-devel sqlite3-devel"
}

case_unknown_distributions_get_the_debian_names_as_a_guide() {
  distribution 'ID=plan9' && user 0
  run_bare list
  exits 2
  says "plan9 is not a distribution that ./lab knows"
  says "install what Debian calls $all_debian"
}

case_macos_is_told_of_containers() {
  stub uname 'echo Darwin'
  run_bare list
  exits 2
  says "mergelab runs on Linux; here it needs a container or WSL"
}

case_deps_dir_without_the_libraries_names_them() {
  debian && user 0 && stub apt-get && stub cmake 'exit 1' && stub ninja && stub g++
  mkdir -p "$place/deps/usr/share/cmake/CLI11"
  : >"$place/deps/usr/share/cmake/CLI11/CLI11Config.cmake"
  mkdir -p "$place/deps/usr/include" && : >"$place/deps/usr/include/sqlite3.h"
  MERGELAB_DEPS_DIR="$place/deps" run_bare list
  exits 2
  says "lack: GTestConfig.cmake nlohmann_jsonConfig.cmake fmt-config.cmake boost_context-config.cmake archive.h"
  never_says "CLI11Config.cmake"
  never_says "sqlite3.h"
  never_calls "apt-get"
}

case_deps_dir_is_passed_to_cmake() {
  debian && user 0 && stub cmake 'exit 1' && stub ninja && stub g++
  MERGELAB_DEPS_DIR="$place/deps" run_bare list
  calls "-DMERGELAB_DEPS_DIR=$place/deps"
}

case_build_folder_that_cannot_be_written_is_named() {
  : >"$home/build" # a file instead of the folder also stops root
  run_bare list
  exits 2
  says "the build folder $home/build can't be written"
  says "MERGELAB_BUILD_DIR="
}

# With the real tools.
tiny_project() {
  if ! command -v cmake || ! command -v ninja; then skip "cmake and ninja are not here"; fi >/dev/null
  cat >"$home/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES CXX)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
add_executable(mergelab main.cpp)
add_subdirectory(tests/some)
add_subdirectory(tests/more)
enable_testing()
add_custom_target(mergelab_tools DEPENDS mergelab)
END
  mkdir -p "$home/tests/some" "$home/tests/more"
  cat >"$home/tests/some/CMakeLists.txt" <<'END'
add_executable(for_tests ../../main.cpp)
enable_testing()
add_test(NAME Some.passes COMMAND true)
add_test(NAME Some.fails COMMAND false)
add_test(NAME Some.takes_long COMMAND true)
set_tests_properties(Some.takes_long PROPERTIES LABELS long)
END
  cat >"$home/tests/more/CMakeLists.txt" <<'END'
add_executable(for_more_tests ../../main.cpp)
enable_testing()
add_test(NAME More.sees_kept_objects COMMAND sh -c "test -n \"$MERGELAB_KEPT_OBJECTS\"")
END
  cat >"$home/main.cpp" <<'END'
#include <cstdio>
#include <cstdlib>
#include <cstring>
int main(int count, char** words) {
  if (std::strcmp(words[1], "streams") == 0) return std::system("readlink /proc/$PPID/fd/0 /proc/$PPID/fd/2");
  for (int i = 1; i < count; ++i) std::printf("<%s>", words[i]);
  if (count == 2 && std::strcmp(words[1], "typed") == 0) std::printf("%s", std::getenv("MERGELAB_TYPED"));
  return 7;
}
END
}
run_real() {
  "$home/lab" "$@" >"$place/stdout" 2>"$place/out" </dev/null
  code=$?
}

case_words_output_and_exit_code_are_the_verbs() {
  tiny_project
  cd / && run_real run '4 x' '' --case ü
  exits 7
  [ "$(cat "$place/stdout")" = '<run><4 x><><--case><ü>' ] || fail "stdout is $(cat "$place/stdout")"
  says "building"
}

case_streams_that_are_closed_become_dev_null() {
  tiny_project
  run_real list
  "$home/lab" streams 0<&- 2>&- >"$place/out" || fail "ended with $?"
  [ "$(cat "$place/out")" = "$(printf '/dev/null\n/dev/null')" ] || fail "expected /dev/null twice"
  "$home/lab" list 0<&- 1>&- 2>&-
  code=$?
  exits 7
}

case_messages_can_name_it_as_it_was_called() {
  tiny_project
  run_real list
  typed() { [ "$(cat)" = "<typed>$1" ] || fail "expected the name $1"; }
  cd "$home" || exit
  ./lab typed | typed ./lab
  cd / && "$home/lab" typed | typed "$(printf %q "$home/lab")"
  cd "$home" && bash lab typed | typed 'bash lab'
}

slow_a_long_build_says_what_time_is_left() {
  debian && user 0 && apt_that_works
  run_bare list
  stub sleep "$(command -v sleep) \"\$1\""
  stub ninja "[ \"\$1\" = -n ] && exit; echo '[1/400] a'; sleep 2; echo '[40/400] b'; echo '[400/400] c'"
  run_bare list
  grep -qE '^lab: building 40/400, about [1-9]0 s left$' "$place/out" || fail "expected the time that is left"
  grep -qx 'lab: building 400/400' "$place/out" || fail "expected no time that is left at the end"
  exits 0
}

case_second_run_does_no_set_up() {
  tiny_project
  run_real list
  run_real list
  exits 7
  [ ! -s "$place/out" ] || fail "expected silence"
  rm "$home/build/.lab-lock"
  run_real list
  [ ! -e "$home/build/.lab-lock" ] || fail "the build was locked for nothing"
}

slow_changed_source_is_rebuilt() {
  tiny_project
  run_real list
  sed -i 's/return 7/return 8/' "$home/main.cpp"
  run_real list
  exits 8
}

slow_compiler_errors_are_shown() {
  tiny_project
  echo 'int broken = "text";' >>"$home/main.cpp"
  run_real list
  exits 3
  says "invalid conversion"
  says "error: the build failed"
}

slow_an_interrupted_build_is_no_failure() {
  tiny_project
  command -v setsid >/dev/null || skip "setsid (of util-linux) is not here"
  # As on Ctrl-C: all processes get the signal, and ninja exits with a separate status.
  printf 'int main() {}\n' >"$home/main.cpp"
  run_real list
  PATH="$bin:$PATH" && stub ninja 'trap : INT; kill -INT 0; exit 2'
  touch "$home/main.cpp"
  setsid --wait "$home/lab" list >"$place/stdout" 2>"$place/out" </dev/null
  code=$?
  exits 130
  says "interrupted; the next ./lab goes on from here"
  never_says "rm -r"
}

slow_only_test_builds_the_tests() {
  tiny_project
  run_real list
  [ ! -e "$home/build/bin/for_tests" ] || fail "tests were built for list"
  PATH="$bin:$PATH" && stub python3
  run_real test
  [ -e "$home/build/bin/for_tests" ] || fail "tests were not built for test"
}

slow_a_folder_of_tests_is_built_alone() {
  tiny_project
  PATH="$bin:$PATH" && stub python3
  run_real test more
  exits 0
  [ -e "$home/build/bin/for_more_tests" ] || fail "the test was not built"
  [ ! -e "$home/build/bin/for_tests" ] || fail "other tests were built too"
  grep -q '100% tests passed' "$place/stdout" || fail "stdout is $(cat "$place/stdout")"
}

slow_tests_are_chosen_by_name_and_length() {
  tiny_project
  PATH="$bin:$PATH" && stub python3
  run_real test 'Some'
  exits 1
  grep -q 'Some.fails' "$place/stdout" || fail "the failure is not named"
  ! grep -q 'takes_long' "$place/stdout" || fail "a long test ran"
  run_real test 'Some.*long' --all
  exits 0
  run_real test 'Some.*long'
  exits 2
  says "no test is selected"
  run_real test --gpu
  exits 2
  run_real test More --all # which compiles everything each time
  exits 1
}

case_words_that_test_does_not_take_are_named() {
  tiny_project
  run_real test --quick
  exits 2
  says "unknown option --quick of test"
  run_real test a b
  exits 2
  says "test takes one pattern, not 'a' and 'b'"
  run_real test --jobs many
  exits 2
  says "--jobs takes a number from 1, not 'many'"
  run_real test --help
  exits 0
  grep -q 'Usage: ./lab test' "$place/stdout" || fail "no usage"
  [ ! -e "$home/build/bin" ] || fail "something was built"
}

slow_build_dir_can_lie_elsewhere() {
  tiny_project
  cd "$place" && MERGELAB_BUILD_DIR="else where" run_real list
  exits 7
  [ -x "$place/else where/bin/mergelab" ] || fail "not built there"
  [ ! -e "$home/build" ] || fail "build/ was also created"
}

slow_moved_checkout_is_configured_anew() {
  tiny_project
  run_real list
  mv "$home" "$place/moved" && home="$place/moved"
  run_real list
  exits 7
}

case_compiler_that_is_not_there_is_named() {
  tiny_project
  CXX=no-such-compiler run_real list
  exits 2
  says "CXX names 'no-such-compiler', which is not a command here"
}

# A hand-out with built programs, which run unless NAME is given, a program that then ends with a loader's message.
# shellcheck disable=SC2016
programs_of_a_hand_out() {
  mkdir -p "$home/programs/bin"
  printf '#!%s\n[ "$1" = --version ] || echo "built: $*"\n' "$(command -v bash)" >"$home/programs/bin/mergelab"
  printf '#!%s\nexit 2\n' "$(command -v bash)" >"$home/programs/bin/simt-run"
  [ -z "${1-}" ] || printf '#!%s\necho "$0: /lib/libc.so.6: version GLIBC_2.99 not found" >&2\nexit 1\n' "$(command -v bash)" >"$home/programs/bin/$1"
  chmod +x "$home/programs/bin"/*
}

case_programs_of_a_hand_out_start_at_once() {
  debian && user 1000 && stub g++ && stub sudo && programs_of_a_hand_out
  run_bare run 4
  exits 0
  [ "$(cat "$place/out")" = 'built: run 4' ] || fail "expected only the verb's output"
  [ ! -e "$home/build" ] || fail "something was built"
}

case_programs_take_any_compiler() {
  debian && user 1000 && stub g++-12 && programs_of_a_hand_out
  run_bare run 4
  exits 0
  says "built: run 4"
  rm "$bin/g++-12"
  run_bare run 4
  exits 2
  says "or set CXX to the command of a compiler"
  never_says "MERGELAB_DEPS_DIR"
}

case_programs_need_only_a_compiler() {
  debian && user 0 && apt_that_works && programs_of_a_hand_out
  run_bare run 4
  exits 0
  says "missing on this machine: g++"
  calls "install -y --no-install-recommends g++ bubblewrap"
  never_calls "cmake"
  never_calls "libseccomp-dev"
  says "built: run 4"
}

case_programs_that_do_not_run_are_built() {
  local broken
  debian && user 0 && apt_that_works
  for broken in mergelab simt-run; do
    programs_of_a_hand_out $broken
    run_bare run 4
    exits 0
    says "don't run on this machine (/lib/libc.so.6: version GLIBC_2.99 not found); building from the sources"
    says "mergelab runs: run 4"
    rm -r "$home/build"
  done
}

case_programs_are_left_for_those_that_were_built() {
  debian && user 0 && apt_that_works && programs_of_a_hand_out
  run_bare --build run 4
  exits 0
  says "mergelab runs: run 4"
  never_says "--build"
  run_bare run 5
  says "mergelab runs: run 5"
}

kind=case
declare -F "case_$case_name" >/dev/null || kind=slow
declare -F "${kind}_$case_name" >/dev/null || { echo "no such case: $case_name" && exit 1; }
"${kind}_$case_name"
