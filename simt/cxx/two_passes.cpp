#include "two_passes.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "functions.hpp"

namespace simt::cxx {
namespace {

/// A function that is in no other function's body.
struct Outer {
  std::string_view name;
  unsigned spaces = 0;
  std::size_t declaration = 0, body = 0, end = 0;  // places in the text: its first word, behind `{`, at `}`
  Token first, open, close;
};

bool ends_declaration(const Token& token) {
  return token.text == ";" || token.text == "{" || token.text == "}";
}

class Pass {
 public:
  Pass(const std::string& text, const IsFile& is_user_file)
      : text_(text), source_(read_source_text(text, is_user_file)), functions_(find_functions(source_)) {
    for (const Function& function : functions_.defined) {
      if (!outer_.empty() && function.body <= outer_.back().end) continue;
      if (const auto found = outer(function)) outer_.push_back(*found);
    }
  }

  [[nodiscard]] const std::vector<Outer>& outer() const { return outer_; }
  /// The token in front of the function; null if it begins the text.
  [[nodiscard]] const Token* before(const Outer& function) const {
    const auto first = at_or_behind(function.declaration);
    return first == source_.tokens.begin() ? nullptr : &*std::prev(first);
  }
  /// The last token in [begin, end) of the text that is the other pass's `token`; null if there is none.
  [[nodiscard]] const Token* same(const Pass& other, const Token& token, std::size_t begin,
                                  std::size_t end) const {
    const auto first = at_or_behind(begin);
    for (auto at = at_or_behind(end); at != first;) {
      --at;
      const bool is_same = at->text == token.text && at->line == token.line &&
                           source_.files[at->file] == other.source_.files[token.file];
      if (is_same) return &*at;
    }
    return nullptr;
  }
  [[nodiscard]] std::string body(const Outer& function) const {
    return text_.substr(function.body, function.end - function.body);
  }
  /// With its head.
  [[nodiscard]] std::string whole(const Outer& function) const {
    return marker(function.first) +
           text_.substr(function.declaration, function.end + 1 - function.declaration);
  }
  /// What the preprocessor writes where another file or line begins.
  [[nodiscard]] std::string marker(const Token& at) const {
    std::string file;
    for (const char letter : source_.files[at.file]) {
      if (letter == '"' || letter == '\\') file += '\\';
      file += letter;
    }
    return "\n# " + std::to_string(at.line) + " \"" + file + "\"\n";
  }

 private:
  [[nodiscard]] std::vector<Token>::const_iterator at_or_behind(std::size_t place) const {
    return std::lower_bound(source_.tokens.begin(), source_.tokens.end(), place,
                            [](const Token& token, std::size_t at) { return token.at < at; });
  }

  [[nodiscard]] std::optional<Outer> outer(const Function& function) const {
    const std::vector<Token>& tokens = source_.tokens;
    const auto open = at_or_behind(function.body - 1);
    if (open == tokens.end() || open->text != "{") return {};
    int depth = 0;
    const auto close = std::find_if(open, tokens.end(), [&](const Token& token) {
      depth += static_cast<int>(token.text == "{") - static_cast<int>(token.text == "}");
      return depth == 0;
    });
    if (close == tokens.end()) return {};
    auto first = open;
    while (first != tokens.begin() && !ends_declaration(*std::prev(first))) --first;
    return Outer{function.name, function.spaces, first->at, function.body, close->at, *first, *open, *close};
  }

  const std::string& text_;
  SourceText source_;
  Functions functions_;
  std::vector<Outer> outer_;
};

/// The first of this name from there on; the end if there is none.
std::size_t find_from(const std::vector<Outer>& functions, std::size_t from, std::string_view name) {
  while (from < functions.size() && functions[from].name != name) ++from;
  return from;
}

struct Replacement {
  std::size_t begin = 0, end = 0;
  std::string text;
};

class JoinedPasses {
 public:
  JoinedPasses(const Pass& host, const Pass& device) : host_(host), device_(device) {}

  std::vector<Replacement> run() {
    const std::vector<Outer>&hosts = host_.outer(), &devices = device_.outer();
    std::size_t h = 0, d = 0;
    while (h < hosts.size() || d < devices.size()) {
      const std::size_t in_host = d < devices.size() ? find_from(hosts, h, devices[d].name) : hosts.size();
      const std::size_t in_device = h < hosts.size() ? find_from(devices, d, hosts[h].name) : devices.size();
      if (h < hosts.size() && d < devices.size() && in_host == h) {
        both(hosts[h++], devices[d++]);
      } else if (d < devices.size() && (in_host == hosts.size() || h == hosts.size())) {
        only_device(h, devices[d++]);
      } else if (h < hosts.size() && in_device == devices.size()) {
        ++h;  // the host's alone
      } else if (d < devices.size() && in_device - d <= in_host - h) {
        only_device(h, devices[d++]);
      } else {
        ++h;
      }
    }
    return std::move(replacements_);
  }

 private:
  void both(const Outer& host, const Outer& device) {
    const std::string host_body = host_.body(host), device_body = device_.body(device);
    if ((device.spaces & (kDevice | kGlobal)) == 0 || host_body == device_body) return;
    const std::string begin = device_.marker(device.open), end = host_.marker(host.close);
    std::string text = begin + device_body + end;
    if ((device.spaces & kHost) != 0) {
      text = begin + " if (!__builtin_is_constant_evaluated() && ::simt::in_kernel()) {" + device_body +
             "} else {" + host_.marker(host.open) + host_body + "}" + end;
    }
    replacements_.push_back({host.body, host.end, text});
  }

  /// Goes behind what is in front of it, if the host has that between its functions; else behind the device's
  /// function before it, the host's before it, or before the host's first one.
  void only_device(std::size_t next, const Outer& device) {
    const std::vector<Outer>& hosts = host_.outer();
    if ((device.spaces & (kDevice | kGlobal)) == 0 || hosts.empty()) return;
    const std::size_t begin = next == 0 ? 0 : hosts[next - 1].end;
    const std::size_t end = next == hosts.size() ? std::string::npos : hosts[next].declaration;
    const Token* const before = device_.before(device);
    const Token* const there = before == nullptr ? nullptr : host_.same(device_, *before, begin, end);
    if (there != nullptr) {
      place_ = {there->at + there->text.size(), there};
    } else if (place_.behind == nullptr || place_.at < begin) {
      place_ = next == 0 ? Place{hosts.front().declaration, &hosts.front().first}
                         : Place{begin + 1, &hosts[next - 1].close};
    }
    replacements_.push_back({place_.at, place_.at, device_.whole(device) + host_.marker(*place_.behind)});
  }

  struct Place {
    std::size_t at = 0;
    const Token* behind = nullptr;
  };

  const Pass &host_, &device_;
  Place place_;  // of the device's last function that only it has
  std::vector<Replacement> replacements_;
};

}  // namespace

std::string join_passes(const std::string& host, const std::string& device, const IsFile& is_user_file) {
  if (host == device) return host;
  const Pass host_pass(host, is_user_file), device_pass(device, is_user_file);
  std::string text = host;
  const std::vector<Replacement> replacements = JoinedPasses(host_pass, device_pass).run();
  for (auto each = replacements.rbegin(); each != replacements.rend(); ++each)
    text.replace(each->begin, each->end - each->begin, each->text);
  return text;
}

}  // namespace simt::cxx
