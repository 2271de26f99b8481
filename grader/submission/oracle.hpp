// The objects of a lab's oracle.cpp, one for each function that it defines: they answer calls as a
// submission's does, in workers of their own.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "model/oracle_call.hpp"
#include "submission/submission.hpp"

namespace mergelab::submission {

struct OracleBuild {
  std::map<OracleCall, std::filesystem::path> objects;
  std::string failure;  // the instructor's mistake: the compiler's messages; empty: it was built
};

/// Compiles lab.oracle in `folder`, which is made here, so that workers can read the objects. What was built
/// before from the same source by the same compiler is taken from `kept`, and kept there, where only this
/// user can write; empty: nothing is. Throws std::runtime_error when `folder` can't be written.
[[nodiscard]] OracleBuild build_oracle(const Lab& lab, const Toolchain& toolchain,
                                       const std::filesystem::path& folder,
                                       const std::filesystem::path& kept);

/// What is compiled: `source`, which is oracle.cpp, and the call of its function.
[[nodiscard]] std::string oracle_adapter(const Lab& lab, OracleCall call, const std::string& source);

}  // namespace mergelab::submission
