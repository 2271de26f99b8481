#include "submission/compile_steps.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace mergelab::submission {
namespace {

namespace fs = std::filesystem;

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
  for (const fs::path& word : {fs::path("-o"), job.object, job.folder / "src" / "adapter.cu"}) {
    arguments.push_back(word.string());
  }
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
                    "-fPIC,-U_FORTIFY_SOURCE",
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

std::vector<std::vector<std::string>> compile_steps(const CompileJob& job, const Toolchain& toolchain) {
  if (job.kind.backend == Backend::gpu) return gpu_steps(job, toolchain);
  return {engine_arguments(job, toolchain)};
}

}  // namespace mergelab::submission
