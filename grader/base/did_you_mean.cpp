#include "base/did_you_mean.hpp"

#include <fmt/format.h>

namespace mergelab::base {

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         const std::string& rest, char quote) {
  const std::string near = nearest(word, candidates);
  if (near.empty()) return rest;
  return fmt::format("did you mean {0}{1}{0}?{2}{3}", quote, near, rest.empty() ? "" : "  ", rest);
}

}  // namespace mergelab::base
