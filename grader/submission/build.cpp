// Lays out the folder of a build and compiles it once per value type.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <future>
#include <set>
#include <stdexcept>

#include "sandbox/process.hpp"
#include "submission/compile.hpp"
#include "submission/policy.hpp"
#include "submission/source_file.hpp"
#include "submission/submission.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(fmt::format("can't make the folder '{}' ({}); choose one that can be written",
                                         folder.string(), error.message()));
  }
}

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << bytes << std::flush;
  if (!stream) {
    throw std::runtime_error(
        fmt::format("can't write '{}'; is the folder read-only, or the disk full?", path.string()));
  }
}

/// A macro of the lab's file must not reach the call: a record that is taken for an int has another size. So
/// only the call itself follows that file, and it is checked against the policy like that file.
std::string adapter_of(const Lab& lab) {
  std::string text =
      fmt::format("#include <mergelab/lab.cuh>\n#include \"adapter.inc\"\n#include \"{}\"\n", lab.file);
  for (const char* name : {"value_t", "int", "const", "void", "bool", "unsigned", "char", "sizeof",
                           "static_cast", "return", "extern", "MergelabCall", "mergelab_call",
                           "mergelab_value_size", "mergelab_install_hooks", "mergelab", "hooks", "call"}) {
    text += fmt::format("#ifdef {0}\n#error {1} defines {0} as a macro; the grader needs the name\n#endif\n",
                        name, lab.file);
  }
  text += fmt::format("#define MERGELAB_FUNCTION {}\n#include \"signatures/{}.inc\"\n", lab.function,
                      lab.signature.name);
  return text;
}

struct Layout {
  Verdict verdict = Verdict::passed;  // anything else: there is nothing to compile
  std::string log;                    // why
  std::string notes;                  // a line for each earlier lab's file that was not taken
};

Layout lay_out(const Course& course, const Lab& lab, const Sources& sources, const Toolchain& toolchain,
               const fs::path& folder) {
  Layout layout;
  const auto own = sources.find(lab.name);
  const SourceFile file = own == sources.end() ? SourceFile{.missing = true, .refusal = {}, .bytes = {}}
                                               : read_source(own->second);
  if (file.missing) {
    layout.verdict = Verdict::not_submitted;
    layout.log = lab.file + " is not in the submission\n";
    return layout;
  }
  if (!file.good()) {
    layout.verdict = Verdict::build_failed;
    layout.log = fmt::format("{} {}\n", lab.file, file.refusal);
    return layout;
  }
  write_file(folder / "src" / lab.file, file.bytes);

  for (const auto& [name, source] : sources) {
    if (name == lab.name) continue;
    const Lab& used = *course.find_lab(name);
    const SourceFile earlier = read_source(source);
    if (earlier.good()) write_file(folder / "src" / used.file, earlier.bytes);
    if (!earlier.refusal.empty())
      layout.notes += fmt::format("{} was not taken: it {}\n", used.file, earlier.refusal);
  }
  write_file(folder / "src" / "adapter.cu", adapter_of(lab));
  write_file(folder / kPolicyFile, policy_text(toolchain));
  write_file(folder / kGpuPolicyFile, gpu_policy_text());
  return layout;
}

std::vector<std::string> folders_in_messages(const fs::path& folder, const fs::path& temporary,
                                             const Toolchain& toolchain) {
  std::vector<std::string> folders;
  for (const fs::path& path :
       {folder / "src", temporary, folder, toolchain.include_dir, toolchain.worker_dir}) {
    std::error_code error;
    folders.push_back(fs::absolute(path).string());
    const fs::path real = fs::canonical(path, error);
    if (!error && real.string() != folders.back()) folders.push_back(real.string());
  }
  return folders;
}

std::string_view type_name(ValueType type) {
  switch (type) {
    case ValueType::int32:
      return "int";
    case ValueType::record:
      return "Record";
    case ValueType::counted:
      return "Counted";
  }
  return "";
}

BuildResult not_compiled(BuildKind kind, const BuildResult& because) {
  std::string log = because.verdict == Verdict::forbidden
                        ? because.log
                        : fmt::format("not compiled for {}{}, because it does not compile for int\n",
                                      type_name(kind.value), kind.backend == Backend::gpu ? " on a GPU" : "");
  return {.value = kind.value,
          .ok = false,
          .verdict = because.verdict,
          .log = std::move(log),
          .duration_s = 0,
          .backend = kind.backend};
}

/// int first: what does not compile for int is not worth a second set of the same messages. And the CPU
/// engine first: only there is the source checked against the policy.
std::vector<BuildResult> compile_all(const std::vector<CompileJob>& jobs, const Toolchain& toolchain) {
  std::vector<BuildResult> results;
  if (jobs.front().kind.value == ValueType::int32) {
    results.push_back(compile(jobs.front(), toolchain));
    if (!results.front().ok) {
      while (results.size() < jobs.size()) {
        results.push_back(not_compiled(jobs[results.size()].kind, results.front()));
      }
      return results;
    }
  }
  std::vector<std::future<BuildResult>> running;
  for (std::size_t next = results.size(); next < jobs.size(); ++next) {
    running.push_back(
        std::async(std::launch::async, [&job = jobs[next], &toolchain] { return compile(job, toolchain); }));
  }
  for (std::future<BuildResult>& result : running) results.push_back(result.get());
  return results;
}

/// One result per backend and value type: the log is that of the first kind that failed, and times add up.
std::vector<BuildResult> by_value_type(std::vector<BuildResult> results) {
  std::vector<BuildResult> merged;
  for (BuildResult& result : results) {
    if (merged.empty() || merged.back().value != result.value || merged.back().backend != result.backend) {
      merged.push_back(std::move(result));
      continue;
    }
    result.duration_s += merged.back().duration_s;
    if (merged.back().ok) {
      merged.back() = std::move(result);
    } else {
      merged.back().duration_s = result.duration_s;
    }
  }
  return merged;
}

/// What is refused in one build counts for the lab: a file can hide it from the others with #ifdef.
void spread_refusal(std::vector<BuildResult>& results) {
  const auto refused = std::find_if(results.begin(), results.end(), [](const BuildResult& result) {
    return result.verdict == Verdict::forbidden;
  });
  if (refused == results.end()) return;
  for (BuildResult& result : results) {
    if (result.verdict == Verdict::grader_error || result.verdict == Verdict::forbidden) continue;
    result.ok = false;
    result.verdict = Verdict::forbidden;
    result.log = refused->log;
  }
}

}  // namespace

Build build(const Course& course, const Lab& lab, const Sources& sources, const std::vector<BuildKind>& kinds,
            const Toolchain& toolchain, const std::filesystem::path& folder) {
  const fs::path root = fs::absolute(folder).lexically_normal();
  if (fs::exists(fs::symlink_status(root / "src"))) {
    throw std::runtime_error(fmt::format("the build folder '{}' is not empty", root.string()));
  }
  make_folder(root / "src");

  const Layout layout = lay_out(course, lab, sources, toolchain, root);
  const std::set<BuildKind> wanted(kinds.begin(), kinds.end());
  Build build;
  build.folder = root;
  if (wanted.empty()) return build;
  if (layout.verdict != Verdict::passed) {
    for (const BuildKind kind : wanted) {
      build.results.push_back({.value = kind.value,
                               .ok = false,
                               .verdict = layout.verdict,
                               .log = layout.log,
                               .duration_s = 0,
                               .backend = kind.backend});
    }
    build.results = by_value_type(std::move(build.results));
    return build;
  }

  std::vector<CompileJob> jobs;
  for (const BuildKind kind : wanted) {
    const fs::path temporary = root / "tmp" / to_string(kind);
    make_folder(temporary);
    jobs.push_back({kind,
                    root,
                    root / (to_string(kind) + ".so"),
                    temporary,
                    lab.limits.build_cpu_s,
                    {folders_in_messages(root, temporary, toolchain), lab.file, lab.function}});
  }
  std::vector<BuildResult> results = compile_all(jobs, toolchain);
  spread_refusal(results);
  build.results = by_value_type(std::move(results));
  for (BuildResult& result : build.results) {
    if (!result.ok) result.log.insert(0, layout.notes);
    for (const CompileJob& job : jobs) {
      if (result.ok && job.kind.value == result.value && job.kind.backend == result.backend)
        build.objects[job.kind] = job.object;
    }
  }
  std::error_code ignored;
  fs::remove_all(root / "tmp", ignored);
  return build;
}

std::string compiler_version(const std::string& compiler) {
  sandbox::Command command;
  command.argv = {compiler, "--version"};
  command.env = {{"PATH", tool_path()}, {"LANG", "C"}};
  command.limits.cpu_s = 5;
  command.limits.wall_s = 20;
  try {
    sandbox::Exit exit = sandbox::run(command);
    // No limit shows as SIGKILL: something outside of the grader killed it.
    if (exit.end == sandbox::End::signalled && exit.signal == SIGKILL) exit = sandbox::run(command);
    if (exit.end != sandbox::End::exited || exit.code != 0) return {};
    return exit.output.substr(0, exit.output.find('\n'));
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace mergelab::submission
