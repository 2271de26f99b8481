// Finds the statements `asm("add.u32 %0, %1, 5;" : "=r"(d) : "r"(a));` of device code.
#include "ptx.hpp"

#include <algorithm>
#include <string_view>

#include "functions.hpp"
#include "ptx_code.hpp"
#include "thrust.hpp"

namespace simt::cxx {
namespace {

/// The characters of a literal, without the escapes and comments of PTX that its use needs.
std::string characters(std::string_view literal) {
  if (literal.front() == 'R') {
    const std::size_t begin = literal.find('(') + 1, end = literal.rfind(')');
    return std::string(literal.substr(begin, end - begin));
  }
  std::string text;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    if (literal[i] != '\\') {
      text += literal[i];
      continue;
    }
    ++i;
    text += literal[i] == 'n' || literal[i] == 'r' ? '\n' : literal[i] == 't' ? ' ' : literal[i];
  }
  return text;
}

std::string without_comments(const std::string& code) {
  std::string text;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code.compare(i, 2, "//") == 0) {
      i = std::min(code.find('\n', i), code.size());
      text += ' ';
    } else if (code.compare(i, 2, "/*") == 0) {
      i = std::min(code.find("*/", i), code.size() - 2) + 1;
      text += ' ';
    } else {
      text += code[i];
    }
  }
  return text;
}

/// Finds the statements, and replaces them.
class Translator {
 public:
  Translator(const std::string& text, const IsFile& is_user_file)
      : text_(text),
        is_user_file_(is_user_file),
        source_(read_source_text(
            text, [&](std::string_view file) { return is_user_file(file) || is_of_cub(file); })),
        tokens_(source_.tokens) {}

  WithoutPtx run() {
    const bool has_any = std::any_of(source_.tokens.begin(), source_.tokens.end(),
                                     [](const Token& token) { return is_asm(token.text); });
    if (!has_any) return {text_, {}};
    for (const Function& function : find_functions(source_).defined) {
      if ((function.spaces & (kDevice | kGlobal)) != 0) bodies_.push_back(function.body);
    }
    std::string out;
    std::size_t copied = 0, device_end = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_.token(i);
      if (token.text == "{" && std::find(bodies_.begin(), bodies_.end(), token.at + 1) != bodies_.end())
        device_end = std::max(device_end, tokens_.closing(i));
      if (!is_asm(token.text)) continue;
      const bool is_cubs = !is_user_file_(source_.files[token.file]);
      if (i >= device_end && !is_cubs) continue;
      std::size_t open = i + 1;
      while (open < tokens_.size() && tokens_.is_name(open)) ++open;
      if (tokens_.text(open) != "(" || tokens_.closing(open) >= tokens_.size()) continue;
      const std::size_t close = tokens_.closing(open), end = tokens_.token(close).at + 1;
      out += text_.substr(copied, token.at - copied);
      try {
        out += ptx_as_cpp(without_comments(code(open + 1, close)), operands(open + 1, close));
      } catch (const PtxRefused& refused) {
        if (is_cubs)
          out += "::simt::ptx::missing()";  // refused where a program uses it
        else
          refusals_.push_back({source_.files[token.file], token.line, "error: " + refused.why});
      }
      out += lines(std::string_view(text_).substr(token.at, end - token.at));
      copied = end;
      i = close;
    }
    return {out + text_.substr(copied), refusals_};
  }

 private:
  static bool is_asm(std::string_view word) { return word == "asm" || word == "__asm__" || word == "__asm"; }

  /// What is left of a statement: its ends of lines, and line markers.
  static std::string lines(std::string_view text) {
    std::string left;
    for (std::size_t at; (at = text.find('\n')) != std::string_view::npos;) {
      text.remove_prefix(at + 1);
      left += '\n';
      if (!text.empty() && text.front() == '#') left += text.substr(0, text.find('\n'));
    }
    return left;
  }

  /// The literals at the beginning.
  [[nodiscard]] std::string code(std::size_t i, std::size_t end) const {
    std::string all;
    for (; i < end && tokens_.text(i) == "\"\""; ++i) {
      const std::string_view rest = std::string_view(text_).substr(tokens_.token(i).at);
      const std::size_t prefix = starts_name(rest.front()) ? name_length(rest) : 0;
      const std::string_view literal = rest.substr(prefix);
      const std::size_t length = prefix > 0 ? raw_literal_length(literal) : literal_length(literal);
      all += characters(rest.substr(0, prefix + length));
    }
    return all;
  }

  /// `: "=r"(d) : "r"(a)`
  [[nodiscard]] std::vector<PtxOperand> operands(std::size_t i, std::size_t end) const {
    std::vector<PtxOperand> found;
    int colons = 0;
    for (; i < end; ++i) {
      if (tokens_.text(i) == ":") ++colons;
      if (tokens_.text(i) == "::") colons += 2;
      if (colons == 0 || colons > 2 || tokens_.text(i) != "\"\"" || tokens_.text(i + 1) != "(") continue;
      const std::string constraint = code(i, i + 1);
      const std::size_t close = tokens_.closing(i + 1), begin = tokens_.token(i + 1).at + 1;
      PtxOperand operand;
      operand.constraint = constraint.empty() ? '\0' : constraint.back();
      operand.is_output = colons == 1;
      operand.is_input = colons == 2 || constraint.front() == '+';
      operand.expression =
          on_one_line(std::string_view(text_).substr(begin, tokens_.token(close).at - begin));
      if (bytes_of_constraint(operand.constraint) == 0 && (operand.constraint != 'n' || operand.is_output))
        throw PtxRefused{"the constraint \"" + constraint + "\" is not one of PTX's: h, r, l, f, d and n"};
      found.push_back(operand);
      i = close;
    }
    return found;
  }

  static std::string on_one_line(std::string_view text) {
    std::string line;
    while (!text.empty()) {
      const std::string_view each = text.substr(0, text.find('\n'));
      if (each.empty() || each.front() != '#') line += std::string(each) + " ";
      text.remove_prefix(std::min(each.size() + 1, text.size()));
    }
    return line;
  }

  const std::string& text_;
  const IsFile& is_user_file_;
  SourceText source_;
  BracketedText tokens_;
  std::vector<std::size_t> bodies_;  // of functions for the device
  std::vector<Refusal> refusals_;
};

}  // namespace

WithoutPtx translate_ptx(const std::string& preprocessed, const IsFile& is_user_file) {
  return Translator(preprocessed, is_user_file).run();
}

}  // namespace simt::cxx
