// Lets the functions of an instrumented object keep copies of what their callers need from the stack: the
// return address and the saved registers. Code that computes addresses can store over those, and then runs
// accesses that no hook sees. With the copies, the run ends instead. Only for x86-64.
#pragma once

#include <vector>

#include "assembly_code.hpp"
#include "policy.hpp"

namespace simt::cxx {

struct GuardedFrames {
  std::vector<Insertion> code;
  std::vector<Refusal> refusals;  // functions whose frame can't be guarded
};

/// Functions without debug information aren't guarded.
[[nodiscard]] GuardedFrames guard_frames(const AssemblyCode& code);

}  // namespace simt::cxx
