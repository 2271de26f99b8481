// A PTX statement's code becomes a block of C++ with a register for each operand and each `.reg`, and a call
// of <simt/ptx.hpp> for each instruction. The table says which instructions there are.
#include "ptx_code.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include "lexing.hpp"

namespace simt::cxx {

unsigned bytes_of_constraint(char constraint) {
  switch (constraint) {
    case 'h':
      return 2;
    case 'r':
    case 'f':
      return 4;
    case 'l':
    case 'd':
      return 8;
    default:
      return 0;
  }
}

namespace {

PtxRefused lacks(const std::string& what) {
  return {"the CPU engine does not have " + what + "; write it in C++"};
}

#include "ptx_instructions.inc"

const Type* type_of(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kTypes), std::end(kTypes), [&](const Type& type) { return type.name == name; });
  return found == std::end(kTypes) ? nullptr : found;
}

bool has_word(std::string_view list, std::string_view word) {
  return !word.empty() && list.find(" " + std::string(word) + " ") != std::string_view::npos;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = std::min(text.find(at), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view without_space(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// At commas outside of braces and brackets.
std::vector<std::string_view> operands_in(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += static_cast<int>(text[i] == '{' || text[i] == '[') -
             static_cast<int>(text[i] == '}' || text[i] == ']');
    if (text[i] != ',' || depth != 0) continue;
    parts.push_back(without_space(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (const std::string_view last = without_space(text.substr(begin)); !last.empty()) parts.push_back(last);
  return parts;
}

/// One statement's code.
class Statement {
 public:
  Statement(std::string code, std::vector<PtxOperand> operands)
      : code_(std::move(code)), operands_(std::move(operands)) {}

  std::string run() {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const PtxOperand& operand = operands_[i];
      const std::string value = "(" + operand.expression + ")";
      out_ += "[[maybe_unused]] ::simt::ptx::Register " + number(i);
      if (operand.constraint == 'n')
        out_ += " = static_cast<::simt::ptx::Register>" + value;
      else
        out_ += operand.is_input ? " = ::simt::ptx::in<" + bytes(operand) + ">" + value : " = 0";
      out_ += "; ";
    }
    statements();
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      if (!operands_[i].is_output) continue;
      out_ += "::simt::ptx::out<" + bytes(operands_[i]) + ">((" + operands_[i].expression + "), " +
              number(i) + "); ";
    }
    std::string labels;
    for (const auto& [label, is_there] : labels_) {
      if (!is_there) throw PtxRefused{"inline PTX branches to a label that its statement does not have"};
      labels += "__label__ " + in_cpp("simt_label_", label) + "; ";
    }
    return "do { " + labels + "[[maybe_unused]] bool simt_carry = false; " + out_ + "} while (false)";
  }

 private:
  static std::string number(std::size_t i) { return "simt_" + std::to_string(i); }
  static std::string bytes(const PtxOperand& operand) {
    return std::to_string(bytes_of_constraint(operand.constraint));
  }

  void statements() {
    std::string_view rest = code_;
    std::size_t depth = 0;
    while (!(rest = without_space(rest)).empty()) {
      if (rest.front() == '{' || rest.front() == '}') {
        if (rest.front() == '}' && depth == 0) throw PtxRefused{"a '}' of inline PTX has no '{'"};
        depth += rest.front() == '{' ? 1 : -1;
        out_ += rest.front();
        rest.remove_prefix(1);
        continue;
      }
      if (rest.front() == ';') {
        rest.remove_prefix(1);
        continue;
      }
      if (const std::size_t colon = name_length(rest);
          colon != 0 && colon < rest.size() && rest[colon] == ':') {
        labels_[std::string(rest.substr(0, colon))] = true;
        out_ += in_cpp("simt_label_", rest.substr(0, colon)) + ": ; ";
        rest.remove_prefix(colon + 1);
        continue;
      }
      const std::size_t end = rest.find(';');
      if (end == std::string_view::npos)
        throw PtxRefused{"a ';' is missing behind '" + std::string(rest) + "' in inline PTX"};
      statement(without_space(rest.substr(0, end)));
      rest.remove_prefix(end + 1);
    }
    if (depth != 0) throw PtxRefused{"a '{' of inline PTX has no '}'"};
  }

  void statement(std::string_view text) {
    if (text.rfind(".reg", 0) == 0) return declare(without_space(text.substr(4)));
    std::string guard;
    if (text.front() == '@') {
      text.remove_prefix(1);
      const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
      guard = "if (" + predicate(text.substr(0, end)) + ") { ";
      text = without_space(text.substr(end));
    }
    const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    whole_ = text.substr(0, end);
    out_ += guard;
    instruction(operands_in(text.substr(end)));
    out_ += guard.empty() ? "; " : "; } ";
  }

  /// `.reg .u32 a, b<4>`
  void declare(std::string_view text) {
    const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    const Type* const type = text.empty() || text.front() != '.' ? nullptr : type_of(text.substr(1, end - 1));
    if (type == nullptr) throw lacks("the PTX registers '.reg " + std::string(text) + "'");
    for (const std::string_view name : operands_in(text.substr(end))) {
      const std::size_t angle = std::min(name.find('<'), name.size());
      int count = 0;
      if (angle < name.size()) std::from_chars(name.data() + angle + 1, name.data() + name.size(), count);
      const std::string first(name.substr(0, angle));
      for (int i = 0; i < std::max(count, 1); ++i) {
        const std::string one = count > 0 ? first + std::to_string(i) : first;
        out_ += "[[maybe_unused]] ::simt::ptx::Register " + declared(one) + "; " + declared(one) + " = 0; ";
        registers_[one] = type->bits;
      }
    }
  }

  static std::string in_cpp(std::string cpp, std::string_view name) {
    for (const char c : name) cpp += c == '%' || c == '$' ? '_' : c;
    return cpp;
  }
  static std::string declared(std::string_view name) { return in_cpp("simt_reg_", name); }

  [[noreturn]] void refuse() const { throw lacks("the PTX instruction '" + std::string(whole_) + "'"); }
  [[noreturn]] void mismatch() const {
    throw PtxRefused{"arguments mismatch for instruction '" + std::string(whole_) + "'"};
  }

  /// The operand's register; nothing for other operands.
  [[nodiscard]] std::optional<std::string> register_of(std::string_view text, unsigned& bits) const {
    if (text.empty()) return {};
    if (text.front() == '%' && text.size() > 1 && is_digit(text[1])) {
      std::size_t index = 0;
      const char* const end = text.data() + text.size();
      if (std::from_chars(text.data() + 1, end, index).ptr != end || index >= operands_.size())
        throw lacks("the operand '" + std::string(text) + "' of inline PTX");
      bits = operands_[index].constraint == 'n' ? 0 : 8 * bytes_of_constraint(operands_[index].constraint);
      return number(index);
    }
    const auto found = registers_.find(std::string(text));
    if (found == registers_.end()) return {};
    bits = found->second;
    return declared(text);
  }

  [[nodiscard]] std::string predicate(std::string_view text) const {
    const bool inverts = !text.empty() && text.front() == '!';
    return std::string(inverts ? "!" : "") + "(" + source(inverts ? text.substr(1) : text, *type_of("pred")) +
           ")";
  }

  /// An operand's value in the instruction's type. `may_differ`: a register may have another size.
  [[nodiscard]] std::string source(std::string_view text, const Type& type, bool may_differ = false) const {
    if (type.bits == 1 && !text.empty() && text.front() == '!') return predicate(text);
    const std::string cast = "::simt::ptx::as<" + std::string(type.cpp) + ">(";
    unsigned bits = 0;
    if (const auto name = register_of(text, bits)) {
      if (bits != 0 && bits != type.bits && !may_differ) mismatch();
      return cast + *name + ")";
    }
    if (text.rfind("%%", 0) == 0) text.remove_prefix(1);
    if (!text.empty() && text.front() == '%') {
      for (const SpecialRegister& special : kSpecialRegisters) {
        if (special.name == text.substr(1)) return cast + std::string(special.cpp) + ")";
      }
      throw lacks("the PTX register '" + std::string(text) + "'");
    }
    return cast + constant(text, type) + ")";
  }

  [[nodiscard]] std::string constant(std::string_view text, const Type& type) const {
    if (text == "WARP_SZ") return "32";
    const bool is_hex_float = text.size() > 2 && text[0] == '0' &&
                              (text[1] == 'f' || text[1] == 'F' || text[1] == 'd' || text[1] == 'D');
    if (is_hex_float) return "0x" + std::string(text.substr(2)) + "ULL";
    const bool is_number = !text.empty() && (is_digit(text.front()) ||
                                             (text.size() > 1 && text.front() == '-' && is_digit(text[1])));
    if (!is_number) throw lacks("the operand '" + std::string(text) + "' of inline PTX");
    if (type.cpp == "float" || type.cpp == "double")
      return "::simt::ptx::bits(" + std::string(type.cpp) + "(" + std::string(text) + "))";
    std::string digits(text);
    while (digits.back() == 'U') digits.pop_back();
    return "static_cast<::simt::ptx::Register>(" + digits + "LL)";
  }

  /// Assigns `value` to the operand, a register.
  void assign(std::string_view to, const Type& type, const std::string& value, bool may_be_wider = false) {
    unsigned bits = 0;
    const std::optional<std::string> name = register_of(to, bits);
    if (!name || (bits != type.bits && !(may_be_wider && bits > type.bits))) mismatch();
    out_ += *name + " = ::simt::ptx::bits(static_cast<" + std::string(type.cpp) + ">(" + value + "))";
  }

  using Operands = std::vector<std::string_view>;
  using Types = std::vector<const Type*>;

  void instruction(const Operands& operands) {
    Operands parts = split(whole_, '.');
    Types types;
    while (parts.size() > 1 && type_of(parts.back()) != nullptr) {
      types.insert(types.begin(), type_of(parts.back()));
      parts.pop_back();
    }
    const std::string_view head = parts.front();
    if (head == "ld" || head == "st" || head == "atom" || head == "red")
      return memory(parts, types, operands);
    if (head == "cp" && parts.size() > 2 && (parts[2] == "ca" || parts[2] == "cg"))
      return copy(parts, operands);
    if (head == "bar" || head == "barrier") return barrier(parts, operands);
    if (whole_ == "bra" || whole_ == "bra.uni") {
      if (operands.size() != 1) mismatch();
      labels_.try_emplace(std::string(operands[0]), false);
      out_ += "goto " + in_cpp("simt_label_", operands[0]);
      return;
    }
    if (head == "mbarrier" || (head == "cp" && parts.size() > 2 && parts[2] == "bulk")) simplify(parts);
    const auto ftz = std::find(parts.begin(), parts.end(), "ftz");
    const bool flushes = ftz != parts.end();
    if (flushes) parts.erase(ftz);
    if (flushes && std::none_of(types.begin(), types.end(), is_float)) refuse();
    if (head == "cvt") return convert(parts, types, operands, flushes);
    if (whole_ == "mov.b64" || whole_ == "mov.b32") {
      if (operands.size() == 2 && packs(operands, *types[0])) return;
    }
    const std::string name = joined(parts);
    const auto fits = [&](const Instruction& row) {
      return row.operands.size() - (row.operands.front() == '-' ? 1 : 0) == operands.size();
    };
    for (const Instruction& row : kInstructions) {
      if (row.name != name || (has_forms(name) && !fits(row))) continue;
      const std::string allowed = " " + std::string(row.types) + " ";
      if (types.empty() ? !row.types.empty() : types.size() > 1 || !has_word(allowed, types[0]->name)) break;
      return call(row, types.empty() ? kTypes[0] : *types[0], operands, flushes);
    }
    refuse();
  }

  static bool is_float(const Type* type) { return type->name == "f32"; }

  /// Of a letter in Instruction::operands.
  /// With or without a count or a hint.
  static bool has_forms(std::string_view name) { return name.rfind("mbarrier.", 0) == 0; }

  /// Leaves out what makes no difference here.
  static void simplify(Operands& parts) {
    const bool is_copy = parts.front() == "cp";
    std::erase_if(parts, [&](std::string_view part) {
      return has_word(is_copy ? " mbarrier::complete_tx::bytes bulk_group "
                              : " release acquire relaxed cta cluster shared shared::cta ",
                      part);
    });
    for (std::string_view& part : parts) {
      if (part == "shared::cta" || part == "shared::cluster") part = is_copy ? "shared" : part;
    }
  }

  static const Type& operand_type(char letter, const Type& type) {
    if (letter == 'U' || letter == 'u') return *type_of("u32");
    if (letter == 'L') return *type_of("u64");
    if (letter == 'P' || letter == 'p') return *type_of("pred");
    if (letter == 'W' || letter == 'w')
      return *type_of(std::string(1, type.name.front()) + std::to_string(2 * type.bits));
    return type;
  }

  void call(const Instruction& row, const Type& type, const Operands& operands, bool flushes) {
    const std::string_view letters = row.operands;
    const bool carries = letters.back() == 'c', has_result = letters.front() != '-';
    const std::string_view sources = letters.substr(1, letters.size() - 1 - (carries ? 1 : 0));
    if (operands.size() != sources.size() + (has_result ? 1 : 0)) mismatch();
    if (has_word(" addc subc madc ", row.name.substr(0, 4)) && !has_carry_)
      throw lacks("a carry that one asm statement leaves to another ('" + std::string(whole_) + "')");
    has_carry_ = has_carry_ || carries;
    std::string arguments;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::string_view operand = operands[i + (has_result ? 1 : 0)];
      const bool is_address = sources[i] == 'A' || sources[i] == 'G';
      const std::string value =
          is_address ? address(operand, sources[i] == 'A') : source(operand, operand_type(sources[i], type));
      const bool is_flushed = flushes && sources[i] == 'T';
      arguments += (i == 0 ? "" : ", ") + (is_flushed ? flushed(value) : value);
    }
    if (carries) arguments += ", simt_carry";
    const bool is_cudas = row.function.substr(0, 2) == "::";
    std::string value = (is_cudas ? "" : "::simt::ptx::") + std::string(row.function) + "(" + arguments + ")";
    if (const std::size_t bar = operands.empty() ? std::string_view::npos : operands[0].find('|');
        bar != std::string_view::npos && row.name.rfind("shfl", 0) == 0) {
      const std::string both = "simt_both_" + std::to_string(shuffles_++);
      value.insert(value.find('('), "_both");
      out_ += "{ const auto " + both + " = " + value + "; ";
      assign(operands[0].substr(0, bar), type, both + ".value");
      out_ += "; ";
      assign(operands[0].substr(bar + 1), *type_of("pred"), both + ".is_inside");
      out_ += "; }";
      return;
    }
    if (flushes && letters.front() == 'D') value = flushed(value);
    if (has_result && operands[0] != "_")
      assign(operands[0], operand_type(letters.front(), type), value);
    else
      out_ += value;
  }

  static std::string flushed(const std::string& value) { return "::simt::ptx::flushed(" + value + ")"; }

  void convert(const Operands& parts, const Types& types, const Operands& operands, bool flushes) {
    if (types.size() != 2 || parts.size() > 2 || operands.size() != 2) refuse();
    const Type &to = *types[0], &from = *types[1];
    const bool to_float = to.name.front() == 'f', from_float = from.name.front() == 'f';
    const std::string_view rounding = parts.size() == 2 ? parts[1] : "";
    const bool needs_rounding = to_float != from_float || (to_float && to.bits < from.bits);
    const bool to_integer = from_float && !to_float;
    if (needs_rounding == rounding.empty() || (from_float && to_float && to.bits == from.bits) ||
        (to_integer && to.bits < 32) || to.bits == 1 || from.bits == 1)
      refuse();
    std::string direction = "Nearest";
    if (!rounding.empty()) {
      const std::size_t way = std::string_view("nzmp").find(rounding.size() > 1 ? rounding[1] : ' ');
      if (rounding.front() != 'r' || way == std::string_view::npos ||
          rounding.substr(2) != (to_integer ? "i" : ""))
        refuse();
      constexpr const char* kWays[] = {"Nearest", "Zero", "Down", "Up"};
      direction = kWays[way];
    }
    std::string value = source(operands[1], from, true);
    if (flushes && from.name == "f32") value = flushed(value);
    value =
        "::simt::ptx::cvt<" + std::string(to.cpp) + ">(" + value + ", ::simt::Rounding::" + direction + ")";
    assign(operands[0], to, flushes && to.name == "f32" ? flushed(value) : value, true);
  }

  void barrier(Operands parts, const Operands& operands) {
    if (whole_ == "bar.warp.sync") return call(*row_of(whole_), *type_of("b32"), operands, false);
    std::erase(parts, "aligned");
    const std::string name = joined(parts);
    if (has_word(" barrier.cluster.arrive barrier.cluster.arrive.release barrier.cluster.arrive.relaxed "
                 "barrier.cluster.wait barrier.cluster.wait.acquire ",
                 name)) {
      if (!operands.empty()) mismatch();
      out_ += "::__cluster_barrier_" + std::string(parts[2]) + "()";
      return;
    }
    if (name != "bar.sync" && name != "barrier.sync" && name != "barrier.cta.sync") refuse();
    if (operands.size() != 1 || operands[0] != "0")
      throw lacks("'" + std::string(whole_) + "' of another barrier than 0, or of a part of the block");
    out_ += "::__syncthreads()";
  }

  static std::string joined(const Operands& parts) {
    std::string name;
    for (const std::string_view part : parts) name += (name.empty() ? "" : ".") + std::string(part);
    return name;
  }

  static const Instruction* row_of(std::string_view name) {
    return std::find_if(std::begin(kInstructions), std::end(kInstructions),
                        [&](const Instruction& row) { return row.name == name; });
  }

  /// `{a, b}`
  static Operands elements(std::string_view text) {
    if (text.empty() || text.front() != '{' || text.back() != '}') return {text};
    return operands_in(text.substr(1, text.size() - 2));
  }

  /// mov between a register and its parts. Returns false if it is another one.
  bool packs(const Operands& operands, const Type& type) {
    const Operands to = elements(operands[0]), from = elements(operands[1]);
    if (to.size() * from.size() < 2) return false;
    if (to.size() > 1 && from.size() > 1) mismatch();
    const Type* const part = type_of("b" + std::to_string(type.bits / std::max(to.size(), from.size())));
    if (part == nullptr) mismatch();
    if (from.size() > 1) {
      assign(operands[0], type, packed(from, *part));
    } else {
      take_apart(to, *part, source(operands[1], type), {});
    }
    return true;
  }

  [[nodiscard]] std::string packed(const Operands& from, const Type& part) const {
    std::string arguments;
    for (const std::string_view element : from)
      arguments += (arguments.empty() ? "" : ", ") + std::string("::simt::ptx::bits(") +
                   source(element, part, true) + ")";
    return "::simt::ptx::pack<" + std::to_string(part.bits) + ">(" + arguments + ")";
  }

  /// Parts of 64 bits in `low` and the next in `high`.
  void take_apart(const Operands& to, const Type& part, const std::string& low, const std::string& high) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      const std::size_t begin = i * part.bits;
      const std::string value = "::simt::ptx::unpack<" + std::to_string(part.bits) + ">(" +
                                (begin < 64 ? low : high) + ", " + std::to_string(begin % 64 / part.bits) +
                                ")";
      if (i > 0) out_ += "; ";
      assign(to[i], part, "::simt::ptx::as<" + std::string(part.cpp) + ">(" + value + ")", true);
    }
  }

  /// `[a + 16]`
  [[nodiscard]] std::string address(std::string_view text, bool shared) const {
    if (text.size() < 3 || text.front() != '[' || text.back() != ']') mismatch();
    text = text.substr(1, text.size() - 2);
    const std::size_t plus = std::min(text.find('+'), text.size());
    unsigned bits = 0;
    const std::optional<std::string> base = register_of(without_space(text.substr(0, plus)), bits);
    if (!base || (bits != 64 && !(shared && bits == 32))) mismatch();
    const std::string number = bits == 32 ? "::simt::ptx::as<unsigned int>(" + *base + ")" : *base;
    const std::string_view offset = plus < text.size() ? without_space(text.substr(plus + 1)) : "0";
    return std::string("::simt::ptx::") + (shared ? "shared(" : "generic(") + number + " + " +
           constant(offset, *type_of("s64")) + ")";
  }

  void memory(const Operands& parts, const Types& types, const Operands& operands) {
    std::string_view semantics, update;
    bool shared = false, of_block = false;
    std::size_t elements_of_vector = 1;
    const bool is_atomic = parts[0] == "atom" || parts[0] == "red";
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const std::string_view part = parts[i];
      const bool hint = has_word(kCacheHints, part) || part.rfind("L1::", 0) == 0 ||
                        (part.rfind("L2::", 0) == 0 && part != "L2::cache_hint");
      if (has_word(" weak volatile relaxed acquire release acq_rel ", part)) {
        semantics = part;
      } else if (has_word(kScopes, part)) {
        of_block = part == "cta";
      } else if (has_word(" shared shared::cta shared::cluster ", part)) {
        shared = true;
      } else if (!is_atomic && (part == "v2" || part == "v4")) {
        elements_of_vector = part == "v2" ? 2 : 4;
      } else if (is_atomic && update.empty() && part != "global") {
        update = part;
      } else if (part != "global" && !(hint && !is_atomic)) {
        refuse();
      }
    }
    if (types.size() != 1 || types[0]->bits == 1) refuse();
    const Type& type = *types[0];
    const bool acquires = semantics == "acquire" || semantics == "acq_rel";
    const bool releases = semantics == "release" || semantics == "acq_rel";
    const bool is_ordered = acquires || releases || semantics == "relaxed";
    const int order = is_ordered ? 1 + (acquires ? 2 : 0) + (releases ? 4 : 0) + (of_block ? 8 : 0) : 0;
    if (is_atomic) return atomic(update, type, operands, parts[0] == "atom", shared, order);
    if (operands.size() != 2) mismatch();
    const bool loads = parts[0] == "ld";
    const Operands values = elements(operands[loads ? 0 : 1]);
    const std::size_t bytes = type.bits / 8 * values.size();
    if (values.size() != elements_of_vector) mismatch();
    if (bytes > 16 || (loads ? releases : acquires) ||
        (values.size() > 1 && (is_ordered || semantics == "volatile")))
      refuse();
    const std::string where = address(operands[loads ? 1 : 0], shared);
    const std::string way = std::string(is_ordered                ? "_ordered<"
                                        : semantics == "volatile" ? "_volatile<"
                                                                  : "<") +
                            std::to_string(bytes) + ">(" + where;
    const std::string end = is_ordered ? ", " + std::to_string(order) + ")" : ")";
    if (loads) {
      out_ += "{ const ::simt::ptx::Loaded simt_loaded = ::simt::ptx::load" + way + end + "; ";
      take_apart(values, type, "simt_loaded.low", "simt_loaded.high");
      out_ += "; }";
      return;
    }
    const auto half = static_cast<std::ptrdiff_t>(bytes == 16 ? values.size() / 2 : values.size());
    const std::string low = packed(Operands(values.begin(), values.begin() + half), type);
    const std::string high = bytes == 16 ? packed(Operands(values.begin() + half, values.end()), type) : "0";
    const bool plain = !is_ordered && semantics != "volatile";
    out_ += "::simt::ptx::store" + way + ", " + low + (plain ? ", " + high : "") + end;
  }

  void atomic(std::string_view update, const Type& type, const Operands& operands, bool has_result,
              bool shared, int order) {
    struct Name {
      std::string_view ptx, engine, types;
    };
    constexpr Name kNames[] = {
        {"add", "add", " u32 s32 u64 f32 f64 "}, {"exch", "exchange", " b32 b64 "},
        {"cas", "compare", " b16 b32 b64 "},     {"min", "minimum", " u32 s32 u64 s64 "},
        {"max", "maximum", " u32 s32 u64 s64 "}, {"and", "bits_and", " b32 b64 "},
        {"or", "bits_or", " b32 b64 "},          {"xor", "bits_xor", " b32 b64 "},
        {"inc", "increment", " u32 "},           {"dec", "decrement", " u32 "},
    };
    const auto* const name = std::find_if(std::begin(kNames), std::end(kNames),
                                          [&](const Name& each) { return each.ptx == update; });
    if (name == std::end(kNames) || !has_word(name->types, type.name)) refuse();
    const bool compares = update == "cas";
    const std::size_t first = has_result ? 1 : 0;
    if (operands.size() != first + (compares ? 3 : 2)) mismatch();
    const std::string value = source(operands.back(), type);
    const std::string expected = compares ? source(operands[first + 1], type) : "{}";
    const std::string done = "::simt::ptx::atom<" + std::string(type.cpp) + ">(" +
                             address(operands[first], shared) +
                             ", ::simt::Update::" + std::string(name->engine) + ", " + value + ", " +
                             expected + ", " + std::to_string(order) + ")";
    if (has_result)
      assign(operands[0], type, done);
    else
      out_ += done;
  }

  /// cp.async of 4, 8 or 16 bytes.
  void copy(const Operands& parts, const Operands& operands) {
    for (std::size_t i = 3; i < parts.size(); ++i) {
      const bool is_hint = parts[i].rfind("L2::", 0) == 0 && parts[i] != "L2::cache_hint";
      if (parts[i] != "shared" && parts[i] != "shared::cta" && parts[i] != "global" && !is_hint) refuse();
    }
    if (operands.size() != 3 && operands.size() != 4) mismatch();
    const Type& size = *type_of("u32");
    const std::string bytes = source(operands[2], size);
    out_ += "::simt::ptx::cp_async(" + address(operands[0], true) + ", " + address(operands[1], false) +
            ", " + bytes + ", " + (operands.size() == 4 ? source(operands[3], size) : bytes) + ")";
  }

  std::string code_;
  std::vector<PtxOperand> operands_;
  int shuffles_ = 0;                           // with two results
  std::map<std::string, unsigned> registers_;  // declared ones, with their bits
  std::map<std::string, bool> labels_;         // whether the statement has them
  std::string_view whole_;                     // the instruction at hand, without its operands
  bool has_carry_ = false;
  std::string out_;
};

}  // namespace

std::string ptx_as_cpp(std::string code, std::vector<PtxOperand> operands) {
  return Statement(std::move(code), std::move(operands)).run();
}

}  // namespace simt::cxx
