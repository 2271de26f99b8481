#include "unseen_accesses.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "assembly_code.hpp"
#include "lexing.hpp"
#include "values.hpp"
#include "x86_instruction.hpp"

namespace simt::cxx {
namespace {

using x86::Instruction;
using x86::Operand;

// How far above its frame a function may load: its arguments, whose number the assembly does not say. It
// stores there, too, but what is above a caller's frame may not be the program's.
constexpr std::int64_t kArguments = 4096;
// How far below its frame pointer, if the stack pointer is unknown; how far above that, it may load.
constexpr std::int64_t kFrame = 32768;

constexpr std::array<int, 7> kKeptByCalls = {x86::kRbx, x86::kRsp, x86::kRbp, 12, 13, 14, 15};

constexpr std::size_t kNoPair = static_cast<std::size_t>(-1);

struct Hooked {
  Value address;
  std::int64_t bytes = 0;
  bool loads = false, stores = false;
  std::size_t pair = kNoPair;  // its number
};

/// A call that reports 16 bytes which may be two words of 8, each aligned for itself.
struct Pair {
  std::size_t name_end = 0;  // of the called function, in the text
  bool is_words = false;
};

struct Slot {
  std::int64_t begin = 0, bytes = 0;
  Value value;
};

/// The knowledge at a place of a function.
struct State {
  std::array<Value, x86::kRegisters> registers;
  std::vector<Slot> slots;     // of its frame, by their places from where the stack pointer was at its begin
  std::vector<Hooked> hooked;  // accesses reported to the engine since the last other call
};

std::optional<std::int64_t> constant_of(std::string_view text) {
  const bool negative = text.starts_with("-");
  if (negative || text.starts_with("+")) text.remove_prefix(1);
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return static_cast<std::int64_t>(negative ? 0 - value : value);
}

/// The function that a call names: `__tsan_read4@PLT`, `*__tsan_read4@GOTPCREL(%rip)`.
std::string_view called(const Instruction& call) {
  if (call.operands.size() != 1) return {};
  std::string_view name = call.operands.front().text;
  if (call.operands.front().kind == Operand::Kind::Memory && name.find("@GOTPCREL") == std::string_view::npos)
    return {};
  return name.substr(0, name.find_first_of("@("));
}

/// The access of a thread sanitizer call, without the address; nothing for another function.
std::optional<Hooked> sanitizer_call_access(std::string_view name, Value second_argument) {
  constexpr std::string_view kPrefix = "__tsan_";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  const auto take = [&name](std::string_view word) {
    if (!name.starts_with(word)) return false;
    name.remove_prefix(word.size());
    return true;
  };
  if (name == "vptr_update") return Hooked{{}, 8, false, true};
  if (name == "vptr_read") return Hooked{{}, 8, true, false};
  take("unaligned_");
  take("volatile_");
  Hooked hooked;
  hooked.loads = take("read");
  if (hooked.loads) take("_");
  hooked.stores = name.starts_with("write") && take("write");
  if (!hooked.loads && !hooked.stores) return std::nullopt;
  if (name == "range" || name == "_range") {
    hooked.bytes = second_argument.terms == 0 ? second_argument.constant : 0;
  } else {
    hooked.bytes = constant_of(name).value_or(0);
  }
  return hooked;
}

/// Walks the blocks of one file's code.
class Walk {
 public:
  Walk(const AssemblyCode& code, bool may_hold_vectors)
      : code_(code), may_hold_vectors_(may_hold_vectors), rooms_(code.functions.size()) {}

  UnseenAccesses run() {
    find_rooms();
    std::vector<char> begun(code_.blocks.size(), 0);
    const auto walk_from = [&](std::size_t first) {
      std::vector<std::pair<std::size_t, State>> waiting{{first, fresh_state(code_.blocks[first])}};
      while (!waiting.empty()) {
        auto [index, state] = std::move(waiting.back());
        waiting.pop_back();
        if (begun[index] != 0) continue;
        begun[index] = 1;
        walk(code_.blocks[index], state);
        for (const std::size_t next : code_.blocks[index].successors) {
          if (code_.blocks[next].has_one_way_in() && begun[next] == 0) waiting.emplace_back(next, state);
        }
      }
    };
    for (std::size_t i = 0; i < code_.blocks.size(); ++i) {
      if (!code_.blocks[i].has_one_way_in()) walk_from(i);
    }
    for (std::size_t i = 0; i < code_.blocks.size(); ++i) {  // unreachable ones
      if (begun[i] == 0) walk_from(i);
    }
    for (const Pair& pair : pairs_) {
      if (pair.is_words) insertions_.push_back({pair.name_end, "_in_words"});
    }
    return {std::move(insertions_), std::move(refusals_)};
  }

 private:
  /// Of the functions' first blocks, which make room below saved registers.
  void find_rooms() {
    std::size_t before = code_.functions.size();
    for (const CodeBlock& block : code_.blocks) {
      if (std::exchange(before, block.function) == block.function) continue;
      for (const CodeLine& line : block.lines) {
        const std::string_view name = line.instruction.name;
        const auto& operands = line.instruction.operands;
        if (operands.size() != 2 || operands[0].kind != Operand::Kind::Immediate ||
            operands[1].kind != Operand::Kind::Register || operands[1].reg.number != x86::kRsp)
          continue;
        const std::int64_t bytes = constant_of(operands[0].text.substr(1)).value_or(0);
        rooms_[block.function] += name.starts_with("sub") ? bytes : name.starts_with("add") ? -bytes : 0;
      }
    }
  }

  /// The state where several ways meet: the frame.
  State fresh_state(const CodeBlock& block) {
    State state;
    for (Value& each : state.registers) each = values_.unknown();
    const Value entry = values_.named("entry " + std::to_string(block.function));
    const Value frame{entry.terms, 8 - block.frame.offset};  // its end is above the return address
    if (block.frame.base == x86::kRsp || block.frame.base == x86::kRbp)
      state.registers[static_cast<std::size_t>(block.frame.base)] = frame;
    return state;
  }

  void walk(const CodeBlock& block, State& state) {
    block_ = &block;
    entry_ = values_.named("entry " + std::to_string(block.function)).terms;
    // Compilers change the stack pointer by constants, or by the source's computations.
    loose_stack_ = code_.functions[block.function].moves_stack ? 0 : reg(state, x86::kRsp).terms;
    loose_end_ = rooms_[block.function];
    for (const CodeLine& line : block.lines) {
      line_ = &line;
      step(state, line.instruction);
    }
  }

  static Value& reg(State& state, int number) { return state.registers[static_cast<std::size_t>(number)]; }

  void step(State& state, const Instruction& instruction) {
    if (const x86::StringMove move = x86::string_move(instruction); move.bytes != 0)
      return step_string(state, instruction, move);
    if (x86::hides_its_memory(instruction)) return refuse(instruction);
    if (instruction.is_call() || instruction.is_jump()) look_at_target(instruction);
    if (const Operand* operand = instruction.memory(); operand != nullptr) {
      const auto access = x86::access_of(instruction);
      if (!access) {
        // the frame is large enough for any access
        constexpr std::int64_t kMost = 64;
        const bool own = operand->memory.segment.empty() && operand->memory.wide &&
                         is_known(state, address(state, operand->memory), kMost, true, true);
        if (!own) refuse(instruction);
      } else if (access->bytes != 0)
        look_at(state, *operand, *access, instruction);
    }
    if (instruction.is_call()) return step_call(state, instruction);
    change(state, instruction);
  }

  // The accesses ------------------------------------------------------------

  void look_at(State& state, const Operand& operand, const x86::Access& access, const Instruction& from) {
    const x86::Memory& memory = operand.memory;
    if (!memory.segment.empty() && memory.segment != "ds") {
      // The thread's own block of the C library: the stack's guard, the begin of thread-local memory.
      const bool constant = memory.base == x86::kNone && memory.index == x86::kNone;
      if (memory.segment != "fs" || !constant || !constant_of(memory.displacement)) refuse(from);
      return;
    }
    if (memory.base == x86::kRip && access.loads && !access.stores && is_constant(memory.displacement))
      return;
    const auto bytes = static_cast<std::int64_t>(access.bytes);
    if (access.bytes == 16) decide_pairs(state, address(state, memory), !x86::needs_alignment(from));
    if (memory.wide && is_known(state, address(state, memory), bytes, access.loads, access.stores)) return;
    insert(operand.text, memory.base == x86::kRsp, access.bytes, access.loads, access.stores, false);
  }

  /// Of the linker's table of addresses, or a compiler's constant.
  [[nodiscard]] bool is_constant(std::string_view symbol) const {
    if (symbol.ends_with("@GOTPCREL") || symbol.ends_with("@GOTTPOFF")) return true;
    return code_.constants.contains(symbol);
  }

  [[nodiscard]] bool is_known(State& state, Value address, std::int64_t bytes, bool loads,
                              bool stores) const {
    const Value stack = reg(state, x86::kRsp);
    const bool own = address.terms == entry_ || (loose_stack_ != 0 && address.terms == loose_stack_);
    if (own) {
      const bool known = stack.terms == address.terms;
      const std::int64_t low = known ? stack.constant : -kFrame;
      const bool of_entry = address.terms == entry_;
      const std::int64_t high = stores     ? (of_entry ? 0 : loose_end_)
                                : of_entry ? kArguments
                                           : stack.constant + kFrame;
      if (address.constant >= low && address.constant <= high - bytes && bytes <= kFrame) return true;
    }
    return std::any_of(state.hooked.begin(), state.hooked.end(),
                       [&](const Hooked& hook) {
                         const std::int64_t behind = address.constant - hook.address.constant;
                         return hook.address.terms == address.terms && behind >= 0 && bytes <= hook.bytes &&
                                behind <= hook.bytes - bytes && (hook.loads || !loads) &&
                                (hook.stores || !stores);
                       }) ||
           (loads && stores && is_known(state, address, bytes, true, false) &&
            is_known(state, address, bytes, false, true));
  }

  /// By the instruction that accesses the 16 bytes at this address.
  void decide_pairs(const State& state, Value address, bool are_words) {
    for (const Hooked& hook : state.hooked) {
      if (hook.pair != kNoPair && hook.address.terms == address.terms &&
          hook.address.constant == address.constant)
        pairs_[hook.pair].is_words = are_words;
    }
  }

  void step_string(State& state, const Instruction& instruction, const x86::StringMove& move) {
    const Value rounds = instruction.repeats ? reg(state, x86::kRcx) : Value{0, 1};
    const auto unit = static_cast<std::int64_t>(move.bytes);
    const bool counted = rounds.terms == 0 && rounds.constant >= 0 && rounds.constant < (1 << 20);
    const std::int64_t bytes = counted ? rounds.constant * unit : 0;
    const auto look = [&](int at, std::string_view operand, bool loads) {
      if (counted && (bytes == 0 || is_known(state, reg(state, at), bytes, loads, !loads))) return;
      insert(operand, false, counted ? static_cast<std::size_t>(bytes) : move.bytes, loads, !loads, !counted);
    };
    if (move.loads) look(x86::kRsi, "(%rsi)", true);
    look(x86::kRdi, "(%rdi)", false);
    const auto advance = [&](int number) {
      Value& value = reg(state, number);
      value = counted ? values_.sum(value, {0, bytes}) : values_.unknown();
    };
    if (move.loads) advance(x86::kRsi);
    advance(x86::kRdi);
    if (instruction.repeats) reg(state, x86::kRcx) = {};
    state.slots.clear();
  }

  void insert(std::string_view operand, bool from_stack, std::size_t bytes, bool loads, bool stores,
              bool times_rounds) {
    const std::size_t word = bytes << 3U | (times_rounds ? 4U : 0U) | (stores ? 2U : 0U) | (loads ? 1U : 0U);
    // Changes only memory below the stack, not even a flag; the engine preserves the rest.
    call_with(
        "leaq", operand, from_stack,
        "\tpushq\t$" + std::to_string(word) + "\n\tcall\tsimt_unseen_access@PLT\n\tleaq\t8(%rsp), %rsp\n");
  }

  /// `call`: with the operand, or its address, in rdi.
  void call_with(const char* takes, std::string_view operand, bool from_stack, const std::string& call) {
    std::string text = std::string("\tpushq\t%rdi\n\t") + takes + "\t";
    if (from_stack) text += operand.starts_with("(") ? "8" : "8+";
    insertions_.push_back({line_->begin, text + std::string(operand) + ", %rdi\n" + call + "\tpopq\t%rdi\n"});
  }

  /// An address from a register or from memory may be any byte of the code.
  void look_at_target(const Instruction& instruction) {
    if (instruction.operands.size() != 1) return refuse(instruction);
    const Operand& to = instruction.operands.front();
    if (to.kind == Operand::Kind::Immediate) {  // a label
      if (to.text.find_first_of("+-") != std::string_view::npos) refuse(instruction);
      return;
    }
    const x86::Memory& memory = to.memory;
    if (to.kind == Operand::Kind::Memory && memory.base == x86::kRip &&
        memory.displacement.ends_with("@GOTPCREL"))
      return;
    const bool from_stack = to.kind == Operand::Kind::Memory && memory.base == x86::kRsp;
    call_with("movq", to.text.substr(to.text.starts_with("*") ? 1 : 0), from_stack,
              "\tcall\tsimt_call_target@PLT\n");
  }

  void refuse(const Instruction& instruction) {
    const Place place = code_.place_of(line_->begin);
    const Refusal refusal{
        place.file, place.line,
        "error: the compiler makes the instruction '" + std::string(instruction.name) +
            "' of this line, and the checks do not know what memory that accesses: write it "
            "as plain loads and stores"};
    if (std::find(refusals_.begin(), refusals_.end(), refusal) == refusals_.end())
      refusals_.push_back(refusal);
  }

  // What code computes ------------------------------------------------------

  [[nodiscard]] Value constant_or_symbol(std::string_view text) {
    const auto constant = constant_of(text);
    if (constant) return {0, *constant};
    const bool minus = text.starts_with("-");
    if (minus || text.starts_with("+")) text.remove_prefix(1);
    return values_.product(values_.named("symbol " + std::string(text)), minus ? -1 : 1);
  }

  [[nodiscard]] Value address(State& state, const x86::Memory& memory) {
    Value sum;
    for (std::string_view rest = memory.displacement; !rest.empty();) {  // `4+name@dtpoff`, `name-8`
      const std::size_t end = std::min(rest.find_first_of("+-", 1), rest.size());
      sum = values_.sum(sum, constant_or_symbol(rest.substr(0, end)));
      rest.remove_prefix(end);
    }
    if (memory.base >= 0 && memory.base < x86::kRegisters) sum = values_.sum(sum, reg(state, memory.base));
    if (memory.index >= 0 && memory.index < x86::kRegisters)
      sum = values_.sum(sum, values_.product(reg(state, memory.index), memory.scale));
    return sum;
  }

  /// The lower half of a value, with zeros or its sign above.
  Value zero_extended(Value value) {
    if (value.terms == 0) return {0, static_cast<std::int64_t>(static_cast<std::uint32_t>(value.constant))};
    if (whole_of_.contains({value.terms, value.constant})) return value;  // it has no more to lose
    const Value low = values_.apply("low", value);
    whole_of_.emplace(std::pair(low.terms, low.constant), value);
    return low;
  }
  Value sign_extended(Value value) {
    if (value.terms == 0) return {0, static_cast<std::int32_t>(static_cast<std::uint32_t>(value.constant))};
    const auto whole = whole_of_.find({value.terms, value.constant});
    return values_.apply("signed", whole == whole_of_.end() ? value : whole->second);
  }

  [[nodiscard]] Value load(State& state, const x86::Memory& memory, std::size_t bytes) {
    const Value from = address(state, memory);
    if (memory.base == x86::kRip && bytes == 8 && is_constant(memory.displacement))
      return values_.named("constant " + std::string(memory.displacement));
    if (from.terms != entry_ || !memory.segment.empty()) return values_.unknown();
    const auto size = static_cast<std::int64_t>(bytes);
    for (const Slot& slot : state.slots) {
      if (slot.begin == from.constant && slot.bytes == size) return slot.value;
    }
    const Value value = values_.unknown();
    store_slot(state, from.constant, size, value);
    return value;
  }

  static void store_slot(State& state, std::int64_t begin, std::int64_t bytes, std::optional<Value> value) {
    std::erase_if(state.slots, [&](const Slot& slot) {
      return slot.begin < begin + bytes && begin < slot.begin + slot.bytes;
    });
    if (value && (bytes == 8 || bytes == 4)) state.slots.push_back({begin, bytes, *value});
  }

  void store(State& state, const x86::Memory& memory, std::size_t bytes, std::optional<Value> value) {
    const Value to = address(state, memory);
    if (to.terms == entry_ && memory.segment.empty()) {
      store_slot(state, to.constant, static_cast<std::int64_t>(bytes), value);
    } else {
      state.slots.clear();  // it may be one of them
    }
  }

  void set(State& state, const x86::Register& to, Value value) {
    if (to.number < 0 || to.number >= x86::kRegisters) return;
    reg(state, to.number) = to.bytes == 8 ? value : to.bytes == 4 ? zero_extended(value) : values_.unknown();
  }

  [[nodiscard]] Value source(State& state, const Operand& operand, std::size_t bytes) {
    if (operand.kind == Operand::Kind::Memory) return load(state, operand.memory, bytes);
    if (operand.kind == Operand::Kind::Register) {
      return operand.reg.number >= 0 && operand.reg.bytes >= 4 ? reg(state, operand.reg.number)
                                                               : values_.unknown();
    }
    return constant_or_symbol(operand.text.substr(std::min<std::size_t>(1, operand.text.size())));
  }

  void step_call(State& state, const Instruction& call) {
    const std::string_view name = called(call);
    const Value first = reg(state, x86::kRdi), second = reg(state, x86::kRsi);
    std::optional<Hooked> hooked = sanitizer_call_access(name, second);
    const bool returns_address = name == "__tls_get_addr";
    if (!hooked && !returns_address && name != "__sanitizer_cov_trace_pc") {
      state.slots.clear();
      state.hooked.clear();
    }
    for (int i = 0; i < x86::kRegisters; ++i) {
      if (std::find(kKeptByCalls.begin(), kKeptByCalls.end(), i) == kKeptByCalls.end())
        reg(state, i) = values_.unknown();
    }
    if (returns_address) reg(state, x86::kRax) = values_.apply("thread's", first);
    if (hooked && hooked->bytes > 0) {
      hooked->address = first;
      if (name == "__tsan_read16" || name == "__tsan_write16") {
        hooked->pair = pairs_.size();
        pairs_.push_back(
            {static_cast<std::size_t>(name.data() + name.size() - code_.text.data()), !may_hold_vectors_});
      }
      state.hooked.push_back(*hooked);
    }
  }

  void push(State& state, std::optional<Value> value) {
    Value& stack = reg(state, x86::kRsp);
    stack.constant -= 8;
    if (stack.terms != entry_) return state.slots.clear();
    store_slot(state, stack.constant, 8, value);
  }
  [[nodiscard]] Value pop(State& state) {
    x86::Memory top;
    top.base = x86::kRsp;
    const Value value = load(state, top, 8);
    reg(state, x86::kRsp).constant += 8;
    return value;
  }

  /// The value of a known instruction's last operand afterwards.
  [[nodiscard]] std::optional<Value> result(State& state, const Instruction& instruction) {
    const std::string_view name = instruction.name;
    const auto& operands = instruction.operands;
    const Operand& last = operands.back();
    const std::size_t bytes = last.kind == Operand::Kind::Register ? last.reg.bytes : width_of(name);
    const auto is = [name](std::string_view stem) {
      return name == stem || (name.size() == stem.size() + 1 && name.starts_with(stem) &&
                              std::string_view("lq").find(name.back()) != std::string_view::npos);
    };
    const bool to_register = last.kind == Operand::Kind::Register && last.reg.number >= 0;
    if (last.kind == Operand::Kind::Register && !to_register) return std::nullopt;  // a vector
    if (operands.size() == 2 && (is("mov") || is("movabs"))) return source(state, operands[0], bytes);
    if (!to_register) return std::nullopt;
    const Value old = reg(state, last.reg.number);
    if (operands.size() == 1) {
      if (is("inc")) return values_.sum(old, {0, 1});
      if (is("dec")) return values_.sum(old, {0, -1});
      if (is("neg")) return values_.product(old, -1);
      if (is("sal") || is("shl")) return values_.product(old, 2);
      return std::nullopt;
    }
    const Operand& first = operands[0];
    if (operands.size() == 2) {
      if (name == "movslq") return sign_extended(source(state, first, 4));
      if (is("lea")) return address(state, first.memory);
      if (is("add")) return values_.sum(old, source(state, first, bytes));
      if (is("sub")) return values_.sum(old, values_.product(source(state, first, bytes), -1));
      if (is("xor") && first.kind == Operand::Kind::Register && first.reg.number == last.reg.number)
        return Value{};
    }
    if (first.kind != Operand::Kind::Immediate) return std::nullopt;
    const auto constant = constant_of(first.text.substr(1));
    if (!constant) return std::nullopt;
    if (operands.size() == 2 && (is("sal") || is("shl")) && *constant < 63)
      return values_.product(old, std::int64_t{1} << *constant);
    if (is("imul")) {
      const Operand& factor = operands[1];
      return values_.product(source(state, factor, bytes), *constant);
    }
    return std::nullopt;
  }

  static std::size_t width_of(std::string_view name) {
    return name.ends_with("q") ? 8 : name.ends_with("l") ? 4 : name.ends_with("w") ? 2 : 1;
  }

  void change(State& state, const Instruction& instruction) {
    const std::string_view name = instruction.name;
    const auto& operands = instruction.operands;
    if (name == "pushq" || name == "push") return push(state, source(state, operands.front(), 8));
    if (name == "popq" || name == "pop") {
      const Value value = pop(state);
      if (operands.front().kind == Operand::Kind::Register) return set(state, operands.front().reg, value);
      return store(state, operands.front().memory, 8, value);
    }
    if (name == "leave" || name == "leaveq") {
      reg(state, x86::kRsp) = reg(state, x86::kRbp);
      reg(state, x86::kRbp) = pop(state);
      return;
    }
    if (name == "cltq" || name == "cdqe") {
      reg(state, x86::kRax) = sign_extended(reg(state, x86::kRax));
      return;
    }
    const x86::Effect effect = x86::effect_of(instruction);
    std::optional<Value> value;
    if (effect == x86::Effect::destination) value = result(state, instruction);
    if (const Operand* memory = instruction.memory(); memory != nullptr && name.substr(0, 3) != "lea") {
      const auto access = x86::access_of(instruction);
      if (access && access->stores) store(state, memory->memory, access->bytes, value);
    }
    forget(state, instruction, effect);
    const bool to_register = !operands.empty() && operands.back().kind == Operand::Kind::Register;
    if (value && to_register) set(state, operands.back().reg, *value);
    // Rounded down, the stack pointer is still on the stack.
    if (to_register && operands.back().reg.number == x86::kRsp &&
        !code_.functions[block_->function].moves_stack &&
        std::exchange(loose_stack_, reg(state, x86::kRsp).terms) != reg(state, x86::kRsp).terms)
      loose_end_ = reg(state, x86::kRsp).constant;
  }

  void forget(State& state, const Instruction& instruction, x86::Effect effect) {
    const auto forget_register = [&](const Operand& operand) {
      if (operand.kind == Operand::Kind::Register && operand.reg.number >= 0)
        reg(state, operand.reg.number) = values_.unknown();
    };
    const auto& operands = instruction.operands;
    switch (effect) {
      case x86::Effect::nothing:
        return;
      case x86::Effect::results:
        reg(state, x86::kRax) = values_.unknown();
        reg(state, x86::kRdx) = values_.unknown();
        [[fallthrough]];
      case x86::Effect::destination:
        if (!operands.empty()) forget_register(operands.back());
        return;
      case x86::Effect::both:
        for (const Operand& each : operands) forget_register(each);
        return;
      case x86::Effect::everything:
        for (Value& each : state.registers) each = values_.unknown();
    }
  }

  const AssemblyCode& code_;
  const bool may_hold_vectors_;
  Values values_;
  std::map<std::pair<std::uint32_t, std::int64_t>, Value> whole_of_;  // of the lower half of a value
  std::vector<Insertion> insertions_;
  std::vector<Refusal> refusals_;
  std::vector<Pair> pairs_;

  const CodeBlock* block_ = nullptr;
  const CodeLine* line_ = nullptr;
  std::uint32_t entry_ = 0;          // the terms of a place in the function's frame
  std::uint32_t loose_stack_ = 0;    // the same, relative to an unknown stack pointer in it
  std::int64_t loose_end_ = 0;       // of the function's own room there
  std::vector<std::int64_t> rooms_;  // of functions
};

}  // namespace

UnseenAccesses find_unseen_accesses(const AssemblyCode& code, bool may_hold_vectors) {
  return Walk(code, may_hold_vectors).run();
}

bool may_hold_vectors(const SourceText& text) {
  constexpr std::array<std::string_view, 11> kNames{"int4",      "uint4",      "float4",     "double2",
                                                    "long2",     "ulong2",     "alignas",    "aligned",
                                                    "longlong2", "ulonglong2", "__aligned__"};
  return std::any_of(text.tokens.begin(), text.tokens.end(),
                     [&](const Token& token) { return is_one_of(token.text, kNames); });
}

std::string count_steps_in_place(const std::string& text) {
  constexpr std::string_view kHook = "\t*__sanitizer_cov_trace_pc@GOTPCREL(%rip)\n";
  std::string counted;
  std::size_t from = 0, hook = 0;
  while ((hook = text.find(kHook, from)) != std::string::npos) {
    const std::size_t line = text.rfind('\n', hook) + 1, end = hook + kHook.size();
    const std::string_view name = std::string_view(text).substr(line, hook - line);
    counted.append(text, from, line - from);
    // A call preserves neither %rax nor flags. A jump, at a function's end, stays one.
    const bool is_call = name == "\tcall" || name == "\tcallq";
    if (is_call) counted += "\tmovq\tsimt_steps_left@GOTPCREL(%rip), %rax\n\tdecq\t(%rax)\n\tjns\t1f\n";
    counted.append(text, line, end - line);
    if (is_call) counted += "1:\n";
    from = end;
  }
  return counted.append(text, from);
}

}  // namespace simt::cxx
