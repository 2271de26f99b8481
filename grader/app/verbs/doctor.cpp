// mergelab doctor: this machine's tools for grading, and how to get missing ones.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "app/command_line/console.hpp"
#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "app/machine/doctor_checks.hpp"
#include "app/verbs/verbs.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kNameWidth = 12;

struct DoctorOptions {
  std::filesystem::path course;
  TextOptions text;
};

std::string_view mark(Check::State state, bool unicode) {
  switch (state) {
    case Check::State::good:
      return unicode ? "✓" : "+";
    case Check::State::less:
      return unicode ? "–" : "-";
    case Check::State::bad:
      break;
  }
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
      std::none_of(checks.begin(), checks.end(), [](const Check& c) { return c.state == Check::State::bad; });
  say::print("\n{}\n", works ? "grading works on this machine"
                             : "grading does not work on this machine yet; see above for what is missing");
  return works ? kGraded : kGraderFailed;
}

}  // namespace

Run doctor(CommandOptions& command) {
  const auto options = std::make_shared<DoctorOptions>();
  command.course(options->course);
  command.flag("--plain", options->text.plain, "No colour, ASCII only");
  return [options] { return doctor(*options); };
}

}  // namespace mergelab::app
