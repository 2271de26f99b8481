// mergelab new NAME: the folder of a new lab, to be filled in.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <regex>

#include "app/command_line/errors.hpp"
#include "app/command_line/say.hpp"
#include "app/course_files/new_lab.hpp"
#include "app/grading/lab_grader.hpp"
#include "app/machine/toolchain.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/program_name.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  fs::path course;
  std::string name, interface;
};

constexpr const char* kEmptyCourse =
    "{\"schema\": \"mergelab.course/1\", \"title\": \"A course\", \"labs\": []}\n";

/// labs/course.json with the name behind the last lab. Its layout stays.
std::string with_lab(const std::string& text, const std::string& name) {
  static const std::regex kLabs(R"re(("labs"\s*:\s*\[[^\]]*?)(\s*\]))re");
  std::smatch found;
  if (!std::regex_search(text, found, kLabs)) throw UsageError("labs/course.json has no list \"labs\"");
  const std::string before = found[1].str();
  return fmt::format("{}{}{}\"{}\"{}{}", found.prefix().str(), before, before.ends_with('[') ? "" : ", ",
                     name, found[2].str(), found.suffix().str());
}

/// The course in this folder; one without labs is no course yet.
Course course_in(const fs::path& root, const std::string& list) {
  const JsonValue top = JsonValue::parsed(list, "labs/course.json");
  if (top.at("labs").elements().empty() && !top.has("advanced")) return {};
  return course::load(root);
}

void write(const fs::path& file, const std::string& text) {
  try {
    fs::create_directories(file.parent_path());
    base::write_atomically(file, text);
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("{} can't be written: {}", file.string(), error.what()));
  }
}

int new_lab(const NewOptions& options) {
  const fs::path root = options.course.empty() ? course_root({}) : options.course;
  const fs::path list = root / "labs" / "course.json";
  const std::string before = base::read_file(list).value_or(kEmptyCourse);
  const Course course = course_in(root, before);
  static const std::regex kName("[0-9]{2}_[a-z][a-z0-9_]*");
  if (!std::regex_match(options.name, kName))
    throw UsageError(
        fmt::format("'{}' is not the name of a lab\n  it begins with two digits: 11_scan", options.name));
  for (const Lab& lab : course.labs) {
    if (lab.name.substr(0, 2) == options.name.substr(0, 2))
      throw UsageError(fmt::format("{} has this number\n  choose another", lab.name));
  }
  const Declaration declaration = read_declaration(options.interface);
  for (const Lab& lab : course.labs) {
    if (lab.file == declaration.function + ".cuh")
      throw UsageError(fmt::format("the file of {} is {}, too\n  rename the function", lab.name, lab.file));
  }
  for (const char* folder : {"labs", "solutions"}) {
    if (fs::exists(root / folder / options.name))
      throw UsageError(fmt::format("{}/{} exists already", folder, options.name));
  }
  const std::string listed = with_lab(before, options.name);
  for (const auto& [file, text] : new_lab_files(options.name, declaration)) {
    write(root / file, text);
    say::print("wrote {}\n", (root / file).lexically_normal().string());
  }
  write(list, listed);
  say::print("added it to {}\n\n", list.lexically_normal().string());
  for (const Argument& argument : declaration.interface.arguments) {
    if (argument.is_array())
      say::print("{} is an {} array of {} elements: is that right?\n", argument.name,
                 argument.role == Argument::Role::in ? "input" : "output", argument.extents.front());
  }
  const std::string course_option = options.course.empty() ? "" : " --course " + options.course.string();
  say::print(
      "next: fill in oracle.cpp and the solution, then `{0} selfcheck{1} --write-tests` and `{0} "
      "selfcheck{1} --lab "
      "{2}`\n",
      base::program_name(), course_option, std::stoi(options.name.substr(0, 2)));
  return kGraded;
}

}  // namespace

Run new_lab(CommandOptions& command) {
  const auto options = std::make_shared<NewOptions>();
  command.positional("NAME", options->name, "The lab's folder: two digits and a name, 11_scan");
  command.option("--interface", options->interface, "The declaration of its function", "DECLARATION");
  command.course(options->course);
  return [options] {
    if (options->interface.empty())
      throw UsageError(
          "--interface is missing: the declaration of the lab's function\n  such as --interface 'void "
          "scan(const float* x, int n, float* y)'");
    return new_lab(*options);
  };
}

}  // namespace mergelab::app
