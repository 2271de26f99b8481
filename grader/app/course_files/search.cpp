#include "app/course_files/search.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "base/lines.hpp"

namespace mergelab::app::releases {
namespace {

constexpr std::size_t kLinesOfAPiece = 3, kLeastTokensOfALine = 4, kLeastTokensOfAPiece = 12;

struct Token {
  std::uint64_t exact, renamed;  // hashes: of the token, and of "a name" for all names
  int line;
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Words that a renaming leaves.
bool is_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 12> kWords = {
      "if", "else", "for", "while", "return", "const", "bool", "int", "min", "max", "auto", "__syncthreads"};
  return std::ranges::find(kWords, word) != kWords.end();
}

/// The token at the beginning of a text that begins with none of what is passed over; its length.
std::size_t token_length(std::string_view text) {
  if (is_letter(text[0]) || is_digit(text[0])) {
    const auto end = std::ranges::find_if_not(text, [](char c) { return is_letter(c) || is_digit(c); });
    return static_cast<std::size_t>(end - text.begin());
  }
  if (text.starts_with("<<<") || text.starts_with(">>>")) return 3;
  constexpr std::string_view kBeforeEquals = "-+*/%&|^<>=!";
  return text.size() > 1 && text[1] == '=' && kBeforeEquals.find(text[0]) != std::string_view::npos ? 2 : 1;
}

void add_tokens(std::string_view line, int number, std::vector<Token>& tokens) {
  constexpr std::string_view kSigns = "-+*/%&|^<>=!()[]{};:?.~";
  const std::hash<std::string_view> hash;
  while (!line.empty()) {
    if (line.starts_with("//")) return;
    for (const auto& [name, sign] :
         {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&amp;", "&")}) {
      if (!line.starts_with(name)) continue;
      tokens.push_back({hash(sign), hash(sign), number});
      line.remove_prefix(std::string_view(name).size());
    }
    if (line.empty()) return;
    if (!is_letter(line[0]) && !is_digit(line[0]) && kSigns.find(line[0]) == std::string_view::npos) {
      line.remove_prefix(1);  // quotes, commas, blanks
      continue;
    }
    const std::string_view word = line.substr(0, token_length(line));
    const bool is_name = is_letter(word[0]) && !is_keyword(word);
    tokens.push_back({hash(word), is_name ? hash("a name") : hash(word), number});
    line.remove_prefix(word.size());
  }
}

/// A text's tokens. Lines end at line breaks, and at those written as \n in a literal. What may stand before
/// a line in a comment, a patch, a quotation or a list is passed over; comments behind code are, too.
std::vector<Token> tokens_of(std::string_view text) {
  constexpr std::string_view kInFront = " \t\r\"'`+-|>*#/,";
  std::vector<Token> tokens;
  int number = 1;
  for (const std::string& whole : base::lines_of(text)) {
    std::string_view rest = whole;
    while (!rest.empty()) {
      const std::size_t written = rest.find("\\n");
      std::string_view line = rest.substr(0, written);
      rest.remove_prefix(written == std::string_view::npos ? rest.size() : written + 2);
      line.remove_prefix(std::min(line.find_first_not_of(kInFront), line.size()));
      add_tokens(line, number, tokens);
    }
    ++number;
  }
  return tokens;
}

/// The text with comment lines emptied: lines keep their number.
std::string without_comment_lines(std::string_view text) {
  std::string code;
  for (const std::string& line : base::lines_of(text)) {
    const std::string words = base::trimmed(line, " \t");
    if (!words.empty() && !words.starts_with("//")) code += line;
    code += '\n';
  }
  return code;
}

/// Hashes of any run of tokens, from sums over their beginnings.
class Runs {
 public:
  Runs(const std::vector<Token>& tokens, std::uint64_t Token::*hash) {
    sums_.reserve(tokens.size() + 1);
    sums_.push_back(0);
    for (const Token& token : tokens) sums_.push_back(sums_.back() * kBase + token.*hash);
  }
  [[nodiscard]] std::uint64_t hash(std::size_t begin, std::size_t length, std::uint64_t power) const {
    return sums_[begin + length] - sums_[begin] * power;
  }
  [[nodiscard]] static std::uint64_t power(std::size_t length) {
    std::uint64_t result = 1;
    for (; length > 0; --length) result *= kBase;
    return result;
  }

 private:
  static constexpr std::uint64_t kBase = 0x9e3779b97f4a7c15;
  std::vector<std::uint64_t> sums_;
};

struct Range {
  std::size_t begin, end;
};

/// All runs of so many tokens.
std::vector<Range> shingles(std::size_t tokens, std::size_t length) {
  std::vector<Range> ranges;
  for (std::size_t begin = 0; begin + length <= tokens; ++begin) ranges.push_back({begin, begin + length});
  return ranges;
}

/// Lines in a row, with what stands between them.
std::vector<Range> line_pieces(const std::vector<Token>& tokens) {
  std::vector<Range> lines;
  for (std::size_t begin = 0, end = 0; begin < tokens.size(); begin = end) {
    while (end < tokens.size() && tokens[end].line == tokens[begin].line) ++end;
    if (end - begin >= kLeastTokensOfALine) lines.push_back({begin, end});
  }
  std::vector<Range> pieces;
  for (std::size_t i = 0; i + kLinesOfAPiece <= lines.size(); ++i)
    pieces.push_back({lines[i].begin, lines[i + kLinesOfAPiece - 1].end});
  return pieces;
}

/// The TODO regions.
std::vector<Range> regions(std::string_view text, const std::vector<Token>& tokens) {
  std::vector<Range> found;
  bool inside = false;
  std::size_t begin = 0, next = 0;
  int number = 1;
  for (const std::string& line : base::lines_of(text)) {
    while (next < tokens.size() && tokens[next].line < number) ++next;
    const bool is_marker = line.find("// TODO ") != std::string_view::npos;
    if (is_marker && line.find(" begin") != std::string_view::npos) {
      begin = next;
      inside = true;
    } else if (is_marker && inside && line.find(" end") != std::string_view::npos) {
      found.push_back({begin, next});
      inside = false;
    }
    ++number;
  }
  return found;
}

}  // namespace

void SolutionSearch::add_solution(const std::string& name, std::string_view text) {
  const std::vector<Token> tokens = tokens_of(without_comment_lines(text));
  const Runs exact(tokens, &Token::exact), renamed(tokens, &Token::renamed);
  const int solution = static_cast<int>(solutions_.size());
  solutions_.push_back(name);
  const auto add = [&](Pieces& pieces, const Runs& runs, const Range& range) {
    const std::size_t length = range.end - range.begin;
    pieces[length].try_emplace(runs.hash(range.begin, length, Runs::power(length)),
                               Place{solution, tokens[range.begin].line});
  };
  for (const Range& range : shingles(tokens.size(), kTokens)) add(pieces_, exact, range);
  for (const Range& range : shingles(tokens.size(), kRenamedTokens)) add(renamed_, renamed, range);
  std::vector<Range> shorter = line_pieces(tokens);
  const std::vector<Range> short_regions = regions(text, tokens);
  shorter.insert(shorter.end(), short_regions.begin(), short_regions.end());
  for (const Range& range : shorter) {
    const std::size_t length = range.end - range.begin;
    if (length >= kLeastTokensOfAPiece && length < kTokens) add(pieces_, exact, range);
  }
}

void SolutionSearch::allow(std::string_view text) {
  const std::vector<Token> tokens = tokens_of(text);
  const auto remove = [&](Pieces& pieces, std::uint64_t Token::*hash) {
    const Runs runs(tokens, hash);
    for (auto& [length, of_length] : pieces) {
      const std::uint64_t power = Runs::power(length);
      for (const Range& range : shingles(tokens.size(), length))
        of_length.erase(runs.hash(range.begin, length, power));
    }
  };
  remove(pieces_, &Token::exact);
  remove(renamed_, &Token::renamed);
}

std::vector<Leak> SolutionSearch::find(std::string_view text) const {
  const std::vector<Token> tokens = tokens_of(text);
  std::vector<Leak> leaks;
  const auto look = [&](const Pieces& pieces, std::uint64_t Token::*hash) {
    const Runs runs(tokens, hash);
    for (const auto& [length, of_length] : pieces) {
      const std::uint64_t power = Runs::power(length);
      for (std::size_t begin = 0; begin + length <= tokens.size(); ++begin) {
        const auto found = of_length.find(runs.hash(begin, length, power));
        if (found == of_length.end()) continue;
        const Place& place = found->second;
        leaks.push_back({tokens[begin].line, tokens[begin + length - 1].line,
                         solutions_[static_cast<std::size_t>(place.solution)], place.line});
      }
    }
  };
  look(pieces_, &Token::exact);
  look(renamed_, &Token::renamed);
  std::ranges::stable_sort(leaks, [](const Leak& a, const Leak& b) { return a.first_line < b.first_line; });
  std::vector<Leak> apart;
  for (const Leak& leak : leaks) {
    if (apart.empty() || leak.first_line > apart.back().last_line) {
      apart.push_back(leak);
    } else {
      apart.back().last_line = std::max(apart.back().last_line, leak.last_line);
    }
  }
  return apart;
}

}  // namespace mergelab::app::releases
