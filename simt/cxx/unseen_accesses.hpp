// Finds the loads and stores of an instrumented object that its compiler didn't instrument, and reports them
// to the engine. Compilers' thread sanitizers work on a form of the code that lacks some accesses: an
// argument in memory that is passed by value, a result that is stored where it is constructed. The assembly
// has them all. It also tells vectors of 16 bytes from structs of two words, which need an alignment of 8
// only: the sanitizers report both in the same way.
#pragma once

#include <string>
#include <vector>

#include "assembly_code.hpp"
#include "policy.hpp"
#include "tokens.hpp"

namespace simt::cxx {

struct UnseenAccesses {
  // A call before each access that had none; another name for the call before a struct of two words.
  std::vector<Insertion> calls;
  std::vector<Refusal> refusals;  // instructions with unknown accesses
};

/// An access needs no call if it is in its function's own frame, reads a constant of the object, or follows a
/// thread sanitizer call with the same address, without a branch between them. An instrumented access that is
/// not recognised as such here may get a second call, which the engine detects. What is in its function's own
/// frame, it knows if guarded_frames.hpp guards the frame.
[[nodiscard]] UnseenAccesses find_unseen_accesses(const AssemblyCode& code, bool may_hold_vectors);

/// Whether two accesses of 8 bytes under one call may be a vector's: the source names a type of 16 bytes that
/// must lie at a multiple of 16, or may define one.
[[nodiscard]] bool may_hold_vectors(const SourceText& text);

/// Lets an instrumented object decrement simt_steps_left itself at basic blocks: the hook's call takes most
/// of its time. Only for x86-64.
[[nodiscard]] std::string count_steps_in_place(const std::string& text);

}  // namespace simt::cxx
