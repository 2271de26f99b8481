#include "submission/compile.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <system_error>

#include "base/atomic_file.hpp"
#include "base/hash.hpp"
#include "base/lines.hpp"
#include "base/read_file.hpp"
#include "sandbox/process_tree.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMemoryBytes = 2LL << 30;
constexpr std::int64_t kFileBytes = 256LL << 20;
constexpr std::int64_t kOutputBytes = 256LL << 10;
constexpr std::int64_t kStackBytes = 64LL << 20;  // what g++ asks for; deep nesting must not crash it
constexpr int kDriverFailed = 2;  // simt-cc's own failure; compilers exit with 1 for errors in the source
constexpr int kRefused = 4;       // simt-cc refuses the source; it never passes on a compiler's 4
constexpr double kWallFactor = 5, kWallExtraS = 5;

// An object that was compiled before from the same files, by the same tools: the framework's own tests
// compile the same few files hundreds of times.

/// The files below a folder, in order.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

/// A file of ours or of the compiler's, which only a build or an installation changes.
std::string version_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return fmt::format("{} {} {}\n", file.string(), size,
                     fs::last_write_time(file, error).time_since_epoch().count());
}

std::string tools(const Toolchain& toolchain) {
  const fs::path programs = fs::absolute(toolchain.simt_cc).parent_path();
  std::string text =
      version_of(toolchain.simt_cc) + version_of(programs.parent_path() / "lib" / "libsimt.so");
  const auto compiler = sandbox::find_program(toolchain.compiler, tool_path());
  text += version_of(compiler ? fs::weakly_canonical(*compiler) : fs::path());
  for (const fs::path& folder : {toolchain.include_dir, toolchain.worker_dir, toolchain.engine_dir}) {
    for (const fs::path& file : files_below(folder)) text += version_of(file);
  }
  return text;
}

/// Takes a line off the front.
std::string next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string line(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::optional<std::string> next_bytes(std::string_view& text) {
  const std::string size = next_line(text);
  if (size.empty() || size.find_first_not_of("0123456789") != std::string::npos || size.size() > 12)
    return std::nullopt;
  const std::size_t bytes = std::stoull(size);
  if (bytes > text.size()) return std::nullopt;
  std::string part(text.substr(0, bytes));
  text.remove_prefix(bytes);
  return part;
}

std::string with_size(const std::string& bytes) { return fmt::format("{}\n{}", bytes.size(), bytes); }

/// What one job makes, in the toolchain's folder of kept objects. Without such a folder, and for a GPU,
/// nothing is kept.
class KeptObject {
 public:
  /// The job's files have been laid out.
  KeptObject(const CompileJob& job, const Toolchain& toolchain)
      : folder_(job.folder.string()), object_(job.object) {
    if (toolchain.kept_objects.empty() || job.kind.backend == Backend::gpu) return;
    std::string made_of;
    for (const auto& step : compile_steps(job, toolchain)) {
      for (const std::string& word : step) made_of += with_size(word);
    }
    std::vector<fs::path> files = files_below(job.folder / "src");
    files.push_back(job.folder / kPolicyFile);
    for (const fs::path& file : files) {
      const auto bytes = base::read_file(file);
      if (!bytes) return;
      made_of += with_size(file.string()) + with_size(*bytes);
    }
    // An object in a folder whose name is longer is another one: names are replaced in place.
    base::replace_all(made_of, folder_, fmt::format("a folder of {} letters", folder_.size()));
    made_of += fmt::format("{} {} {}\n", tool_path(), sandbox::to_string(sandbox::isolation().level),
                           job.cpu_limit_s) +
               tools(toolchain);
    made_of_ = std::move(made_of);
    file_ = toolchain.kept_objects / fmt::format("{:016x}", base::hash_text(base::kHashOfNothing, made_of_));
  }

  /// Puts the object in its place and returns what the compiler said of it, or nothing: then it must be
  /// compiled. Its bytes are the compiler's, except the name of the folder that it was made in.
  [[nodiscard]] std::optional<std::string> take() const {
    if (file_.empty()) return std::nullopt;
    const auto kept = base::read_file(file_);
    if (!kept) return std::nullopt;
    std::string_view rest = *kept;
    const auto made_of = next_bytes(rest), folder = next_bytes(rest);
    auto said = next_bytes(rest), object = next_bytes(rest);
    if (!made_of || *made_of != made_of_ || !folder || !said || !object) return std::nullopt;
    base::replace_all(*object, *folder, folder_);
    base::replace_all(*said, *folder, folder_);
    std::ofstream stream(object_, std::ios::binary);
    stream << *object << std::flush;
    if (!stream) return std::nullopt;
    std::error_code ignored;
    fs::last_write_time(file_, fs::file_time_type::clock::now(), ignored);
    return said;
  }

  /// Keeps the object that the job has just made, if it can be written.
  void keep(const std::string& said) const {
    if (file_.empty()) return;
    const auto object = base::read_file(object_);
    if (!object) return;
    std::error_code ignored;
    fs::create_directories(file_.parent_path(), ignored);
    try {
      // Tests that run at once keep the same object: each reader sees a whole one.
      base::write_atomically(file_,
                             with_size(made_of_) + with_size(folder_) + with_size(said) + with_size(*object));
    } catch (const base::WriteError&) {  // then it is compiled again
    }
  }

 private:
  std::string folder_;  // that the job works in; debug information names it
  std::filesystem::path object_, file_;
  std::string made_of_;  // all that the object depends on
};

/// What the compilers need to read besides the system's files.
sandbox::Confinement confinement_of(const Toolchain& toolchain) {
  sandbox::Confinement confinement;
  confinement.readable = {toolchain.include_dir, fs::absolute(toolchain.worker_dir)};
  if (!toolchain.engine_dir.empty()) confinement.readable.push_back(fs::absolute(toolchain.engine_dir));
  if (!toolchain.simt_cc.empty())
    confinement.readable.push_back(fs::absolute(toolchain.simt_cc).parent_path());
  for (const std::string& name : {toolchain.compiler, toolchain.nvcc.string()}) {
    const auto compiler = sandbox::find_program(name, tool_path());
    if (!compiler) continue;
    std::error_code error;
    const fs::path prefix = fs::canonical(*compiler, error).parent_path().parent_path();
    const bool visible = (prefix.string() + "/").starts_with("/usr/") || !prefix.has_relative_path();
    if (!error && !visible) confinement.readable.push_back(prefix);
  }
  return confinement;
}

struct Meaning {
  Verdict verdict = Verdict::passed;
  std::string sentence;  // goes in front of the compiler's messages
};

/// Whatever a source file can bring about is the student's loss; the caller looks for the grader's own
/// failures.
Meaning meaning_of(const sandbox::Exit& exit, const CompileJob& job) {
  Meaning out_of_memory{Verdict::resource_limit, "compiling took more than 2 GiB of memory"};
  Meaning file_too_large{Verdict::resource_limit,
                         fmt::format("compiling created a file of more than {} MiB", kFileBytes >> 20)};
  Meaning too_long{Verdict::timed_out,
                   fmt::format("compiling took more than {:.3g} s of CPU time", job.cpu_limit_s)};
  switch (exit.end) {
    case sandbox::End::cpu_limit:
      return too_long;
    case sandbox::End::wall_limit:
      return {Verdict::timed_out,
              fmt::format("compiling took more than {:.3g} s", job.cpu_limit_s * kWallFactor + kWallExtraS)};
    case sandbox::End::memory_limit:
      return out_of_memory;
    case sandbox::End::output_limit:
      // So many messages are usually errors, and count as such.
      if (exit.output.find("error: ") != std::string::npos) return {Verdict::build_failed, ""};
      return {Verdict::resource_limit,
              fmt::format("the compiler printed more than {} KiB", kOutputBytes >> 10)};
    case sandbox::End::signalled:
      if (reports_out_of_memory(exit.output)) return out_of_memory;
      if (exit.signal == SIGXFSZ) return file_too_large;
      return {Verdict::build_failed, "the compiler was killed by " + sandbox::describe_signal(exit.signal)};
    case sandbox::End::exited:
      break;
  }
  if (exit.code == 0) return {};
  if (exit.code == kRefused) return {Verdict::forbidden, ""};
  if (exit.code == 128 + SIGXCPU || reports_time_limit(exit.output)) return too_long;
  if (reports_out_of_memory(exit.output)) return out_of_memory;
  if (exit.code == 128 + SIGXFSZ || reports_file_too_large(exit.output)) return file_too_large;
  return {Verdict::build_failed,
          exit.output.empty() ? fmt::format("the compiler ended with exit({})", exit.code) : ""};
}

BuildResult grader_error(BuildKind kind, std::string log) {
  return {.value = kind.value,
          .ok = false,
          .verdict = Verdict::grader_error,
          .log = std::move(log),
          .duration_s = 0,
          .backend = kind.backend};
}

sandbox::Exit run_until(const std::stop_token& stop, const sandbox::Command& command) {
  constexpr std::chrono::milliseconds kPatience(20);
  sandbox::Process process(command);
  while (!stop.stop_requested()) {
    if (std::optional<sandbox::Exit> exit = process.poll(kPatience)) return *std::move(exit);
  }
  return process.kill();
}

/// Runs one step after the other, up to the first that fails.
sandbox::Exit run_steps(const CompileJob& job, const Toolchain& toolchain, const std::stop_token& stop) {
  sandbox::Exit exit;
  std::string output;
  double wall_s = 0;
  for (std::vector<std::string>& arguments : compile_steps(job, toolchain)) {
    exit = run_until(stop, command_of(std::move(arguments), job, toolchain));
    output += exit.output;
    wall_s += exit.wall_s;
    if (exit.end != sandbox::End::exited || exit.code != 0) break;
  }
  exit.output = std::move(output);
  exit.wall_s = wall_s;
  return exit;
}

/// No limit of the sandbox shows as SIGKILL; a compiler's driver that was killed shows in simt-cc's
/// status.
bool was_killed(const sandbox::Exit& exit) {
  return exit.end == sandbox::End::signalled ? exit.signal == SIGKILL
                                             : exit.end == sandbox::End::exited && exit.code == 128 + SIGKILL;
}

struct KilledFromOutside {};

/// Runs the steps, and once more when a compiler was killed. Throws KilledFromOutside.
sandbox::Exit run_steps_twice_if_killed(const CompileJob& job, const Toolchain& toolchain,
                                        const std::stop_token& stop) {
  const auto kills_before = sandbox::out_of_memory_kills();
  sandbox::Exit exit = run_steps(job, toolchain, stop);
  const bool failed = exit.end == sandbox::End::exited && exit.code != 0;
  if (stop.stop_requested() || (!was_killed(exit) && !(failed && reports_kill(exit.output)))) return exit;
  const double wall_s = exit.wall_s;
  exit = run_steps(job, toolchain, stop);
  exit.wall_s += wall_s;
  const auto kills_after = sandbox::out_of_memory_kills();
  const Kill kill{.sure = was_killed(exit),
                  .alone = sandbox::isolation().level.fence == sandbox::Fence::namespaces,
                  .out_of_memory_known = kills_before && kills_after,
                  .out_of_memory = kills_before != kills_after};
  if (is_from_outside(kill)) throw KilledFromOutside();
  return exit;
}

using Arguments = std::vector<std::string>;

void add_value_type(Arguments& arguments, ValueType value) {
  if (value == ValueType::record) arguments.emplace_back("-DMERGELAB_VALUE_RECORD");
  if (value == ValueType::counted) arguments.emplace_back("-DMERGELAB_VALUE_COUNTED");
}

/// The rules, and the files that they hold for.
void add_policy(Arguments& arguments, const CompileJob& job, const char* policy) {
  arguments.insert(arguments.end(), {"--user-folder", (job.folder / "src").string(), "--policy",
                                     (job.folder / policy).string()});
}

Arguments engine_arguments(const CompileJob& job, const Toolchain& toolchain) {
  Arguments arguments{fs::absolute(toolchain.simt_cc).string(),
                      "-O2",
                      "-g1",            // lines and functions, which messages name; no variables
                      "-Wreturn-type",  // what nvcc warns of, too
                      "-Wuninitialized",
                      "-Wunused-variable",
                      "-Wunused-but-set-variable",
                      "-Wunused-value",
                      "-I",
                      fs::absolute(toolchain.include_dir).string(),
                      "-I",
                      fs::absolute(toolchain.worker_dir).string()};
  add_policy(arguments, job, kPolicyFile);
  arguments.insert(arguments.end(), {"--compiler", toolchain.compiler});
  if (job.kind.checked) arguments.emplace_back("--instrument");
  // Two builds, so that no value that is there by chance is right in both.
  if (job.kind.checked && job.kind.value != ValueType::int32) arguments.emplace_back("--other-fill");
  add_value_type(arguments, job.kind.value);
  for (const fs::path& word : {fs::path("-o"), job.object, job.folder / "src" / "adapter.cu"})
    arguments.push_back(word.string());
  return arguments;
}

/// Compiled, checked against the policy where there is a simt-cc to do it, and linked.
std::vector<Arguments> gpu_steps(const CompileJob& job, const Toolchain& toolchain) {
  const std::string object = fs::path(job.object).replace_extension(".o").string();
  const std::string nvcc = toolchain.nvcc.string();
  Arguments compile{nvcc,
                    "-std=c++17",
                    "--extended-lambda",
                    "-O3",
                    "-lineinfo",
                    fmt::format("-arch=sm_{}", toolchain.compute_capability),
                    "-Xcompiler",
                    "-fPIC,-U_FORTIFY_SOURCE,-fno-threadsafe-statics",
                    "-cudart",
                    "shared",
                    "-keep",
                    "-keep-dir",
                    job.temporary.string(),
                    "-I",
                    fs::absolute(toolchain.include_dir).string(),
                    "-I",
                    fs::absolute(toolchain.worker_dir).string()};
  add_value_type(compile, job.kind.value);
  compile.insert(compile.end(), {"-c", (job.folder / "src" / "adapter.cu").string(), "-o", object});
  std::vector<Arguments> steps{std::move(compile)};
  if (!toolchain.simt_cc.empty()) {
    Arguments check{fs::absolute(toolchain.simt_cc).string(), "--object-of", job.log.file};
    add_policy(check, job, kGpuPolicyFile);
    // What nvcc preprocessed for the device, and for the host.
    for (const char* text : {"adapter.cpp1.ii", "adapter.cpp4.ii"})
      check.insert(check.end(), {"--text", (job.temporary / text).string()});
    check.push_back(object);
    steps.push_back(std::move(check));
  }
  steps.push_back({nvcc, "-shared", "-cudart", "shared", object, "-o", job.object.string()});
  for (const std::string& library : toolchain.links) steps.back().push_back("-l" + library);
  return steps;
}

}  // namespace

sandbox::Command command_of(std::vector<std::string> arguments, const CompileJob& job,
                            const Toolchain& toolchain) {
  sandbox::Command command;
  command.argv = std::move(arguments);
  command.env = {{"PATH", tool_path()}, {"LANG", "C"}, {"TMPDIR", job.temporary.string()}};
  command.directory = job.folder;
  command.limits.cpu_s = job.cpu_limit_s;
  command.limits.wall_s = job.cpu_limit_s * kWallFactor + kWallExtraS;
  command.limits.address_space_bytes = kMemoryBytes;
  command.limits.file_bytes = kFileBytes;
  command.limits.output_bytes = kOutputBytes;
  command.limits.stack_bytes = kStackBytes;
  command.limits.open_files = 256;
  command.confinement = confinement_of(toolchain);
  command.confinement->writable = {job.folder};
  return command;
}

bool is_from_outside(const Kill& kill) {
  return kill.sure && kill.alone && kill.out_of_memory_known && !kill.out_of_memory;
}

std::string tool_path() {
  const char* path = std::getenv("PATH");
  return path != nullptr && *path != '\0' ? path : "/usr/local/bin:/usr/bin:/bin";
}

std::vector<sandbox::Command> trials(const Toolchain& toolchain) {
  const sandbox::Confinement confinement = confinement_of(toolchain);
  sandbox::Command empty;
  empty.argv = {toolchain.compiler, "-x", "c++", "-c", "-o", "/dev/null", "/dev/null"};
  empty.env = {{"PATH", tool_path()}, {"LANG", "C"}, {"TMPDIR", "/tmp"}};
  empty.limits.cpu_s = 10;
  empty.limits.wall_s = 60;
  empty.confinement = confinement;
  std::vector<sandbox::Command> all{empty, sandbox::reading(confinement.readable)};
  if (!toolchain.nvcc.empty()) {
    all.push_back(empty);
    all.back().argv = {toolchain.nvcc.string(), "--version"};
  }
  return all;
}

BuildResult compile(const CompileJob& job, const Toolchain& toolchain, const std::stop_token& stop) {
  const auto compiler = sandbox::find_program(toolchain.compiler, tool_path());
  if (!compiler || !fs::exists(*compiler))
    return grader_error(job.kind,
                        fmt::format("no C++ compiler: '{}' was not found; install it, or name another one",
                                    toolchain.compiler.empty() ? "c++" : toolchain.compiler));
  const KeptObject kept(job, toolchain);
  const std::optional<std::string> said = kept.take();
  sandbox::Exit exit;
  try {
    if (said) {
      exit.end = sandbox::End::exited;
      exit.code = 0;
      exit.output = *said;
    } else {
      exit = run_steps_twice_if_killed(job, toolchain, stop);
    }
  } catch (const KilledFromOutside&) {
    return grader_error(job.kind, "another process killed the compiler twice; grade again");
  } catch (const std::system_error& error) {
    return grader_error(
        job.kind,
        fmt::format("the course's compiler can't be started ({}); build the grader again", error.what()));
  }
  if (exit.end == sandbox::End::exited && exit.code == kDriverFailed &&
      reports_broken_installation(exit.output)) {
    return grader_error(job.kind, clean_log(exit.output, job.log));
  }
  if (exit.end == sandbox::End::wall_limit && exit.starved_s > exit.wall_s / 2)
    return grader_error(job.kind,
                        fmt::format("the machine was too busy: in {:.3g} s the compiler got {:.3g} s of a "
                                    "processor; grade again when less runs beside",
                                    exit.wall_s, exit.cpu_s));
  const Meaning meaning = meaning_of(exit, job);
  BuildResult result{.value = job.kind.value,
                     .ok = false,
                     .verdict = meaning.verdict,
                     .log = {},
                     .duration_s = exit.wall_s,
                     .backend = job.kind.backend};
  std::error_code ignored;
  if (result.verdict == Verdict::passed && !fs::is_regular_file(fs::symlink_status(job.object, ignored)))
    return grader_error(job.kind, "the course's compiler created no object file; build the grader again");
  result.ok = result.verdict == Verdict::passed;
  if (result.ok && !said) kept.keep(exit.output);
  if (!meaning.sentence.empty()) result.log = meaning.sentence + "\n";
  result.log += clean_log(exit.output, job.log);
  return result;
}

std::vector<std::vector<std::string>> compile_steps(const CompileJob& job, const Toolchain& toolchain) {
  if (job.kind.backend == Backend::gpu) return gpu_steps(job, toolchain);
  return {engine_arguments(job, toolchain)};
}

}  // namespace mergelab::submission
