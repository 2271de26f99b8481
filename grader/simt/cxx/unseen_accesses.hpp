// Finds the loads and stores of an instrumented object that its compiler told nobody of, and tells the engine
// of them. Compilers' thread sanitizers work on a form of the code in which some accesses aren't there yet:
// an argument in memory that is passed by value, a result that is stored where it is constructed. The
// assembly has them all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy.hpp"

namespace simt::cxx {

struct Completed {
  std::string text;               // of the assembly, with a call before each access that had none
  std::size_t inserted = 0;       // calls
  std::vector<Refusal> refusals;  // instructions of which this does not know what they access
};

/// An access needs no call when it is in its function's own frame, reads a constant of the object, or follows
/// a call of the thread sanitizer's with the same address, without a branch to between them. An access that
/// has had its call in a way that is not recognised here may get a second one, which the engine then sees
/// through. Does nothing but on x86-64.
[[nodiscard]] Completed tell_unseen_accesses(std::string text);

/// Lets an instrumented object take basic blocks off simt_steps_left itself: most of the hook's time goes
/// into its call. Does nothing but on x86-64.
[[nodiscard]] std::string count_steps_in_place(const std::string& text);

}  // namespace simt::cxx
