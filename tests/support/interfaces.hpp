// Functions of labs, for tests that need no course.
#pragma once

#include "kits/kits.hpp"
#include "model/kit.hpp"

namespace mergelab {

/// void f(const value_t* A, int m, const value_t* B, int n, value_t* C), on the host.
inline Interface host_merge() {
  Interface interface = *merge_kit().usual_interface(Runs::device);
  interface.runs = Runs::host;
  return interface;
}

/// A merge with section and tile, on the device.
inline Interface shaped_merge() {
  Interface interface = *merge_kit().usual_interface(Runs::device);
  for (const char* name : {"section", "tile"})
    interface.arguments.push_back({.name = name, .role = Argument::Role::parameter});
  return interface;
}

}  // namespace mergelab
