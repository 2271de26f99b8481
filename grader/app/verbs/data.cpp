// mergelab data: a case's arrays as .npy files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "app/command_line/console.hpp"
#include "app/command_line/say.hpp"
#include "app/grading/chosen_case.hpp"
#include "app/grading/own_cases.hpp"
#include "app/grading/setup.hpp"
#include "app/learning/standalone.hpp"
#include "app/machine/toolchain.hpp"
#include "app/verbs/verbs.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"
#include "judge/inputs.hpp"
#include "kits/kits.hpp"
#include "kits/pairs/stable_merge.hpp"
#include "model/npy.hpp"

namespace mergelab::app {
namespace {

/// Inputs that are written to the current folder by default.
constexpr std::size_t kMostUnasked = 16;

struct DataOptions {
  std::filesystem::path course, out;
  std::string lab, case_name;
  std::uint64_t seed = 1;
};

/// What the function has to give: for int keys, any stable merge or sort is all keys in order.
std::vector<int> expected_keys(const judge::Arrays& arrays) {
  std::vector<int> keys = arrays.a;
  keys.insert(keys.end(), arrays.b.begin(), arrays.b.end());
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// The rank of each k from 0 on.
std::vector<int> expected_ranks(const judge::Arrays& arrays) {
  judge::StableMerge merge(arrays);
  std::vector<int> ranks{0};
  for (std::size_t k = 0; k < arrays.a.size() + arrays.b.size(); ++k) {
    merge.next();
    ranks.push_back(static_cast<int>(merge.taken_of_a()));
  }
  return ranks;
}

/// The command that gives the case to the student's function.
std::string try_it(const DataOptions& options, const Lab& lab, const std::string& start) {
  if (!start.empty())
    return fmt::format("{} {} --a {} --b {}", command_for("run", {}, options.course), lab_number(lab),
                       quoted(start + "_a.npy"), quoted(start + "_b.npy"));
  GradingOptions grading;
  grading.course = options.course;
  grading.seed = options.seed;
  return fmt::format("{} {} --case {}", rerun_command(grading, {}), lab_number(lab), options.case_name);
}

void refuse_many(const DataOptions& options, std::size_t problems) {
  if (!options.out.empty() || problems <= kMostUnasked) return;
  throw UsageError(
      fmt::format("'{}' has {} inputs, of several files each\n  --out FOLDER says where to write them",
                  options.case_name, problems));
}

/// Writes an array of a lab without a kit, in its shape.
void write_array(const std::filesystem::path& file, const Argument& argument, const judge::Inputs& inputs,
                 std::span<const std::byte> elements) {
  const std::vector<std::int64_t> shape =
      shape_of(argument, [&](std::string_view word) { return inputs.number(word); });
  write_npy(file, element_type_named(argument.type), shape, elements);
  say::print("{}  {} of {}\n", file.string(), fmt::join(shape, " * "), argument.type);
}

/// What a lab without a kit gives for its inputs, if something says that.
std::optional<judge::Expected> expected_of(OwnCases& cases, const std::vector<judge::Inputs>& problems) try {
  return cases.expected(problems);
} catch (const judge::OracleError& error) {
  say::print(stderr, "without expected outputs: {}\n", error.what());
  return std::nullopt;
}

/// The numbers of a lab without a kit, its inputs, and what it has to give.
void write_own(const Lab& lab, OwnCases& cases, const std::vector<judge::Inputs>& problems,
               const std::filesystem::path& folder, const std::string& beginning) {
  const std::optional<judge::Expected> expected = expected_of(cases, problems);
  for (std::size_t p = 0; p < problems.size(); ++p) {
    const judge::Inputs& inputs = problems[p];
    const std::string name = problems.size() == 1 ? beginning : fmt::format("{}_{}", beginning, p);
    for (std::size_t i = 0; i < lab.interface.arguments.size(); ++i) {
      const Argument& argument = lab.interface.arguments[i];
      if (!argument.is_array()) {
        say::print("{}: {} = {}\n", name, argument.name, word_of(inputs.numbers.at(argument.name)));
        continue;
      }
      const std::string start = fmt::format("{}_{}", name, argument.name);
      if (argument.is_input()) write_array(folder / (start + ".npy"), argument, inputs, inputs.arrays[i]);
      if (argument.is_output() && expected)
        write_array(folder / (start + "_expected.npy"), argument, inputs, expected->outputs(p).arrays[i]);
    }
    if (!lab.interface.returns.empty() && expected) {
      const Number returned =
          read_number(element_type_named(lab.interface.returns), expected->outputs(p).returned.data());
      say::print("{}: returns {}\n", name, word_of(returned));
    }
  }
}

/// The command that gives what was written to the student's function.
std::string try_own(const DataOptions& options, const Lab& lab, const judge::Inputs& inputs,
                    const std::string& start) {
  std::string words = fmt::format("{} {}", command_for("run", {}, options.course), lab_number(lab));
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_array() && !argument.is_input()) continue;
    words += argument.is_array()
                 ? fmt::format(" --arg {}", quoted(fmt::format("{0}={1}_{0}.npy", argument.name, start)))
                 : fmt::format(" --arg {}={}", argument.name, word_of(inputs.numbers.at(argument.name)));
  }
  return words;
}

int data(const DataOptions& options) {
  const Course course = course::load(course_root(options.course));
  const ChosenCase chosen = choose_case(course, options.lab, options.case_name);
  const Lab& lab = *chosen.lab;
  const std::filesystem::path folder = options.out.empty() ? "." : options.out;
  std::error_code ignored;  // what is written next says what is wrong
  std::filesystem::create_directories(folder, ignored);
  std::string beginning = options.case_name;  // cases of two items may have one name
  std::replace(beginning.begin(), beginning.end(), '/', '_');
  if (!lab.kit) {
    OwnCases cases(course, lab);
    const std::vector<judge::Inputs> own = cases.inputs(*chosen.family, *chosen.spec, options.seed);
    refuse_many(options, own.size());
    write_own(lab, cases, own, folder, beginning);
    say::print("{}  # gives them to your function\n",
               own.size() == 1
                   ? try_own(options, lab, own.front(), (folder / beginning).lexically_normal().string())
                   : try_it(options, lab, ""));
    return kGraded;
  }
  const std::vector<judge::Arrays> problems = case_arrays(chosen, options.seed);
  refuse_many(options, problems.size());
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const std::string name = problems.size() == 1 ? beginning : fmt::format("{}_{}", beginning, i);
    const auto write = [&](const char* end, const std::vector<int>& keys) {
      const std::filesystem::path file = folder / (name + end + ".npy");
      write_npy(file, keys);
      say::print("{}  {} elements\n", file.string(), keys.size());
    };
    const judge::Arrays& arrays = problems[i];
    write(lab.kit == &lists_kit() ? "_lists" : "_a", arrays.a);
    if (lab.kit == &lists_kit()) write("_starts", arrays.starts);
    if (lab.takes_pairs()) write("_b", arrays.b);
    if (lab.kit == &rank_kit()) write("_ranks", expected_ranks(arrays));
    write("_c", expected_keys(arrays));
  }
  const bool takes_files = lab.takes_pairs() && problems.size() == 1;
  const std::string start = takes_files ? (folder / beginning).lexically_normal().string() : "";
  say::print("{}  # gives them to your function\n", try_it(options, *chosen.lab, start));
  return kGraded;
}

}  // namespace

Run data(CommandOptions& command) {
  const auto options = std::make_shared<DataOptions>();
  command.positional("N", options->lab, "The lab that defines the sizes");
  command.positional("CASE", options->case_name, "The case, as `list --cases` names it", false);
  command.option("--out", options->out, "Folder to write to", "DIR");
  command.seed(options->seed);
  command.course(options->course);
  return [options] { return data(*options); };
}

}  // namespace mergelab::app
