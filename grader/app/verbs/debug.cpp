// mergelab debug: a case under gdb, on the CPU engine, stopped in the student's function.
#include <fstream>

#include "app/learning/standalone.hpp"
#include "app/learning/traced_case.hpp"
#include "app/machine/children.hpp"
#include "app/verbs/verbs.hpp"
#include "base/read_file.hpp"
#include "base/regex.hpp"
#include "model/npy.hpp"
#include "submission/compile.hpp"

namespace mergelab::app {
namespace {

struct DebugOptions {
  fs::path course, dir;
  std::string lab, case_name;
  std::uint64_t seed = 1, input = 0, block = 0, thread = 0;
};

std::string find_gdb() {
  if (const auto gdb = sandbox::find_program("gdb", submission::tool_path())) return *gdb;
  throw UsageError("gdb not found\n  install it (Debian: apt-get install gdb)");
}

/// The names of a file's kernels.
std::vector<std::string> kernels_in(const std::string& source) {
  static const base::Regex kernel(
      R"(__global__[^;{]*?\bvoid\b\s*(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\()");
  std::vector<std::string> names;
  for (const std::smatch& at : base::regex_matches(source, kernel)) names.push_back(at[1]);
  return names;
}

constexpr const char* kObject = "main.so";

/// The number of a block in its grid or of a thread in its block, as traces have it.
std::string counted_on(const char* index, const char* size) {
  return fmt::format("{0}.x + {1}.x * ({0}.y + {1}.y * {0}.z)", index, size);
}

/// What gdb does first. It knows the student's functions only once simt-run has loaded the object.
std::string start_script(const DebugOptions& options, const Lab& lab,
                         const std::vector<std::string>& kernels) {
  std::string breaks = fmt::format("break {}\n", lab.function);
  for (const std::string& kernel : kernels) {
    breaks += fmt::format("break {} if {} == {} && {} == {}\n", kernel, counted_on("blockIdx", "gridDim"),
                          options.block, counted_on("threadIdx", "blockDim"), options.thread);
  }
  return fmt::format("tcatch load {}\ncommands\nsilent\n{}continue\nend\nrun\n", kObject, breaks);
}

/// "m = 3, n = 2"
std::string sizes_of(const Lab& lab, const judge::Inputs& inputs) {
  std::vector<std::string> sizes;
  for (const Argument& argument : lab.interface.arguments) {
    if (!argument.is_array())
      sizes.push_back(fmt::format("{} = {}", argument.name, word_of(inputs.numbers.at(argument.name))));
  }
  return fmt::format("{}", fmt::join(sizes, ", "));
}

/// Writes the input's arrays; the program's words for it.
std::vector<std::string> written(const Lab& lab, const judge::Inputs& inputs, const fs::path& folder) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < lab.interface.arguments.size(); ++i) {
    const Argument& argument = lab.interface.arguments[i];
    if (!argument.is_array()) {
      if (is_standalone_word(lab, argument))
        words.push_back(fmt::format("{}={}", argument.name, word_of(inputs.numbers.at(argument.name))));
    } else if (argument.is_input()) {
      std::size_t at = 0;
      for (const Argument& column : columns_of(argument)) {
        const fs::path file = folder / (column.name + ".npy");
        std::vector<std::byte> memory;
        words.push_back(fmt::format("{}={}", column.name, file.string()));
        write_npy(file, element_type_named(column.type == "value" ? "int" : column.type),
                  inputs.shape_of(argument), column_in(argument, at++, inputs.arrays[i].bytes(), memory));
      }
    }
  }
  return words;
}

/// The program and the case's arrays, in a folder; gdb's words for it.
std::vector<std::string> make_program(const ChosenCase& chosen, const judge::Inputs& input,
                                      const StandaloneFiles& files, const fs::path& folder) {
  const Lab& lab = *chosen.lab;
  const Programs programs = find_programs();
  if (programs.toolchain.simt_cc.empty())
    throw UsageError("this mergelab was built without the CPU engine, which runs cases under gdb");
  fs::create_directories(folder);
  const fs::path main_file = folder / "main.cu", object = folder / kObject;
  const std::string about = "// Made by mergelab debug.\n";
  std::ofstream(main_file) << standalone_source(lab, files, input, about);
  std::vector<std::string> compile = engine_command(files, programs, main_file, object);
  compile.insert(compile.begin() + 1, {"--compiler", programs.toolchain.compiler});
  if (chosen.item->value == ValueType::record) compile.emplace_back("-DMERGELAB_VALUE_RECORD");
  if (run_in_foreground(std::move(compile)) != 0)
    throw UsageError(fmt::format("{} does not compile; the compiler's messages are above", lab.file));

  std::vector<std::string> program = written(lab, input, folder);
  program.insert(program.begin(), {(build_root() / "bin" / "simt-run").string(), object.string()});
  return program;
}

int debug(const DebugOptions& options) {
  const Course course = course::load(course_root(options.course));
  require_traceable(course::find_lab(course, options.lab), "debug");
  const std::string name =
      options.case_name.empty()
          ? case_names(course, course::find_lab(course, options.lab).items.front()).front()
          : options.case_name;
  const ChosenCase chosen = choose_case(course, options.lab, name);
  const std::vector<judge::Inputs> inputs =
      OwnCases(course, *chosen.lab).inputs(*chosen.family, *chosen.spec, options.seed);
  if (options.input >= inputs.size())
    throw UsageError(
        fmt::format("'{}' has {} inputs\n  --input takes 0 to {}", name, inputs.size(), inputs.size() - 1));
  const std::string gdb = find_gdb();
  const StandaloneFiles files = standalone_files(course, *chosen.lab, submission_folder(options.dir, course));
  WorkFolder work;
  const fs::path folder = work.fresh("debug");
  const std::vector<std::string> program = make_program(chosen, inputs[options.input], files, folder);

  std::vector<std::string> command{gdb, "-q"};
  for (const char* setting : {"debuginfod enabled off", "breakpoint pending on", "confirm off"}) {
    command.insert(command.end(), {"-iex", fmt::format("set {}", setting)});
  }
  const fs::path script = folder / "start.gdb";
  std::ofstream(script) << start_script(options, *chosen.lab,
                                        kernels_in(base::read_file(files.file).value_or("")));
  command.insert(command.end(), {"-x", script.string(), "--args"});
  command.insert(command.end(), program.begin(), program.end());

  say::print("{}, input {} of {}: {}. gdb stops in {}{}.\n", name, options.input, inputs.size(),
             sizes_of(*chosen.lab, inputs[options.input]), chosen.lab->function,
             chosen.lab->on_host()
                 ? ""
                 : fmt::format("; `continue` runs to block {}, thread {} of a kernel, where `print "
                               "threadIdx` and `info locals` show where you are",
                               options.block, options.thread));
  return run_in_foreground(std::move(command)) == 0 ? kGraded : kGraderFailed;
}

}  // namespace

Run debug(CommandOptions& command) {
  const auto options = std::make_shared<DebugOptions>();
  command.positional("N", options->lab, "The lab: its number or name");
  command.option("--case", options->case_name, "The case, as `list --cases` names it; by default the first",
                 "NAME");
  command.number("--input", options->input, "Index of the case's input, from 0", "I");
  command.number("--block", options->block, "The block in which to stop: its number in the grid", "B");
  command.number("--thread", options->thread, "The thread in which to stop: its number in the block", "T");
  command.dir(options->dir);
  command.seed(options->seed);
  command.course(options->course);
  return [options] { return debug(*options); };
}

}  // namespace mergelab::app
