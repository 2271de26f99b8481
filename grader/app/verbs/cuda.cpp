// mergelab cuda FILE.cu: a whole CUDA program on the CPU engine, with its checks.

#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "app/learning/traced_case.hpp"
#include "app/machine/children.hpp"
#include "app/verbs/verbs.hpp"
#include "base/read_file.hpp"
#include "judge/traced.hpp"
#include "report/phrases.hpp"
#include "report/trace_text.hpp"

namespace mergelab::app {
namespace {

constexpr const char* kHelp =
    "FILE.cu ...      The program's source files: .cu, .cpp\n"
    "-I -D -l -L ...  Options of nvcc and of the host's compiler\n"
    "-- ARGS          The program's own arguments\n"
    "--no-checks      Only run it, several times faster\n"
    "--profile        Show which lines of kernels move the most memory\n"
    "--trace          Show what each thread of one launch did, step by step\n"
    "--html[=FILE]    Write a page that replays it: launch.html\n"
    "--kernel NAME    The kernel that --trace and --html show\n"
    "--launch N       Its Nth launch, from 1; without --kernel the program's\n"
    "--block B        The block that --trace shows\n"
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
  // Of the launch that is traced.
  bool trace = false;
  std::optional<std::string> html;
  std::vector<std::string> chosen;  // options of simt-run
  int block = 0;

  [[nodiscard]] bool traces() const { return trace || html; }
};

bool is_source(const std::string& word) {
  const std::string ending = fs::path(word).extension().string();
  return ending == ".cu" || ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".c";
}

int number_of(const std::string& option, const std::string& value, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < 0 || number > most)
    throw UsageError(fmt::format("{} takes a number from 0 to {}, not '{}'", option, most, value));
  return number;
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
      const int number = number_of(word, value(), word == "--time-limit" ? 86'400 : 255);
      request.runner.insert(request.runner.end(), {word, std::to_string(number)});
    } else if (word == "--trace") {
      request.trace = true;
    } else if (word == "--html" || word.starts_with("--html=")) {
      request.html = word.substr(std::min(word.size(), std::string_view("--html=").size()));
    } else if (word == "--kernel") {
      request.chosen.insert(request.chosen.end(), {word, value()});
    } else if (word == "--launch") {
      request.chosen.insert(request.chosen.end(),
                            {word, std::to_string(number_of(word, value(), 1'000'000'000))});
    } else if (word == "--block") {
      request.block = number_of(word, value(), 1'000'000'000);
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
  if (request.traces() && !request.checks)
    throw UsageError("--trace and --html need the checks: leave out --no-checks");
  if (!request.traces() && !request.chosen.empty())
    throw UsageError(fmt::format("{} says what --trace or --html shows: add one", request.chosen.front()));
  return request;
}

/// The program's own files: those that it was made of, and headers that the log names, in their folders and
/// in those of -I.
std::vector<fs::path> files_of(const Request& request, const simt::TraceMemory& log) {
  std::vector<fs::path> files, folders;
  for (std::size_t i = 0; i < request.compiler.size(); ++i) {
    const std::string& word = request.compiler[i];
    if (is_source(word)) {
      files.emplace_back(word);
      folders.push_back(fs::path(word).parent_path());
    } else if (word == "-I" && i + 1 < request.compiler.size()) {
      folders.emplace_back(request.compiler[i + 1]);
    } else if (word.starts_with("-I")) {
      folders.emplace_back(word.substr(2));
    }
  }
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < std::min(log.place_count, simt::TraceMemory::kPlaces); ++i)
    names.emplace(log.places[i].file);
  for (const fs::path& source : files) names.erase(source.filename().string());
  for (const std::string& name : names) {
    const auto folder = std::ranges::find_if(
        folders, [&](const fs::path& one) { return !name.empty() && fs::is_regular_file(one / name); });
    if (folder != folders.end()) files.push_back(*folder / name);
  }
  return files;
}

/// What the program logged. Throws UsageError if the launch that was asked for was none of its.
Trace read_launch(const Request& request, const fs::path& folder) {
  const Json about = Json::parse(base::read_file(folder / "about.json").value_or("{}"), nullptr, false);
  const std::string kernel = about.is_object() ? about.value("kernel", "") : "";
  if (kernel.empty()) {
    std::vector<std::string> launched;
    if (about.is_object() && about.contains("launches")) {
      for (const auto& [name, times] : about.at("launches").items())
        launched.push_back(fmt::format("{} {}", name, report::counted(times.get<std::size_t>(), "time")));
    }
    throw UsageError(
        fmt::format("the launch that --trace or --html is to show was not made; the program launched {}",
                    launched.empty() ? "no kernel" : fmt::format("{}", fmt::join(launched, ", "))));
  }
  const std::string bytes = base::read_file(folder / "log").value_or("");
  const auto log = std::make_unique<simt::TraceMemory>();
  if (bytes.size() == sizeof *log) std::memcpy(log.get(), bytes.data(), sizeof *log);
  Trace trace;
  trace.title = kernel;
  trace.case_name = fmt::format("launch {}", about.at("number").get<std::uint64_t>());
  if (const std::string file = fs::path(about.value("file", "")).filename().string(); !file.empty())
    trace.case_name += fmt::format(" ({}:{})", file, about.value("line", 0));
  for (const Json& found : about.at("findings"))
    trace.violations.push_back({found.at("rule"), found.at("text"), {}});
  trace.verdict = trace.violations.empty() ? Verdict::not_run : Verdict::checker_violation;
  trace.message = trace.violations.empty() ? "no finding is about an access of this launch"
                                           : trace.violations.front().message;
  if (!judge::read_trace(*log, judge::StudentFiles(files_of(request, *log)), {}, trace))
    throw std::runtime_error("the trace of the launch can't be read");
  return trace;
}

/// On standard error, as the findings are: the program's output is its own.
void show_launch(const Request& request, const fs::path& folder, const MicroscopeFile& page) {
  const Trace trace = read_launch(request, folder);
  if (request.block >= trace.blocks)
    throw UsageError(fmt::format("no block {}: the launch has {}", request.block, trace.blocks));
  if (request.trace) {
    const report::TextStyle style = text_style({}, stderr);
    say::print(stderr, "\n{}",
               report::trace_text(report::TraceFormatter(trace, style), report::TraceNotes(), request.block));
  }
  if (!page.is_wanted()) return;
  std::int64_t elements = 0;
  for (const TracedArray& array : trace.arrays) elements += array.elements;
  if (elements > kMostTracedElements)
    throw UsageError(
        fmt::format("no page was written: it shows up to {} elements, and the arrays of the launch "
                    "have {}\n  try a smaller input",
                    kMostTracedElements, elements));
  page.write(trace, nullptr, stderr);
}

int run(const std::vector<std::string>& words) {
  const Request request = read(words);
  const MicroscopeFile page(request.html, "launch.html");
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
  if (request.traces()) program.insert(program.end(), {"--trace", folder.string()});
  program.insert(program.end(), request.chosen.begin(), request.chosen.end());
  program.insert(program.end(), request.runner.begin(), request.runner.end());
  program.push_back(object);
  program.insert(program.end(), request.arguments.begin(), request.arguments.end());
  const int code = run_in_foreground(std::move(program));
  if (request.traces()) show_launch(request, folder, page);
  return code;
}

}  // namespace

Run cuda(CommandOptions& command) {
  command.all_words(kHelp);
  return [] { return run(words_behind_verb()); };
}

}  // namespace mergelab::app
