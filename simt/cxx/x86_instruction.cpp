#include "x86_instruction.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "lexing.hpp"

namespace simt::cxx::x86 {
namespace {

/// Whether `word` is one of the words in `words`, which blanks separate.
bool among(std::string_view word, std::string_view words) {
  if (word.empty()) return false;
  for (std::size_t at = 0; (at = words.find(word, at)) != std::string_view::npos; at += word.size()) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

constexpr std::array<std::string_view, kRegisters> kLegacy = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di",
                                                              "",   "",   "",   "",   "",   "",   "",   ""};

/// "%rax" without its sign.
Register register_named(std::string_view name) {
  if (name.starts_with("xmm")) return {kNone, 16};
  if (name.starts_with("ymm")) return {kNone, 32};
  if (name.starts_with("zmm")) return {kNone, 64};
  if (name == "rip" || name == "eip") return {kRip, 8};
  if (name.size() >= 2 && name[0] == 'r' && is_digit(name[1])) {
    int number = kNone;
    const char* end = std::from_chars(name.data() + 1, name.data() + name.size(), number).ptr;
    const std::string_view suffix(end, static_cast<std::size_t>(name.data() + name.size() - end));
    return {number, suffix == "d" ? 4U : suffix == "w" ? 2U : suffix == "b" ? 1U : 8U};
  }
  for (int i = 0; i < 8; ++i) {
    const std::string_view legacy = kLegacy[static_cast<std::size_t>(i)];
    if (name == legacy) return {i, 2};
    if (name.size() == 3 && name.substr(1) == legacy) {
      if (name[0] == 'r') return {i, 8};
      if (name[0] == 'e') return {i, 4};
    }
    const bool low = name.size() == 2 && name[0] == legacy[0] && (name[1] == 'l' || name[1] == 'h') && i < 4;
    if (low || (name.size() == 3 && name.substr(0, 2) == legacy && name[2] == 'l')) return {i, 1};
  }
  return {};  // st(0), k1, a segment
}

/// Up to the comma outside brackets.
std::string_view take_operand(std::string_view& text) {
  int depth = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (text[end] == '(' || text[end] == '{') ++depth;
    if (text[end] == ')' || text[end] == '}') --depth;
    if (text[end] == ',' && depth == 0) break;
  }
  const std::string_view operand = without_blanks(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return operand;
}

Memory memory_operand(std::string_view text) {
  Memory memory;
  if (text.starts_with("%")) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    memory.segment = text.substr(1, colon - 1);
    text.remove_prefix(std::min(colon + 1, text.size()));
  }
  const std::size_t open = text.rfind('(');
  if (open == std::string_view::npos || !text.ends_with(')')) {
    memory.displacement = text;
    return memory;
  }
  memory.displacement = without_blanks(text.substr(0, open));
  std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  const auto take_register = [&](int& number) {
    const std::string_view name = take_operand(inside);
    if (!name.starts_with("%")) return;
    const Register found = register_named(name.substr(1));
    number = found.number;
    memory.wide = memory.wide && found.bytes == 8;
  };
  take_register(memory.base);
  take_register(memory.index);
  if (const std::string_view scale = take_operand(inside); !scale.empty())
    std::from_chars(scale.data(), scale.data() + scale.size(), memory.scale);
  return memory;
}

Operand operand(std::string_view text, bool branches) {
  Operand result;
  result.text = text;
  if (text.starts_with("$")) return result;
  if (text.starts_with("*")) {
    text.remove_prefix(1);
  } else if (branches) {
    return result;  // a label
  }
  if (text.starts_with("%") && text.find(':') == std::string_view::npos) {
    result.kind = Operand::Kind::Register;
    result.reg = register_named(text.substr(1));
    return result;
  }
  result.kind = Operand::Kind::Memory;
  result.text = text;
  result.memory = memory_operand(text);
  return result;
}

std::size_t width(char suffix) {
  switch (suffix) {
    case 'b':
      return 1;
    case 'w':
      return 2;
    case 'l':
      return 4;
    case 'q':
      return 8;
    default:
      return 0;
  }
}

// Integer instructions with an optional width suffix: they load and store, load, store.
constexpr std::string_view kUpdates =
    "add adc sub sbb and or xor inc dec neg not sal sar shl shr rol ror rcl rcr shld shrd xchg xadd cmpxchg";
constexpr std::string_view kTests = "cmp test push mul div idiv";
constexpr std::string_view kMoves = "mov movabs pop movnti movbe";
constexpr std::string_view kIntoRegister =
    "imul lea bsf bsr tzcnt lzcnt popcnt crc32 andn bextr blsi blsr "
    "blsmsk bzhi sarx shlx shrx rorx adcx adox mulx pdep pext";

/// The word without its width, if that makes it one of these.
std::optional<std::size_t> width_after(std::string_view name, std::string_view words,
                                       const Instruction& instruction) {
  const std::string_view stem = name.substr(0, name.size() - 1);
  if (width(name.back()) != 0 && among(stem, words)) return width(name.back());
  if (!among(name, words)) return std::nullopt;
  for (const Operand& each : instruction.operands) {
    if (each.kind == Operand::Kind::Register && each.reg.number != kNone) return each.reg.bytes;
  }
  return std::nullopt;
}

bool memory_is_last(const Instruction& instruction) {
  return !instruction.operands.empty() && instruction.operands.back().kind == Operand::Kind::Memory;
}

Access loaded(std::size_t bytes) { return {bytes, true, false}; }
Access stored(std::size_t bytes) { return {bytes, false, true}; }
Access moved(const Instruction& instruction, std::size_t bytes) {
  return memory_is_last(instruction) ? stored(bytes) : loaded(bytes);
}

std::optional<Access> access_of_integers(const Instruction& instruction) {
  const std::string_view name = instruction.name;
  if (name == "lea" || name == "leaq" || name == "leal" || name == "leaw") return Access{};
  if (name.starts_with("nop") || name.starts_with("prefetch")) return Access{};
  if (instruction.is_call() || instruction.is_jump()) return loaded(8);
  if (const auto bytes = width_after(name, kUpdates, instruction)) {
    const bool both = memory_is_last(instruction) || name.starts_with("xchg");
    return Access{*bytes, true, both};
  }
  if (const auto bytes = width_after(name, kTests, instruction)) return loaded(*bytes);
  if (const auto bytes = width_after(name, kIntoRegister, instruction)) return loaded(*bytes);
  if (name.starts_with("set")) return stored(1);
  if (name.starts_with("cmov")) {
    for (const Operand& each : instruction.operands) {
      if (each.kind == Operand::Kind::Register) return loaded(each.reg.bytes);
    }
  }
  // With an index in a register these access any address.
  const bool bit = name.size() == 3 && name.starts_with("bt") && width(name.back()) != 0;
  const bool changed = name.size() == 4 && width(name.back()) != 0 && among(name.substr(0, 3), "bts btr btc");
  if ((bit || changed) && instruction.operands.front().kind == Operand::Kind::Immediate)
    return Access{width(name.back()), true, changed};
  if (name.size() == 6 && (name.starts_with("movz") || name.starts_with("movs")) && width(name[4]) != 0 &&
      width(name[5]) > width(name[4]))
    return loaded(width(name[4]));
  return std::nullopt;
}

std::optional<Access> access_of_x87(const Instruction& instruction) {
  std::string_view name = instruction.name;
  constexpr std::string_view kArithmetic = "fadd fsub fsubr fmul fdiv fdivr fcom fcomp";
  if (among(name, "fldcw")) return loaded(2);
  if (among(name, "fnstcw fstcw fnstsw fstsw")) return stored(2);
  if (among(name, "fnstenv fstenv")) return stored(28);
  if (name == "fldenv") return loaded(28);
  // A long double's ten bytes count as its sixteen.
  if (name == "fldt") return loaded(16);
  if (name == "fstpt") return stored(16);
  if (among(name, "fildll fildq")) return loaded(8);
  if (among(name, "fistpll fistpq fisttpll fisttpq")) return stored(8);
  const std::string_view stem = name.substr(0, name.size() - 1);
  const bool is_long = name.back() == 'l', is_short = name.back() == 's';
  if (!is_long && !is_short) return std::nullopt;
  if (stem == "fild") return loaded(is_long ? 4 : 2);
  if (among(stem, "fist fistp fisttp")) return stored(is_long ? 4 : 2);
  if (stem == "fld" || among(stem, kArithmetic)) return loaded(is_long ? 8 : 4);
  if (among(stem, "fst fstp")) return stored(is_long ? 8 : 4);
  std::string integer("f");
  if (stem.starts_with("fi") && among(integer + std::string(stem.substr(2)), kArithmetic))
    return loaded(is_long ? 4 : 2);
  return std::nullopt;
}

/// The widest vector among the operands.
std::size_t vector_bytes(const Instruction& instruction) {
  std::size_t bytes = 0;
  for (const Operand& each : instruction.operands) {
    if (each.kind == Operand::Kind::Register && each.reg.number == kNone)
      bytes = std::max(bytes, each.reg.bytes);
  }
  return bytes;
}

/// Conversions, and moves between a vector's and other registers: their own width.
std::optional<Access> access_of_parts(const Instruction& instruction, std::string_view name,
                                      std::size_t whole) {
  if (name == "movd" || name == "movss" || name == "insertps") return moved(instruction, 4);
  if (name == "movq" || name == "movsd") return moved(instruction, 8);
  if (among(name, "movlps movhps movlpd movhpd")) return moved(instruction, 8);
  if (among(name, "pinsrb pinsrw pinsrd pinsrq pextrb pextrw pextrd pextrq")) {
    const char last = name.back();
    return moved(instruction, last == 'b' ? 1 : last == 'w' ? 2 : last == 'd' ? 4 : 8);
  }
  if (name == "extractps") return stored(4);
  if (name == "movddup" && whole == 16) return loaded(8);
  if (name.starts_with("pmovsx") || name.starts_with("pmovzx")) {
    const std::string_view kind = name.substr(6);
    const std::size_t parts = kind == "bq" ? 8 : kind == "bd" || kind == "wq" ? 4 : 2;
    return loaded(whole / parts);
  }
  if (name.starts_with("cvtsi2s")) {
    if (width(name.back()) >= 4) return loaded(width(name.back()));
    return std::nullopt;
  }
  if (name.starts_with("cvttss2si") || name.starts_with("cvtss2si") || name == "cvtss2sd") return loaded(4);
  if (name.starts_with("cvttsd2si") || name.starts_with("cvtsd2si") || name == "cvtsd2ss") return loaded(8);
  if (name == "cvtps2pd" || name == "cvtdq2pd") return loaded(whole / 2);
  if (name.starts_with("cvt")) {
    constexpr std::string_view kWhole = "cvtdq2ps cvtps2dq cvttps2dq cvtpd2ps cvtpd2dq cvttpd2dq";
    return among(name, kWhole) && whole == 16 ? std::optional(loaded(16)) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Access> access_of_vectors(const Instruction& instruction) {
  std::string_view name = instruction.name;
  const std::size_t whole = std::max<std::size_t>(vector_bytes(instruction), 16);
  // A mask leaves elements out; a broadcast takes one of them.
  for (const Operand& each : instruction.operands) {
    if (each.text.find('{') != std::string_view::npos) return std::nullopt;
  }
  if (name == "ldmxcsr") return loaded(4);
  if (name == "stmxcsr") return stored(4);
  if (name.starts_with("v")) {
    name.remove_prefix(1);
    if (among(name, "broadcastss pbroadcastd")) return loaded(4);
    if (among(name, "broadcastsd pbroadcastq")) return loaded(8);
    if (name == "pbroadcastb") return loaded(1);
    if (name == "pbroadcastw") return loaded(2);
    if (among(name, "broadcasti128 broadcastf128 inserti128 insertf128")) return loaded(16);
    if (among(name, "extracti128 extractf128")) return stored(16);
    if (name.starts_with("maskmov") || name.starts_with("pmaskmov") || name.starts_with("gather") ||
        name.starts_with("pgather") || name.starts_with("scatter") || name.starts_with("pscatter") ||
        name.starts_with("compress") || name.starts_with("pcompress") || name.starts_with("expand") ||
        name.starts_with("pexpand") || name.starts_with("broadcast") || name.starts_with("pbroadcast") ||
        name.starts_with("insert") || name.starts_with("extract") || name.starts_with("pmov"))
      return name.starts_with("pmovsx") || name.starts_with("pmovzx")
                 ? access_of_parts(instruction, name, whole)
                 : std::nullopt;
  }
  if (name.starts_with("maskmov")) return std::nullopt;
  if (const auto parts = access_of_parts(instruction, name, whole)) return parts;
  if (name.starts_with("cvt") || name.starts_with("pinsr") || name.starts_with("pextr")) return std::nullopt;
  if (memory_is_last(instruction)) {
    constexpr std::string_view kStores =
        "movaps movapd movups movupd movdqa movdqu movntps movntpd movntdq "
        "movdqa32 movdqa64 movdqu8 movdqu16 movdqu32 movdqu64";
    return among(name, kStores) ? std::optional(stored(whole)) : std::nullopt;
  }
  // Arithmetic: one element or a vector of them, by the last letters; whole numbers begin with p.
  if (name.ends_with("ss")) return loaded(4);
  if (name.ends_with("sd") && !name.starts_with("p")) return loaded(8);
  const bool known = name.ends_with("ps") || name.ends_with("pd") || name.starts_with("p") ||
                     name.starts_with("movdq") || among(name, "lddqu movntdqa movshdup movsldup movddup");
  return known ? std::optional(loaded(whole)) : std::nullopt;
}

}  // namespace

const Operand* Instruction::memory() const {
  for (const Operand& each : operands) {
    if (each.kind == Operand::Kind::Memory) return &each;
  }
  return nullptr;
}

std::optional<Instruction> parse(std::string_view line) {
  Instruction instruction;
  while (true) {
    line = without_blanks(line);
    const std::size_t end = std::min(line.find_first_of(" \t;"), line.size());
    const std::string_view word = line.substr(0, end);
    if (line.empty()) return std::nullopt;
    if (!among(word,
               "rep repe repz repne repnz lock data16 rex64 rex.w rex.W notrack bnd cs ds {vex} {evex}"))
      break;
    // The others compare, and compilers don't use them.
    instruction.repeats = instruction.repeats || word.starts_with("rep");
    instruction.locked = instruction.locked || word == "lock";
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  instruction.name = line.substr(0, end);
  line = without_blanks(line.substr(end));
  const bool branches =
      instruction.is_call() || instruction.is_jump() || instruction.name.starts_with("loop");
  while (!line.empty()) instruction.operands.push_back(operand(take_operand(line), branches));
  return instruction;
}

std::optional<Access> access_of(const Instruction& instruction) {
  if (instruction.name.empty()) return std::nullopt;
  // A vector's own moves first: movq and movsd are also names of others.
  const std::string_view name = instruction.name;
  const bool vector = vector_bytes(instruction) != 0 || name.ends_with("mxcsr") || name.starts_with("cvt") ||
                      name.starts_with("vcvt");
  if (vector) return access_of_vectors(instruction);
  if (const auto bytes = width_after(instruction.name, kMoves, instruction)) {
    return instruction.name.starts_with("pop") ? stored(*bytes) : moved(instruction, *bytes);
  }
  if (instruction.name.front() == 'f') return access_of_x87(instruction);
  return access_of_integers(instruction);
}

bool needs_alignment(const Instruction& instruction) {
  const auto access = access_of(instruction);
  if (!access || access->bytes != 16 || vector_bytes(instruction) == 0) return false;
  const std::string_view name = instruction.name;
  if (among(name, "vmovaps vmovapd vmovdqa vmovdqa32 vmovdqa64 vmovntps vmovntpd vmovntdq vmovntdqa"))
    return true;
  return !name.starts_with("v") && !among(name, "movups movupd movdqu lddqu");
}

StringMove string_move(const Instruction& instruction) {
  const std::string_view name = instruction.name;
  if (name.size() != 5 || width(name.back()) == 0) return {};
  // With a vector's operand movsd and similar are other instructions; with any operands, as clang writes
  // them, these are the same.
  if (name.starts_with("movs") && vector_bytes(instruction) == 0) return {width(name.back()), true};
  if (name.starts_with("stos")) return {width(name.back()), false};
  return {};
}

bool hides_its_memory(const Instruction& instruction) {
  const std::string_view name = instruction.name;
  for (const std::string_view stem :
       {"lods", "cmps", "scas", "ins", "outs", "xlat", "maskmov", "vmaskmovdqu", "monitor", "clzero", "enclu",
        "movdir64b", "enqcmd", "pushf", "enter"}) {
    const bool vectors = vector_bytes(instruction) != 0 && stem != "maskmov" && stem != "vmaskmovdqu";
    if (name.starts_with(stem) && !vectors) return true;
  }
  return false;
}

Effect effect_of(const Instruction& instruction) {
  const std::string_view name = instruction.name;
  if (instruction.operands.empty()) {
    if (among(name, "cqto cltd cwtd cqo cdq cltq cwtl cdqe cwde cbtw")) return Effect::results;
    return among(name,
                 "nop ud2 ret retq emms mfence lfence sfence endbr64 leave hlt pause vzeroupper int3") ||
                   name.front() == 'f'
               ? Effect::nothing
               : Effect::everything;
  }
  if (width_after(name, "mul div idiv", instruction)) return Effect::results;
  if (width_after(name, "imul", instruction) && instruction.operands.size() == 1) return Effect::results;
  if (width_after(name, "xchg xadd", instruction)) return Effect::both;
  if (width_after(name, "cmpxchg", instruction)) return Effect::results;
  if (width_after(name, "mulx", instruction)) return Effect::both;
  if (name.starts_with("pcmpestr") || name.starts_with("pcmpistr") || name.starts_with("vpcmpestr") ||
      name.starts_with("vpcmpistr"))
    return Effect::everything;
  if (name == "fnstsw" || name == "fstsw") return Effect::destination;
  if (instruction.is_jump() || width_after(name, "cmp test push", instruction) || name.starts_with("nop") ||
      name.starts_with("prefetch") || name.starts_with("ucomis") || name.starts_with("comis") ||
      name.starts_with("vucomis") || name.starts_with("vcomis") || name.front() == 'f')
    return Effect::nothing;
  const bool known = width_after(name, kUpdates, instruction) || width_after(name, kMoves, instruction) ||
                     width_after(name, kIntoRegister, instruction) || name.starts_with("set") ||
                     name.starts_with("cmov") || name.starts_with("movz") || name.starts_with("movs") ||
                     name.starts_with("bt") || name.starts_with("bswap") || name.starts_with("cvt") ||
                     vector_bytes(instruction) != 0;
  return known ? Effect::destination : Effect::everything;
}

}  // namespace simt::cxx::x86
