// mergelab data: a case's arrays as .npy files.
#include "app/learning/standalone.hpp"
#include "app/verbs/verbs.hpp"
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

/// The command that gives the case to the student's function.
std::string try_it(const DataOptions& options, const Lab& lab) {
  GradingOptions grading;
  grading.seed = options.seed;
  return fmt::format("{} {} --case {}", rerun_command(grading, {}), lab_number(lab), options.case_name);
}

void refuse_many(const DataOptions& options, std::size_t problems) {
  if (!options.out.empty() || problems <= kMostUnasked) return;
  throw UsageError(
      fmt::format("'{}' has {} inputs, of several files each\n  --out FOLDER says where to write them",
                  options.case_name, problems));
}

/// Keys of a kit are ints.
const ElementType& type_of(const Argument& argument) {
  return element_type_named(argument.type == "value" ? "int" : argument.type);
}

/// Writes each column of an array in its shape, to `start`_NAME`end`.
void write_array(const std::string& start, const std::string& end, const Argument& argument,
                 const judge::Inputs& inputs, std::span<const std::byte> elements) {
  const std::vector<std::int64_t> shape = inputs.shape_of(argument);
  std::size_t at = 0;
  for (const Argument& column : columns_of(argument)) {
    const std::string file = fmt::format("{}_{}{}", start, column.name, end);
    std::vector<std::byte> memory;
    write_npy(file, type_of(column), shape, column_in(argument, at++, elements, memory));
    say::print("{}  {} of {}\n", file, fmt::join(shape, " * "), type_of(column).name);
  }
}

using Outputs = std::vector<std::vector<std::byte>>;  // by argument, and what is returned

/// What the problems have to give, if something says that.
std::vector<Outputs> outputs_of(OwnCases& cases, const judge::ProblemSet& set) try {
  return cases.outputs(set);
} catch (const judge::OracleError& error) {
  say::print(stderr, "without expected outputs: {}\n", error.what());
  return {};
}

/// What is returned: a number, or of several calls their numbers in a file.
void write_returned(const Lab& lab, const std::filesystem::path& folder, const std::string& name,
                    const std::vector<std::byte>& bytes) {
  const ElementType& type = element_type_named(lab.interface.returns);
  const auto count = static_cast<std::int64_t>(bytes.size() / type.bytes);
  if (count == 1) return say::print("{}: returns {}\n", name, word_of(read_number(type, bytes.data())));
  const std::filesystem::path file = folder / (name + "_returned_expected.npy");
  write_npy(file, type, std::vector<std::int64_t>{count}, bytes);
  say::print("{}  {} of {}\n", file.string(), count, type.name);
}

/// The numbers of each problem, its inputs, and what it has to give.
void write_problems(const Lab& lab, const judge::ProblemSet& set, const std::vector<Outputs>& right,
                    const std::filesystem::path& folder, const std::string& beginning) {
  for (std::size_t p = 0; p < set.queries.size(); ++p) {
    const judge::Inputs& inputs = set.inputs[set.queries[p].inputs];
    const std::string name = set.queries.size() == 1 ? beginning : fmt::format("{}_{}", beginning, p);
    for (std::size_t i = 0; i < lab.interface.arguments.size(); ++i) {
      const Argument& argument = lab.interface.arguments[i];
      const std::string start = (folder / name).string();
      if (!argument.is_array()) {
        if (set.queries[p].rows.empty())
          say::print("{}: {} = {}\n", name, argument.name, word_of(inputs.numbers.at(argument.name)));
        continue;
      }
      if (argument.is_input()) write_array(start, ".npy", argument, inputs, inputs.arrays[i].bytes());
      if (argument.is_output() && !right.empty())
        write_array(start, "_expected.npy", argument, inputs, right[p][i]);
    }
    if (lab.on_ranks()) {
      const std::filesystem::path file = folder / (name + "_starts.npy");
      write_npy(file, inputs.parts);
      say::print("{}  {} of int: where each rank's part of the keys begins\n", file.string(),
                 inputs.parts.size());
    } else if (!lab.interface.returns.empty() && !right.empty()) {
      write_returned(lab, folder, name, right[p].back());
    }
  }
}

/// The command that gives what was written to the student's function.
std::string try_own(const Lab& lab, const judge::Inputs& inputs, const std::string& start) {
  std::string words = base::command("run", lab_number(lab));
  for (const Argument& argument : lab.interface.arguments) {
    if (argument.is_array() ? !argument.is_input() : lab.kit != nullptr) continue;
    for (const Argument& column : columns_of(argument))
      words += argument.is_array()
                   ? fmt::format(" --arg {}", quoted(fmt::format("{0}={1}_{0}.npy", column.name, start)))
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
  std::ranges::replace(beginning, '/', '_');
  OwnCases cases(course, lab);
  const judge::ProblemSet set = cases.problems(*chosen.family, *chosen.spec, options.seed);
  refuse_many(options, set.queries.size());
  write_problems(lab, set, outputs_of(cases, set), folder, beginning);
  const bool takes_files = set.queries.size() == 1 && !lab.on_ranks();
  const std::string start = (folder / beginning).lexically_normal().string();
  say::print(
      "{}  # gives them to your function\n",
      takes_files ? try_own(lab, set.inputs[set.queries.front().inputs], start) : try_it(options, lab));
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
