// Arguments of the functions of kits.
#pragma once

#include "model/interface.hpp"

namespace mergelab::usual {

[[nodiscard]] inline Argument array(const char* name, Argument::Role role, const char* extent,
                                    const char* type = "value") {
  return {.name = name, .role = role, .type = type, .extents = {extent}};
}
[[nodiscard]] inline Argument number(const char* name, Argument::Role role) {
  return {.name = name, .role = role};
}

}  // namespace mergelab::usual
