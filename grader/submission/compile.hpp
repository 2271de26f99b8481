// One compilation in the sandbox: its command lines, simt-cc's for the CPU engine and nvcc's for a GPU, and
// what its end means for a student.
#pragma once

#include <stop_token>

#include "sandbox/process.hpp"
#include "submission/compiler_log.hpp"
#include "submission/submission.hpp"

namespace mergelab::submission {

inline constexpr const char* kPolicyFile = "policy.txt";         // in the folder of the build
inline constexpr const char* kGpuPolicyFile = "policy_gpu.txt";  // there too

struct CompileJob {
  BuildKind kind;
  std::filesystem::path folder;  // absolute; holds src/adapter.cu and the policies, gets the object
  std::filesystem::path object;
  /// Only for this job: nvcc names its files after its process, whose number repeats in another namespace.
  std::filesystem::path temporary;
  double cpu_limit_s = 0;
  LogContext log;
};

/// A compiler's command, in the job's folder and limits.
[[nodiscard]] sandbox::Command command_of(std::vector<std::string> arguments, const CompileJob& job,
                                          const Toolchain& toolchain);

/// What it returns after a stop was asked for means nothing.
[[nodiscard]] BuildResult compile(const CompileJob& job, const Toolchain& toolchain,
                                  const std::stop_token& stop = {});

/// What the kernel and the sandbox know about a compiler that was killed twice in a row.
struct Kill {
  bool sure = false;                 // the exit status says so, not only the compiler's output
  bool alone = false;                // it ran in a namespace that no submission can reach
  bool out_of_memory_known = false;  // whether the kernel killed processes for lack of memory meanwhile
  bool out_of_memory = false;
};
/// Whether it was killed from outside, which is not the student's fault. A source can exhaust the memory, and
/// without namespaces the worker of another lab of the submission could send the signal: those cost the
/// student the lab.
[[nodiscard]] bool is_from_outside(const Kill& kill);

/// What has to work at a level of isolation for submissions to be built at it: the compiler, on an empty
/// file, and reading the course's headers.
[[nodiscard]] std::vector<sandbox::Command> trials(const Toolchain& toolchain);

/// The PATH that tools are looked up in: the grader's own.
[[nodiscard]] std::string tool_path();

/// The commands of a compilation, one after the other; each takes what the one before has made.
[[nodiscard]] std::vector<std::vector<std::string>> compile_steps(const CompileJob& job,
                                                                  const Toolchain& toolchain);

}  // namespace mergelab::submission
