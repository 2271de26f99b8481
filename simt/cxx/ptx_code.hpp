// The code of one inline PTX statement, as C++.
#pragma once

#include <string>
#include <vector>

namespace simt::cxx {

/// Why a statement is refused.
struct PtxRefused {
  std::string why;
};

struct PtxOperand {
  char constraint = 0;
  bool is_output = false, is_input = false;
  std::string expression;
};

/// 0 for a constraint without a register.
[[nodiscard]] unsigned bytes_of_constraint(char constraint);

/// Throws PtxRefused, with the name of what there is not.
[[nodiscard]] std::string ptx_as_cpp(std::string code, std::vector<PtxOperand> operands);

}  // namespace simt::cxx
