// mergelab doctor: this machine's tools for grading, and how to get missing ones.
#include <sys/sysinfo.h>

#include <CLI/Version.hpp>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/verbs/verbs.hpp"
#include "submission/compile.hpp"

namespace mergelab::app {
namespace {

struct Check {
  enum class State {
    good,
    less,  // grading works without
    bad,   // and not without this
  };
  std::string name;
  State state = State::good;
  std::string found;
  std::vector<std::string> remedies = {};
};

using State = Check::State;

/// An error's first line, and its others as remedies.
Check failed(std::string name, const std::string& message) {
  Check check{std::move(name), State::bad, message.substr(0, message.find('\n'))};
  for (std::size_t at = message.find('\n'); at != std::string::npos;) {
    const std::size_t begin = message.find_first_not_of(' ', at + 1), end = message.find('\n', at + 1);
    if (begin != std::string::npos) check.remedies.push_back(message.substr(begin, end - begin));
    at = end;
  }
  return check;
}

/// What a small program of the system prints, its first line; empty when it does not run.
std::string first_line_of(std::vector<std::string> argv) {
  sandbox::Command command;
  command.argv = std::move(argv);
  command.env = {{"PATH", submission::tool_path()}, {"LANG", "C"}};
  command.limits.wall_s = 20;
  try {
    const sandbox::Exit exit = sandbox::run(command);
    if (exit.end == sandbox::End::exited && exit.code == 0)
      return exit.output.substr(0, exit.output.find('\n'));
  } catch (const std::system_error&) {  // it is not there
  }
  return "";
}

/// Good with what `find` finds, unless it throws.
Check tried(const char* name, const std::function<std::string()>& find) try {
  return {name, State::good, find()};
} catch (const std::exception& error) {
  return failed(name, error.what());
}

Check check_compiler() {
  return tried("compiler", [] {
    const std::string compiler = find_compiler();
    return compiler + ": " + submission::compiler_version(compiler);
  });
}

Check check_programs() {
  return tried("programs", [] {
    const Programs programs = find_programs();
    sandbox::demand(submission::trials(programs.toolchain));  // by the checks of isolation
    return programs.judge.parent_path().string();
  });
}

Check check_course(const fs::path& root) {
  return tried("course", [&] {
    const Course course = course::load(course_root(root));
    return fmt::format("{}, {} labs", course.root.string(), course.labs.size());
  });
}

Check check_disk() {
  return tried("disk", [] {
    WorkFolder folder;
    static_cast<void>(folder.fresh("doctor"));
    return fmt::format("{}, {:.1f} GB free", folder.path().parent_path().string(),
                       static_cast<double>(fs::space(folder.path()).available) * 1e-9);
  });
}

Check check_machine() {
  struct sysinfo info {};
  ::sysinfo(&info);
  return {"machine", State::good,
          fmt::format("{} processors, {:.1f} GB of memory", std::thread::hardware_concurrency(),
                      static_cast<double>(info.totalram) * info.mem_unit * 1e-9)};
}

Check check_libraries() {
  return {"libraries", State::good,
          fmt::format("fmt {}.{}, CLI11 {}, nlohmann_json {}.{}.{}; ./lab looks for these when it builds",
                      FMT_VERSION / 10000, FMT_VERSION / 100 % 100, CLI11_VERSION,
                      NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)};
}

Check check_schema_checker() {
  if (first_line_of({"python3", "-c", "import jsonschema; print('there')"}) == "there") {
    return {"jsonschema", State::good, "found; only ./lab test uses it"};
  }
  return {"jsonschema",
          State::less,
          "not found; only ./lab test uses it, to check the report against its schema",
          {"apt-get install python3-jsonschema"}};
}

Check check_bubblewrap() {
  const std::optional<std::string> program = sandbox::find_bubblewrap();
  if (!program)
    return {"bubblewrap",
            State::less,
            "not installed: submissions get no separate namespaces",
            {"apt-get install bubblewrap (dnf, pacman, zypper and apk call it bubblewrap too)"}};
  return {"bubblewrap", State::good, fmt::format("{}, {}", *program, first_line_of({*program, "--version"}))};
}

Check check_namespaces() {
  const std::string reason = sandbox::why_not({sandbox::Fence::namespaces, false});
  if (reason.empty()) return {"namespaces", State::good, "work"};
  Check check{"namespaces", State::less, reason};
  if (!sandbox::find_bubblewrap()) return check;
  for (const sandbox::Obstacle& obstacle : sandbox::obstacles_to_namespaces()) {
    check.remedies.push_back(obstacle.what);
    check.remedies.push_back("  " + obstacle.remedy);
  }
  if (check.remedies.empty())
    check.remedies.emplace_back(
        "no setting of this machine explains this; bubblewrap 0.8 or later is needed");
  return check;
}

Check check_seccomp() {
  const std::string reason = sandbox::why_not({sandbox::Fence::process, true});
  if (reason.empty()) return {"seccomp", State::good, "works"};
  return {
      "seccomp", State::less, reason, {"apt-get install libseccomp-dev, then remove build/ and build again"}};
}

Check check_memory_control() {
  const sandbox::MemoryControl control = sandbox::memory_control();
  Check check{"cgroups", State::good, sandbox::to_string(control) + " limits memory on a GPU"};
  if (control == sandbox::MemoryControl::polling) {
    check.state = State::less;
    check.found = "no control group can be created; on a GPU, memory is limited by polling";
    check.remedies = {
        "run as root outside containers, or: systemd-run --user --scope -p Delegate=yes ./lab ..."};
  }
  return check;
}

Check check_isolation() {
  const sandbox::Isolation& best = sandbox::isolation();
  Check check{"isolation", best.missing.empty() ? State::good : State::less, sandbox::to_string(best.level)};
  check.remedies = best.missing;
  return check;
}

Check check_gpu() {
  const GpuSearch search = find_gpu(build_root() / "bin" / "mergelab-worker-gpu");
  if (!search.gpu) return {"GPU", Check::State::good, search.reason + "; labs are graded on the CPU engine"};
  return {"GPU", Check::State::good,
          fmt::format("{}, CUDA toolkit {} ({})", search.gpu->name, search.gpu->toolkit,
                      search.gpu->nvcc.string())};
}

constexpr std::size_t kNameWidth = 12;

struct DoctorOptions {
  std::filesystem::path course;
  TextOptions text;
};

std::string_view mark(Check::State state, bool unicode) {
  if (state == Check::State::good) return unicode ? "✓" : "+";
  if (state == Check::State::less) return unicode ? "–" : "-";
  return unicode ? "✗" : "x";
}

void print(const Check& check, bool unicode) {
  say::print("{} {:<{}} {}\n", mark(check.state, unicode), check.name, kNameWidth, check.found);
  for (const std::string& remedy : check.remedies) say::print("  {:<{}} {}\n", "", kNameWidth, remedy);
}

int doctor(const DoctorOptions& options) {
  const bool unicode = text_style(options.text).unicode;
  const std::vector<Check> checks{
      check_compiler(),
      check_programs(),
      check_course(options.course),
      check_disk(),
      check_machine(),
      check_libraries(),
      check_schema_checker(),
      check_bubblewrap(),
      check_namespaces(),
      check_seccomp(),
      check_isolation(),
      check_memory_control(),
      check_gpu(),
  };
  for (const Check& check : checks) print(check, unicode);
  const bool works =
      std::ranges::none_of(checks, [](const Check& c) { return c.state == Check::State::bad; });
  say::print("\n{}\n", works ? "grading works on this machine"
                             : "grading does not work on this machine yet; see above for what is missing");
  return works ? kGraded : kGraderFailed;
}

}  // namespace

Run doctor(CommandOptions& command) {
  const auto options = std::make_shared<DoctorOptions>();
  command.course(options->course);
  command.plain(options->text.plain);
  return [options] { return doctor(*options); };
}

}  // namespace mergelab::app
