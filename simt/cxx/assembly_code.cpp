#include "assembly_code.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "lexing.hpp"

namespace simt::cxx {
namespace {

std::int64_t whole_number(std::string_view word) {
  std::int64_t value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

std::string_view without_comment(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == '#' && !quoted) return line.substr(0, i);
  }
  return line;
}

/// Calls `work` for each symbol in an expression.
template <class F>
void each_symbol(std::string_view text, const F& work) {
  const auto continues = [](char c) { return continues_name(c) || c == '.' || c == '$'; };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && continues(text[end])) ++end;
    if (end > i && !is_digit(text[i]) && (i == 0 || (text[i - 1] != '%' && text[i - 1] != '@')))
      work(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
}

/// A label's name; empty for other lines.
std::string_view label_of(std::string_view line) {
  if (line.empty() || is_blank(line.front())) return {};
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view name = line.substr(0, colon);
  return name.find_first_of(" \t\"") == std::string_view::npos ? name : std::string_view();
}

class CodeReader {
 public:
  explicit CodeReader(std::string_view text) { code_.text = text; }

  AssemblyCode run() {
    for (std::size_t at = 0; at < code_.text.size();) {
      const std::size_t end = std::min(code_.text.find('\n', at), code_.text.size());
      read_line(code_.text.substr(at, end - at), at);
      at = end + 1;
    }
    cut();
    return std::move(code_);
  }

 private:
  enum class Section : unsigned char { code, constants, debug, other };

  /// An instruction, or a label.
  struct Item {
    std::string_view label;
    CodeLine line;
    FramePlace frame;
    std::size_t function_begin = 0;
  };

  void read_line(std::string_view line, std::size_t begin) {
    if (section_ == Section::debug && line.find("section") == std::string_view::npos &&
        line.find(".text") == std::string_view::npos)
      return;
    if (const std::string_view label = label_of(line); !label.empty()) {
      if (section_ == Section::code) {
        if (is_of_function(label)) last_function_ = items_.size();
        items_.push_back({label, {}, {}});
      }
      if (section_ == Section::constants) code_.constants.insert(label);
      return;
    }
    line = without_blanks(without_comment(line));
    if (line.empty()) return;
    if (line == ".cfi_startproc" && last_function_ < items_.size())
      items_[last_function_].function_begin = code_.text.find('\n', begin) + 1;
    if (line == ".cfi_endproc") code_.ends.push_back(begin);
    if (section_ == Section::code && line.starts_with(".size"))
      code_.behind.push_back(code_.text.find('\n', begin) + 1);
    if (line.front() == '.') return directive(line);
    if (section_ != Section::code) return;
    if (auto instruction = x86::parse(line)) {
      refer(*instruction);
      items_.push_back({{}, {begin, *std::move(instruction)}, frame_});
    }
  }

  void directive(std::string_view line) {
    const std::string_view what = take_word(line);
    if (what == ".text") {
      section_ = Section::code;
    } else if (what == ".data" || what == ".bss") {
      section_ = Section::other;
    } else if (what == ".section" || what == ".pushsection") {
      enter(line);
    } else if (what.starts_with(".cfi_")) {
      frame_directive(what.substr(5), line);
    } else if (what == ".loc" || what == ".file" || what == ".type" || what == ".size" || what == ".globl" ||
               what == ".weak" || what == ".hidden" || what == ".p2align" || what == ".ascii" ||
               what == ".string" || what == ".asciz" || section_ == Section::debug) {
      return;
    } else {
      each_symbol(line, [&](std::string_view symbol) { used_.insert(symbol); });  // .long, .quad, .set
    }
  }

  void enter(std::string_view line) {
    const std::string_view name = take_word(line);
    const std::string_view flags = take_word(line);
    if (name.starts_with(".debug") || name.starts_with(".comment") || name.starts_with(".note")) {
      section_ = Section::debug;
    } else if (name.starts_with(".text") || flags.find('x') != std::string_view::npos) {
      section_ = Section::code;
    } else {
      section_ = name.starts_with(".rodata") ? Section::constants : Section::other;
    }
  }

  static int frame_register(std::string_view name) {
    if (name == "7" || name == "%rsp" || name == "rsp") return x86::kRsp;
    if (name == "6" || name == "%rbp" || name == "rbp") return x86::kRbp;
    return x86::kNone;
  }

  void frame_directive(std::string_view what, std::string_view line) {
    if (what == "startproc") {
      frame_ = {x86::kRsp, 8};
    } else if (what == "endproc") {
      frame_ = {};
    } else if (what == "def_cfa_offset") {
      frame_.offset = whole_number(take_word(line));
    } else if (what == "adjust_cfa_offset") {
      frame_.offset += whole_number(take_word(line));
    } else if (what == "def_cfa_register") {
      frame_.base = frame_register(take_word(line));
    } else if (what == "def_cfa") {
      frame_.base = frame_register(take_word(line));
      frame_.offset = whole_number(take_word(line));
    } else if (what == "remember_state") {
      remembered_.push_back(frame_);
    } else if (what == "restore_state" && !remembered_.empty()) {
      frame_ = remembered_.back();
      remembered_.pop_back();
    } else if (what == "escape") {
      frame_ = {};  // an expression
    }
  }

  void refer(const x86::Instruction& instruction) {
    const bool jump = instruction.is_jump();
    for (const x86::Operand& operand : instruction.operands) {
      if (jump && operand.kind == x86::Operand::Kind::Immediate) {
        jumped_to_.insert(operand.text);
      } else if (operand.text.find(".L") != std::string_view::npos) {
        each_symbol(operand.text, [&](std::string_view symbol) { used_.insert(symbol); });
      }
    }
  }

  static bool is_of_function(std::string_view label) { return !label.starts_with(".L"); }

  void begin_block() {
    code_.blocks.emplace_back();
    code_.blocks.back().function = code_.functions.size() - 1;
  }

  void cut() {
    std::unordered_map<std::string_view, std::size_t> labelled;
    std::vector<std::pair<std::size_t, std::string_view>> jumps;
    bool falls_through = false, ended = true;
    for (Item& item : items_) {
      if (item.label.empty()) {
        if (code_.functions.empty()) code_.functions.push_back({0, true});  // code without a label
        if (ended) {
          begin_block();
          if (falls_through) lead(code_.blocks.size() - 2, code_.blocks.size() - 1);
          ended = false;
        }
        const x86::Instruction& instruction = item.line.instruction;
        if (takes_computed_room(instruction)) code_.functions.back().moves_stack = true;
        falls_through = !instruction.is_unconditional_jump() && !instruction.is_return();
        if (instruction.is_jump() || instruction.is_return()) ended = true;
        if (instruction.is_jump() && instruction.operands.size() == 1 &&
            instruction.operands.front().kind == x86::Operand::Kind::Immediate)
          jumps.emplace_back(code_.blocks.size() - 1, instruction.operands.front().text);
        if (code_.blocks.back().lines.empty()) code_.blocks.back().frame = item.frame;
        code_.blocks.back().lines.push_back(std::move(item.line));
        continue;
      }
      const bool function = is_of_function(item.label), open = function || used_.contains(item.label);
      if (!open && !jumped_to_.contains(item.label)) continue;  // for debuggers
      if (function) code_.functions.push_back({item.function_begin, false});
      begin_block();
      const std::size_t block = code_.blocks.size() - 1;
      code_.blocks.back().open = open;
      if (falls_through && block > 0) lead(block - 1, block);
      falls_through = true;
      ended = false;
      labelled.emplace(item.label, block);
    }
    for (const auto& [from, label] : jumps) {
      if (const auto to = labelled.find(label); to != labelled.end()) lead(from, to->second);
    }
  }

  void lead(std::size_t from, std::size_t to) {
    code_.blocks[from].successors.push_back(to);
    ++code_.blocks[to].ways_in;
  }

  AssemblyCode code_;
  Section section_ = Section::code;
  std::vector<Item> items_;
  std::size_t last_function_ = 0;                          // among them
  std::unordered_set<std::string_view> used_, jumped_to_;  // labels
  FramePlace frame_;
  std::vector<FramePlace> remembered_;
};

}  // namespace

Place AssemblyCode::place_of(std::size_t begin) const {
  constexpr std::string_view kLoc = "\t.loc", kFile = "\t.file";
  const std::size_t loc = text.rfind(kLoc, begin);
  if (loc == std::string_view::npos) return {};
  std::string_view line = text.substr(loc + kLoc.size(), text.find('\n', loc) - loc - kLoc.size());
  const std::string file = std::string(take_word(line));
  Place place{{}, static_cast<int>(whole_number(take_word(line)))};
  std::size_t at = text.find(std::string(kFile) + "\t" + file + " \"");
  if (at == std::string_view::npos) at = text.find(std::string(kFile) + " " + file + " \"");
  if (at == std::string_view::npos) return place;
  std::string_view names = text.substr(at, text.find('\n', at) - at);
  std::vector<std::string> parts;  // a folder and a name, or a name
  for (std::size_t open = 0; parts.size() < 2 && (open = names.find('"')) != std::string_view::npos;) {
    const std::size_t close = std::min(names.find('"', open + 1), names.size());
    parts.emplace_back(names.substr(open + 1, close - open - 1));
    names.remove_prefix(std::min(close + 1, names.size()));
  }
  if (parts.empty()) return place;
  const bool folder = parts.size() == 2 && !parts[1].starts_with("/");
  place.file = folder ? parts[0] + "/" + parts[1] : parts.back();
  return place;
}

AssemblyCode read_code(std::string_view text) { return CodeReader(text).run(); }

bool takes_computed_room(const x86::Instruction& instruction) {
  const std::string_view name = instruction.name;
  const auto is_stack = [](const x86::Operand& operand) {
    return operand.kind == x86::Operand::Kind::Register && operand.reg.number == x86::kRsp;
  };
  if (instruction.operands.empty() || name.starts_with("push") || name.starts_with("cmp") ||
      name.starts_with("test"))
    return false;
  if (name.starts_with("xchg"))
    return is_stack(instruction.operands.front()) || is_stack(instruction.operands.back());
  if (!is_stack(instruction.operands.back())) return false;
  const x86::Operand& first = instruction.operands.front();
  if (name.starts_with("lea"))
    return first.memory.index != x86::kNone ||
           (first.memory.base != x86::kRsp && first.memory.base != x86::kRbp);
  if (name.starts_with("mov"))
    return first.kind != x86::Operand::Kind::Register || first.reg.number != x86::kRbp;
  return first.kind != x86::Operand::Kind::Immediate ||
         !(name.starts_with("add") || name.starts_with("sub") || name.starts_with("and"));
}

std::string with_insertions(std::string_view text, std::vector<Insertion> insertions) {
  std::stable_sort(insertions.begin(), insertions.end(),
                   [](const Insertion& x, const Insertion& y) { return x.before < y.before; });
  std::string all;
  std::size_t from = 0;
  for (const Insertion& each : insertions) {
    all += text.substr(from, each.before - from);
    all += each.text;
    from = each.before;
  }
  return all.append(text.substr(from));
}

}  // namespace simt::cxx
