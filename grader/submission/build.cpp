// Compiles a laid out build once per value type.
#include <csignal>
#include <future>
#include <set>

#include "base/read_file.hpp"
#include "submission/compile.hpp"
#include "submission/layout.hpp"

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

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

std::map<std::string, std::string> structs_of(const Interface& interface) {
  std::map<std::string, std::string> declarations;
  for (const Argument* const array : interface.structs())
    declarations[array->type] = struct_declaration(*array);
  return declarations;
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

/// What does not compile for int is not worth a second set of the same messages: then the other builds, which
/// began with it, are ended. Those for a GPU begin after it: only the CPU engine's compiler checks the source
/// against the policy.
std::vector<BuildResult> compile_all(const std::vector<CompileJob>& jobs, const Toolchain& toolchain) {
  std::stop_source stop;
  std::vector<std::future<BuildResult>> running(jobs.size());
  const auto start = [&](Backend backend) {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (jobs[i].kind.backend != backend) continue;
      running[i] = std::async(std::launch::async, [&job = jobs[i], &toolchain, token = stop.get_token()] {
        return compile(job, toolchain, token);
      });
    }
  };
  start(jobs.front().kind.backend);
  std::vector<BuildResult> results{running.front().get()};
  const bool stops = jobs.front().kind.value == ValueType::int32 && !results.front().ok;
  if (stops) stop.request_stop();
  if (!stops && jobs.front().kind.backend != Backend::gpu) start(Backend::gpu);
  for (std::size_t i = 1; i < jobs.size(); ++i) {
    if (running[i].valid()) results.push_back(running[i].get());
    if (stops) {
      results.resize(i);
      results.push_back(not_compiled(jobs[i].kind, results.front()));
    }
  }
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
      if (result.log.empty()) result.log = std::move(merged.back().log);  // warnings
      merged.back() = std::move(result);
    } else {
      merged.back().duration_s = result.duration_s;
    }
  }
  return merged;
}

/// What is refused in one build counts for the lab: a file can hide it from the others with #ifdef.
void spread_refusal(std::vector<BuildResult>& results) {
  const auto refused = std::ranges::find_if(
      results, [](const BuildResult& result) { return result.verdict == Verdict::forbidden; });
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
  build.sources = layout.sources;
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

  std::string own_text;
  if (!layout.references.empty()) {
    for (const fs::path& source : layout.sources) own_text += base::read_file(source).value_or("") + "\n";
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
                    {folders_in_messages(root, temporary, toolchain), lab.file, lab.function,
                     declaration_of(lab.interface, lab.function), layout.references, own_text, layout.absent,
                     structs_of(lab.interface)}});
  }
  std::vector<BuildResult> results = compile_all(jobs, toolchain);
  spread_refusal(results);
  build.results = by_value_type(std::move(results));
  for (BuildResult& result : build.results) {
    // Compilers take some of them for letters: they are no mistake in what compiles.
    if (result.verdict == Verdict::build_failed) result.log.insert(0, layout.odd_characters);
    if (!result.ok) result.log.insert(0, layout.notes);
    for (const CompileJob& job : jobs) {
      if (result.ok && job.kind.value == result.value && job.kind.backend == result.backend)
        build.objects[job.kind] = job.object;
    }
  }
  std::error_code ignored;
  fs::remove_all(root / "tmp", ignored);
  remove_references(root);
  return build;
}

std::filesystem::path build_library(const Course& course, const Lab& lab, Toolchain toolchain,
                                    const std::filesystem::path& folder) {
  Lab unforbidden = lab;
  unforbidden.forbidden.clear();
  toolchain.simt_cc.clear();  // no rule of students holds for it
  toolchain.links = lab.library->links;
  constexpr BuildKind kKind(Backend::gpu, ValueType::int32);
  const Build built =
      build(course, unforbidden, {{lab.name, {lab.library->file, true}}}, {kKind}, toolchain, folder);
  const auto object = built.objects.find(kKind);
  return object != built.objects.end() ? object->second : fs::path();
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
