#include "part_begins.hpp"

#include <algorithm>
#include <string>

#include "lexing.hpp"

namespace simt::cxx {
namespace {

class Reader {
 public:
  Reader(const BracketedText& source, const std::vector<Parameter>& parameters, const KnownPointers& known)
      : source_(source), parameters_(parameters), known_(known) {}

  [[nodiscard]] std::optional<PointerValue> pointer(std::size_t at) const {
    std::optional<PointerValue> value;
    if (text(at) == "::") return span(at);
    if (text(at) == "(") {
      value = pointer(at + 1);
      if (!value || value->behind != source_.closing(at)) return {};
      ++value->behind;
    } else {
      value = known_pointer(at);
      if (!value) return {};
    }
    while (text(value->behind) == "+") {
      if (!add_product(value->begin, ++value->behind)) return {};
    }
    return value;
  }

 private:
  [[nodiscard]] std::string_view text(std::size_t i) const { return source_.text(i); }

  [[nodiscard]] std::optional<PointerValue> span(std::size_t at) const {
    std::size_t last = at;
    while (text(last) == "::" && source_.is_name(last + 1)) last += 2;
    if (text(last) != "(" || !text(last - 1).ends_with("span")) return {};
    std::optional<PointerValue> first = pointer(last + 1);
    if (!first || text(first->behind) != ",") return {};
    first->behind = source_.closing(last) + 1;
    return first;
  }

  /// NAME or &NAME[sum].
  [[nodiscard]] std::optional<PointerValue> known_pointer(std::size_t at) const {
    const bool address = text(at) == "&";
    at += address ? 1 : 0;
    const auto base = known_.find(text(at));
    if (base == known_.end()) return {};
    PointerValue value{base->second, base->first, ++at};
    if (!address) return value;
    if (text(at) != "[") return {};
    ++value.behind;
    if (!add_sum(value.begin, value.behind) || value.behind != source_.closing(at)) return {};
    ++value.behind;
    return value;
  }

  bool add_sum(Begin& begin, std::size_t& at) const {
    if (!add_product(begin, at)) return false;
    while (text(at) == "+") {
      if (!add_product(begin, ++at)) return false;
    }
    return true;
  }

  /// Numbers and at most one parameter.
  bool add_product(Begin& begin, std::size_t& at) const {
    long factor = 1;
    std::optional<std::size_t> parameter;
    for (;; ++at) {
      const std::string_view t = text(at);
      if (!t.empty() && is_digit(t.front())) {
        if (t.size() > 6 || !std::all_of(t.begin(), t.end(), is_digit) || (t.size() > 1 && t.front() == '0'))
          return false;
        factor *= std::stol(std::string(t));
      } else {
        const auto known = std::find_if(parameters_.begin(), parameters_.end(),
                                        [&](const Parameter& each) { return each.name == t; });
        if (known == parameters_.end() || parameter || !known->integer || known->changes) return false;
        parameter = static_cast<std::size_t>(known - parameters_.begin());
      }
      if (text(++at) != "*") break;
    }
    (parameter ? begin.factors[*parameter] : begin.constant) += factor;
    return true;
  }

  const BracketedText& source_;
  const std::vector<Parameter>& parameters_;
  const KnownPointers& known_;
};

}  // namespace

std::optional<PointerValue> read_pointer(const BracketedText& source,
                                         const std::vector<Parameter>& parameters, const KnownPointers& known,
                                         std::size_t at) {
  return Reader(source, parameters, known).pointer(at);
}

}  // namespace simt::cxx
