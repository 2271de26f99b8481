// mergelab standalone: writes a main.cu around a lab's function, and says how to compile and use it.

#include "app/learning/standalone.hpp"
#include "app/learning/traced_case.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "base/lines.hpp"
#include "base/read_file.hpp"

namespace mergelab::app {
namespace {

struct StandaloneOptions {
  fs::path course, dir, out;
  std::string lab;
};

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quoted(word);
  return line;
}

/// Which commands compile and use the program, and what they are for.
std::string commands(const Lab& lab, const StandaloneFiles& files, const Programs& programs,
                     const fs::path& main_file, const std::string& words) {
  const fs::path program = fs::path(main_file).replace_extension();
  const std::string called = (program.is_absolute() ? program : "." / program).string();
  const std::string run = quoted(called), object = called + ".so";
  std::string includes = "-I " + quoted(programs.toolchain.include_dir.string());
  for (const fs::path& folder : files.folders) includes += " -I " + quoted(folder.string());
  const std::string names = includes + " " + quoted(main_file.string()) + " -o " + quoted(program.string());
  std::string text;
  const auto add = [&](const char* what, const std::string& command) {
    text += fmt::format("{}\n  {}\n", what, command);
  };
  if (lab.on_host()) {
    add("with g++:", fmt::format("g++ -x c++ -std=c++20 -g -I {} {}",
                                 quoted(programs.toolchain.engine_dir.string()), names));
  }
  add("with nvcc (-G instead of -lineinfo for cuda-gdb):",
      "nvcc -std=c++17 --extended-lambda -arch=native -g -lineinfo " + names);
  add("then:", run + " " + words);
  if (!lab.on_host()) add("or:", fmt::format("compute-sanitizer {0}; ncu {0}; cuda-gdb {0}", run));
  if (!programs.toolchain.simt_cc.empty())
    add("on the CPU engine:",
        fmt::format("{} && {} {}", shell_line(engine_command(files, programs, main_file, object)),
                    quoted((build_root() / "bin" / "simt-run").string()), quoted(object)));
  return text;
}

int standalone(const StandaloneOptions& options) {
  const Course course = course::load(course_root(options.course));
  const Lab& lab = course::find_lab(course, options.lab);
  require_traceable(lab, "standalone");
  const StandaloneFiles files = standalone_files(course, lab, submission_folder(options.dir, course));
  const fs::path out =
      options.out.empty() ? fs::path(fmt::format("main_{}.cu", lab_number(lab))) : options.out;

  const judge::Inputs usual = standalone_numbers(course, lab);
  const std::string words = standalone_words(lab, usual);
  const std::string how = commands(lab, files, find_programs(), out, words);
  std::string about =
      fmt::format("// Calls {} of {}{}. Written by\n// `{} standalone {}`; change it as you like.\n//\n",
                  lab.function, lab.file,
                  lab.kit              ? " and compares what it gives with what is right"
                  : lab.oracle.empty() ? " and prints what it gives"
                                       : " and compares what it gives with oracle.cpp",
                  base::common_name(), lab_number(lab));
  for (const std::string& line : base::lines_of(how)) about += "// " + line + "\n";
  const std::string source = standalone_source(lab, files, usual, about);

  if (const auto there = base::read_file(out); there && *there != source)
    throw UsageError(
        fmt::format("{} exists and is another file\n  --out FILE names a new one", out.string()));
  base::write_atomically(out, source);
  say::print("{} calls {} of {}\n\n{}", out.string(), lab.function, files.file.string(), how);
  return kGraded;
}

}  // namespace

Run standalone(CommandOptions& command) {
  const auto options = std::make_shared<StandaloneOptions>();
  command.positional("N", options->lab, "The lab: its number or name");
  command.dir(options->dir);
  command.option("--out", options->out, "File to write instead of main_N.cu", "FILE");
  command.course(options->course);
  return [options] { return standalone(*options); };
}

}  // namespace mergelab::app
