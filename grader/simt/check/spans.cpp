// The parts of the dynamic shared array that the running block has marked with LAB_SPAN.
#include <vector>

#include "faults.hpp"
#include "report.hpp"
#include "simt/core/lines.hpp"
#include "state.hpp"

namespace simt::check {

namespace {

struct Span {
  std::uintptr_t begin, end;  // offsets in the array
  [[nodiscard]] bool operator==(const Span&) const = default;
};

std::vector<Span>& spans() {
  static auto& marked = *new std::vector<Span>;
  return marked;
}

}  // namespace

void check_spans(const core::Access& access, std::uintptr_t offset) {
  const Span* before = nullptr;
  for (const Span& span : spans()) {
    if (offset >= span.begin && offset + access.bytes <= span.end) return;
    if (span.begin <= offset && (before == nullptr || span.begin > before->begin)) before = &span;
  }
  if (again(Rule::out_of_bounds, access.thread, access.pc)) return;
  Finding found(before == nullptr ? Message::outside_spans : Message::outside_spans_behind,
                Advice::span_index);
  found.access = to_finding(access);
  found.access.memory = memory_of(access);
  if (before != nullptr)
    found.numbers = {static_cast<std::int64_t>(before->end), static_cast<std::int64_t>(offset)};
  if (access.kind != core::AccessKind::Read) fail(found);
  keep(found, access.thread, access.pc);
}

}  // namespace simt::check

namespace simt {

void mark_span(const void* memory, unsigned long bytes) {
  using core::watch;
  if (!watch.checking || watch.thread == core::kHostThread) return;
  const std::uintptr_t offset =
      reinterpret_cast<std::uintptr_t>(memory) - watch.shared_begin - watch.dynamic_begin;
  if (offset > watch.dynamic_reserved) return;
  if (!check::state.spans_marked) check::spans().clear();
  check::state.spans_marked = true;
  const check::Span span{offset, offset + bytes};
  for (const check::Span& known : check::spans()) {
    if (known == span) return;
  }
  check::spans().push_back(span);
}

}  // namespace simt
