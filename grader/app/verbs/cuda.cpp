// mergelab cuda FILE.cu: a whole CUDA program on the CPU engine, with its checks.

#include <charconv>

#include "app/machine/children.hpp"
#include "app/verbs/verbs.hpp"

namespace mergelab::app {
namespace {

constexpr const char* kHelp =
    "FILE.cu ...      The program's source files: .cu, .cpp\n"
    "-I -D -l -L ...  Options of nvcc and of the host's compiler\n"
    "-- ARGS          The program's own arguments\n"
    "--no-checks      Only run it, several times faster\n"
    "--profile        Show which lines of kernels move the most memory\n"
    "--order ORDER    Of blocks and threads: forward, reverse or random\n"
    "--device MODEL   Whose properties and limits the device has: h100 (the default), a100, rtx4090, t4\n"
    "--time-limit S   End a program that has used S seconds of a processor\n"
    "--error-exitcode N  The exit code if something is found, instead of the program's own\n"
    "--json FILE      Write the findings to FILE, too";

struct Request {
  std::vector<std::string> compiler;  // files and options
  std::vector<std::string> runner;
  std::vector<std::string> arguments;
  bool checks = true;
};

bool is_source(const std::string& word) {
  const std::string ending = fs::path(word).extension().string();
  return ending == ".cu" || ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".c";
}

void require_number(const std::string& option, const std::string& value, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < 0 || number > most)
    throw UsageError(fmt::format("{} takes a number from 0 to {}, not '{}'", option, most, value));
}

Request read(const std::vector<std::string>& words) {
  Request request;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 == words.size()) throw UsageError(fmt::format("{} needs a value", word));
      return words[++i];
    };
    if (word == "--") {
      request.arguments.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    if (word == "--no-checks") {
      request.checks = false;
    } else if (word == "--profile") {
      request.runner.push_back(word);
    } else if (word == "--order") {
      const std::string& order = value();
      if (order != "forward" && order != "reverse" && order != "random")
        throw UsageError(fmt::format("--order takes forward, reverse or random, not '{}'", order));
      request.runner.insert(request.runner.end(), {word, order});
    } else if (word == "--time-limit" || word == "--error-exitcode") {
      const std::string& number = value();
      require_number(word, number, word == "--time-limit" ? 86'400 : 255);
      request.runner.insert(request.runner.end(), {word, number});
    } else if (word == "-o") {  // habits: no file is left
      static_cast<void>(value());
    } else if (word == "-c") {
    } else if (word == "-dc") {
      request.compiler.emplace_back("-rdc=true");
    } else if (word == "--device") {
      request.compiler.insert(request.compiler.end(), {word, value()});
      request.runner.insert(request.runner.end(), {word, words[i]});
    } else if (word == "--json") {
      request.runner.insert(request.runner.end(), {word, value()});
    } else {
      if (is_source(word) && !fs::is_regular_file(word))
        throw UsageError(fmt::format("there is no file '{}'", word));
      request.compiler.push_back(word);
    }
  }
  if (std::ranges::none_of(request.compiler, is_source))
    throw UsageError("cuda needs a source file, such as `cuda FILE.cu`; the program's arguments follow --");
  for (const std::string& option : request.runner) {
    if (!request.checks && (option == "--profile" || option == "--json" || option == "--error-exitcode"))
      throw UsageError(fmt::format("{} needs the checks: leave out --no-checks", option));
  }
  return request;
}

int run(const std::vector<std::string>& words) {
  const Request request = read(words);
  const Programs programs = find_programs();
  if (programs.toolchain.simt_cc.empty())
    throw UsageError("this mergelab was built without the CPU engine, which runs CUDA programs");
  WorkFolder work;
  const fs::path folder = work.fresh("cuda");
  fs::create_directories(folder);
  // The program knows itself by this name.
  const fs::path source = *std::ranges::find_if(request.compiler, is_source);
  const std::string object = (folder / source.stem()).string();
  std::vector<std::string> compile{programs.toolchain.simt_cc.string(), "--program", "--compiler",
                                   programs.toolchain.compiler,         "-o",        object};
  if (request.checks) compile.emplace_back("--instrument");
  compile.insert(compile.end(), request.compiler.begin(), request.compiler.end());
  // The program's output follows, so a terminal alone is told what takes seconds.
  if (isatty(STDERR_FILENO) != 0) say::print(stderr, "compiling\n");
  if (const int code = run_in_foreground(std::move(compile)); code != 0) return kUsage;

  std::vector<std::string> program{(build_root() / "bin" / "simt-run").string()};
  if (request.checks) program.emplace_back("--check");
  program.insert(program.end(), request.runner.begin(), request.runner.end());
  program.push_back(object);
  program.insert(program.end(), request.arguments.begin(), request.arguments.end());
  return run_in_foreground(std::move(program));
}

}  // namespace

Run cuda(CommandOptions& command) {
  command.all_words(kHelp);
  return [] { return run(words_behind_verb()); };
}

}  // namespace mergelab::app
