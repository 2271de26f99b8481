// Inline PTX of device code, as C++.
#pragma once

#include <string>
#include <vector>

#include "policy.hpp"
#include "tokens.hpp"

namespace simt::cxx {

/// What is refused is in `refusals`, by its name.
struct WithoutPtx {
  std::string text;
  std::vector<Refusal> refusals;
};

/// `preprocessed` with calls of <simt/ptx.hpp> for the `asm` statements of its functions for the device. Host
/// code keeps its own. So are those of CUB's headers; what is refused of them fails where a program uses it.
/// Lines keep their numbers.
[[nodiscard]] WithoutPtx translate_ptx(const std::string& preprocessed, const IsFile& is_user_file);

}  // namespace simt::cxx
