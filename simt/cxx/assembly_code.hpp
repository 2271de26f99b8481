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

struct CodeFunction {
  std::size_t begin = 0;     // in the text, in front of its code; 0 without debug information
  bool moves_stack = false;  // allocates a computed amount of stack
};

struct AssemblyCode {
  std::string_view text;
  std::vector<CodeBlock> blocks;
  std::vector<CodeFunction> functions;
  std::vector<std::size_t> ends;         // of functions' code, in the text
  std::vector<std::size_t> behind;       // functions, in the text
  std::set<std::string_view> constants;  // labels in read-only sections

  /// The source line of the code at this place of the text.
  [[nodiscard]] Place place_of(std::size_t begin) const;
};

/// Refers to `text`.
[[nodiscard]] AssemblyCode read_code(std::string_view text);

/// Whether an instruction changes the stack pointer by an amount that isn't a constant.
[[nodiscard]] bool takes_computed_room(const x86::Instruction& instruction);

struct Insertion {
  std::size_t before = 0;  // a place in the text
  std::string text;
};

/// Several at one place stay in their order.
[[nodiscard]] std::string with_insertions(std::string_view text, std::vector<Insertion> insertions);

}  // namespace simt::cxx
