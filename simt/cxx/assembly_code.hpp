// The code in a compiler's assembly for x86-64, cut into blocks: instructions that run one after another, and
// the targets of their last one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "x86_instruction.hpp"

namespace simt::cxx {

/// The place behind the return address, counted from a register, from the debug information.
struct FramePlace {
  int base = x86::kNone;
  std::int64_t offset = 0;
};

struct CodeLine {
  std::size_t begin = 0;  // in the text
  x86::Instruction instruction;
};

struct CodeBlock {
  std::vector<CodeLine> lines;
  std::size_t function = 0;  // its number
  FramePlace frame;          // where it begins
  std::vector<std::size_t> successors;
  std::size_t ways_in = 0;  // jumps, and from the block before it
  bool open = false;        // others may exist: its address is used, or it begins a function

  [[nodiscard]] bool has_one_way_in() const { return !open && ways_in == 1; }
};

struct Place {
  std::string file;
  int line = 0;
};

struct AssemblyCode {
  std::string_view text;
  std::vector<CodeBlock> blocks;
  std::set<std::string_view> constants;  // labels in read-only sections
  std::vector<bool> moving_stacks;       // by function

  /// Whether a function allocates a computed amount of stack.
  [[nodiscard]] bool moves_stack(std::size_t function) const { return moving_stacks[function]; }
  /// The source line of the code at this place of the text.
  [[nodiscard]] Place place_of(std::size_t begin) const;
};

/// Refers to `text`.
[[nodiscard]] AssemblyCode read_code(std::string_view text);

}  // namespace simt::cxx
