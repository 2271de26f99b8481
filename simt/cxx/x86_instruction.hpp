// One instruction of x86-64 in the compilers' assembly: its operands, its loads and stores, and the registers
// that it changes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cxx::x86 {

/// The sixteen general registers by number, rsp is 4; 16 is the instruction pointer.
enum : int { kRax, kRcx, kRdx, kRbx, kRsp, kRbp, kRsi, kRdi, kRegisters = 16, kRip = 16, kNone = -1 };

struct Register {
  int number = kNone;     // kNone: a vector's, or another one without an address
  std::size_t bytes = 0;  // of a general register or a vector's
};

/// `disp(base,index,scale)`.
struct Memory {
  std::string_view segment;       // "fs", or empty
  std::string_view displacement;  // a number or an expression with symbols
  int base = kNone, index = kNone, scale = 1;
  bool wide = true;  // its registers have 64 bits
};

struct Operand {
  enum class Kind : unsigned char { Immediate, Register, Memory } kind = Kind::Immediate;
  std::string_view text;
  Register reg;
  Memory memory;
};

struct Instruction {
  std::string_view name;  // without prefixes: "movl"
  bool repeats = false;   // rep
  bool locked = false;
  std::vector<Operand> operands;  // in written order: the destination is the last one

  [[nodiscard]] bool is_call() const { return name == "call" || name == "callq"; }
  [[nodiscard]] bool is_jump() const { return !name.empty() && name.front() == 'j'; }
  [[nodiscard]] bool is_unconditional_jump() const { return name == "jmp" || name == "jmpq"; }
  [[nodiscard]] bool is_return() const { return name == "ret" || name == "retq"; }
  [[nodiscard]] const Operand* memory() const;
};

/// A line of code without its comment. Nothing for an empty one.
[[nodiscard]] std::optional<Instruction> parse(std::string_view line);

struct Access {
  std::size_t bytes = 0;
  bool loads = false, stores = false;
};
/// The access of an instruction to its memory operand: 0 bytes if it only computes an address. Nothing for an
/// unknown one.
[[nodiscard]] std::optional<Access> access_of(const Instruction& instruction);

/// Whether it faults unless its memory operand, of 16 bytes, lies at a multiple of 16.
[[nodiscard]] bool needs_alignment(const Instruction& instruction);

/// The bytes of one step of a string instruction, 0 for others: `movsq`, `stosl`.
struct StringMove {
  std::size_t bytes = 0;
  bool loads = false;  // from rsi, and also stores to rdi
};
[[nodiscard]] StringMove string_move(const Instruction& instruction);
/// An instruction with a memory access without an operand, in a way that compilers don't use.
[[nodiscard]] bool hides_its_memory(const Instruction& instruction);

/// How an instruction changes general registers.
enum class Effect : unsigned char {
  nothing,      // but memory, flags and vectors
  destination,  // the last operand, if it is a general register
  both,         // all operands that are general registers
  results,      // rax and rdx, and the last operand
  everything    // perhaps any of them
};
[[nodiscard]] Effect effect_of(const Instruction& instruction);

}  // namespace simt::cxx::x86
