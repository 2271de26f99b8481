// GoogleTest, of the standard library what most tests use, and a check of texts. It is precompiled for them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mergelab {

/// Whether a text has all of these parts. A failure shows what it lacks, or has, and the text.
template <class... Parts>
testing::AssertionResult contains(std::string_view text, const Parts&... parts) {
  std::ostringstream missing, found;
  ((text.find(parts) == std::string_view::npos ? missing << "\"" << parts << "\" is missing in:\n"
                                               : found << "\"" << parts << "\" is in:\n"),
   ...);
  if (missing.str().empty()) return testing::AssertionSuccess() << found.str() << text;
  return testing::AssertionFailure() << missing.str() << text;
}

/// What an exception of this type says, with which a call ends; "" where it ends without.
template <class Error, class Call>
std::string error_of(const Call& call) {
  try {
    static_cast<void>(call());
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace mergelab
