#include "guarded_frames.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <simt/limits.hpp>
#include <string>
#include <string_view>

#include "x86_instruction.hpp"

namespace simt::cxx {
namespace {

using x86::Instruction;
using x86::Operand;

constexpr std::array<std::string_view, x86::kRegisters> kNames = {
    "%rax", "%rcx", "%rdx", "%rbx", "%rsp", "%rbp", "%rsi", "%rdi",
    "%r8",  "%r9",  "%r10", "%r11", "%r12", "%r13", "%r14", "%r15"};

bool is_kept_by_calls(int number) {
  return number == x86::kRbx || number == x86::kRbp || (number >= 12 && number < x86::kRegisters);
}

/// A jump to another function, which returns to this one's caller.
bool leaves(const Instruction& instruction) {
  if (!instruction.is_jump() || instruction.operands.size() != 1) return false;
  const Operand& to = instruction.operands.front();
  return to.kind != Operand::Kind::Immediate || !to.text.starts_with(".L");
}

/// Takes the stack pointer from a register that was in memory, as g++ does to align a frame of computed size.
bool takes_stack_from_elsewhere(const Instruction& instruction) {
  if (!instruction.name.starts_with("lea") || instruction.operands.size() != 2) return false;
  const x86::Memory& from = instruction.operands.front().memory;
  return instruction.operands.back().kind == Operand::Kind::Register &&
         instruction.operands.back().reg.number == x86::kRsp && from.index == x86::kNone &&
         from.base != x86::kRsp && from.base != x86::kRbp;
}

bool sets_frame_pointer(const Instruction& instruction) {
  const auto is = [](const Operand& operand, int number) {
    return operand.kind == Operand::Kind::Register && operand.reg.number == number;
  };
  return instruction.name.starts_with("mov") && instruction.operands.size() == 2 &&
         is(instruction.operands[0], x86::kRsp) && is(instruction.operands[1], x86::kRbp);
}

class Guard {
 public:
  explicit Guard(const AssemblyCode& code) : code_(code), functions_(code.functions.size()) {}

  GuardedFrames run() {
    for (const CodeBlock& block : code_.blocks) {
      for (const CodeLine& line : block.lines) look_at(functions_[block.function], line);
    }
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      if (is_guarded(i)) guarded_.code.push_back({code_.functions[i].begin, copies(functions_[i])});
    }
    for (const CodeBlock& block : code_.blocks) {
      for (const CodeLine& line : block.lines) guard(block, line);
    }
    // Code that a compiler takes to be unreachable may run into the next function, which finds no return
    // address.
    for (const std::size_t end : code_.ends) guarded_.code.push_back({end, "\tud2\n"});
    return std::move(guarded_);
  }

 private:
  struct Frame {
    std::set<int> saved;  // registers
    bool has_pointer = false;
    bool refused = false;
  };

  void look_at(Frame& frame, const CodeLine& line) {
    for (const Operand& each : line.instruction.operands) {
      if (each.kind == Operand::Kind::Register && is_kept_by_calls(each.reg.number))
        frame.saved.insert(each.reg.number);
    }
    if (sets_frame_pointer(line.instruction)) frame.has_pointer = true;
    if (!takes_stack_from_elsewhere(line.instruction)) return;
    frame.refused = true;
    const Place place = code_.place_of(line.begin);
    guarded_.refusals.push_back(
        {place.file, place.line,
         "error: the function that ends here has an array of computed size beside a variable with a large "
         "alignment, and the checks cannot follow its stack: give the array a constant size"});
  }

  [[nodiscard]] bool is_guarded(std::size_t function) const {
    return code_.functions[function].begin != 0 && !functions_[function].refused;
  }

  void guard(const CodeBlock& block, const CodeLine& line) {
    if (!is_guarded(block.function)) return;
    const Instruction& instruction = line.instruction;
    if (instruction.is_return() || leaves(instruction))
      guarded_.code.push_back({line.begin, comparison(functions_[block.function], instruction)});
    // With a frame of constant size, g++ may still save and restore the stack pointer.
    if (takes_computed_room(instruction) && functions_[block.function].has_pointer) {
      guarded_.code.push_back({std::min(code_.text.find('\n', line.begin) + 1, code_.text.size()),
                               "\tcall\tsimt_stack_moved@PLT\n"});
    }
  }

  static std::string distance_to_r11() { return "\tmovabsq\t$" + std::to_string(kFrameCopies) + ", %r11\n"; }

  /// The return address is where the stack pointer is, the registers are below: there the frame saves them.
  static std::string copies(const Frame& frame) {
    std::string text = distance_to_r11() + "\tpushq\t(%rsp)\n\tpopq\t(%rsp,%r11)\n";
    int offset = 0;
    for (const int number : frame.saved) {
      text += "\tmovq\t" + std::string(kNames[static_cast<std::size_t>(number)]) + ", " +
              std::to_string(offset -= 8) + "(%rsp,%r11)\n";
    }
    return text;
  }

  /// At the end the stack pointer is where it was at the beginning. A jump needs its registers and flags.
  static std::string comparison(const Frame& frame, const Instruction& instruction) {
    const bool is_return = instruction.is_return();
    const bool needs_flags = !is_return && !instruction.is_unconditional_jump();
    std::string text;
    if (needs_flags) text += "\tpushfq\n";
    if (!is_return) text += "\tpushq\t%r11\n";
    const int pushed = (needs_flags ? 8 : 0) + (is_return ? 0 : 8);
    text += distance_to_r11();
    int offset = pushed;
    for (const int number : frame.saved) {
      text += "\tcmpq\t" + std::to_string(offset -= 8) + "(%rsp,%r11), " +
              std::string(kNames[static_cast<std::size_t>(number)]) + "\n\tjne\t2f\n";
    }
    const std::string top = std::to_string(pushed) + "(%rsp";
    text += "\tmovq\t" + top + ",%r11), %r11\n\tcmpq\t%r11, " + top +
            ")\n\tje\t3f\n2:\tcall\tsimt_frame_changed@PLT\n3:\n";
    if (!is_return) text += "\tpopq\t%r11\n";
    if (needs_flags) text += "\tpopfq\n";
    return text;
  }

  const AssemblyCode& code_;
  std::vector<Frame> functions_;
  GuardedFrames guarded_;
};

}  // namespace

GuardedFrames guard_frames(const AssemblyCode& code) { return Guard(code).run(); }

}  // namespace simt::cxx
