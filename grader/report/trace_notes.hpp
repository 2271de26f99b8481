// What a kit adds to the text of a trace. Without a kit that has any, these defaults hold.
#pragma once

#include <cstdint>
#include <string>

#include "report/page.hpp"
#include "report/trace_formatter.hpp"

namespace mergelab::report {

class TraceNotes {
 public:
  TraceNotes() = default;
  TraceNotes(const TraceNotes&) = delete;
  TraceNotes& operator=(const TraceNotes&) = delete;
  virtual ~TraceNotes() = default;

  /// The array whose elements are the outputs; -1: there is none.
  [[nodiscard]] virtual int outputs() const { return -1; }
  /// The input that is an output's right value, as in "A[3]"; "": none is known.
  [[nodiscard]] virtual std::string source(int /*output*/) const { return ""; }
  /// Where an output's inputs begin, as in "i = 3, j = 5".
  [[nodiscard]] virtual std::string begins_at(int /*output*/) const { return ""; }
  /// How many of a shared array's elements are a row.
  [[nodiscard]] virtual std::int64_t row(std::int64_t elements) const { return elements; }
  /// In place of the steps of host code. False: they are written.
  virtual bool write_host(Page& /*page*/) const { return false; }
  /// At the end of a phase after which the block has written so many outputs.
  virtual void write_completed(Page& /*page*/, int /*block*/, int /*count*/) const {}
  /// Below everything else.
  virtual void write_end(Page& /*page*/) const {}
};

}  // namespace mergelab::report
