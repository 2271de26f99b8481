#include "kits/pairs/merged.hpp"

#include <fmt/format.h>

#include "kits/pairs/stable_merge.hpp"
#include "report/trace_story.hpp"

namespace mergelab::judge {
namespace {

std::vector<int> keys_in(const Trace& trace, std::size_t array) {
  std::vector<int> keys;
  if (array >= trace.arrays.size() || !trace.arrays[array].input) return keys;
  for (const Number& key : *trace.arrays[array].input)
    keys.push_back(static_cast<int>(std::get<std::int64_t>(key)));
  return keys;
}

std::optional<int> number_named(const Trace& trace, std::string_view name) {
  for (const TracedNumber& number : trace.numbers) {
    if (number.name == name) return static_cast<int>(std::get<std::int64_t>(number.value));
  }
  return std::nullopt;
}

}  // namespace

Merged::Merged(const Trace& of)
    : trace(of),
      a(keys_in(of, 0)),
      b(keys_in(of, 1)),
      m(static_cast<int>(a.size())),
      n(static_cast<int>(b.size())),
      section(number_named(of, "section")),
      tile(number_named(of, "tile")),
      k(number_named(of, "k")),
      path{0} {
  if (k && of.arrays.size() > kTracedC && of.arrays[kTracedC].output) {
    if (const auto& returned = of.arrays[kTracedC].output->front())
      rank = static_cast<int>(std::get<std::int64_t>(*returned));
  }
  StableMerge merge(Keys{a, b, {}});
  while (path.size() <= a.size() + b.size()) {
    static_cast<void>(merge.next());
    path.push_back(static_cast<int>(merge.taken_of_a()));
  }
}

std::string Merged::split(int outputs) const {
  const int i = path[static_cast<std::size_t>(outputs)];
  return fmt::format("i = {}, j = {}", i, outputs - i);
}

std::vector<std::pair<int, int>> Merged::probes() const {
  std::vector<std::pair<int, int>> found;
  int array = -1, index = 0;  // of a read without a partner yet
  for (std::size_t r = 0; r < trace.requests.size(); ++r) {
    if (trace.requests.kind[r] != 'r' || trace.requests.array[r] >= kTracedC) continue;
    for (int e = trace.requests.first[r]; e < report::end_of(trace.requests, r, trace.events); ++e) {
      const int other = trace.events.index[static_cast<std::size_t>(e)];
      if (array < 0 || array == trace.requests.array[r]) {
        array = trace.requests.array[r];
        index = other;
        continue;
      }
      array == 0 ? found.emplace_back(index, other) : found.emplace_back(other, index);
      array = -1;
    }
  }
  return found;
}

std::map<std::pair<int, int>, int> Merged::first_outputs() const {
  if (k) return {};
  return report::first_outputs(trace, kTracedC);
}

}  // namespace mergelab::judge
