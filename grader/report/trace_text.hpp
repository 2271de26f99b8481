// The parts of a trace's text that others also use, and what a kit adds to it.
#pragma once

#include "report/page.hpp"
#include "report/trace_story.hpp"

namespace mergelab::report {

// What the parts of a trace's text share: names, elements, places and accesses in words.

/// "7", "0.1", or "?" where it is unknown.
[[nodiscard]] std::string value_text(const std::optional<Number>& value);

/// "n = 3, a = 0.5": what the function was called with.
[[nodiscard]] std::string numbers_text(const Trace& trace);
/// The first elements that an array was given with, each a word; it must have been.
[[nodiscard]] std::vector<std::string> first_inputs(const TracedArray& array);

/// Index lists as ranges: "0..5", "4..5, 0".
[[nodiscard]] std::string ranges(const std::vector<int>& indices);

class TraceNotes;

class TraceFormatter {
 public:
  TraceFormatter(const Trace& trace, const TextStyle& style);

  [[nodiscard]] const Trace& trace() const { return trace_; }
  [[nodiscard]] const TextStyle& style() const { return style_; }

  [[nodiscard]] std::string name(int array) const;
  /// "C[3][5] = 1.25"
  [[nodiscard]] std::string cell_text(const Cell& cell) const;
  /// "C[3][5]", by the array's shape; outside of it, or without one, "C[77]".
  [[nodiscard]] std::string element(int array, int index) const;
  /// "merge_tiled.cuh:48"
  [[nodiscard]] std::string at(std::optional<int> place) const;
  /// "block 0, phase 2: thread 5 reads B[12] = 7 at merge_tiled.cuh:48"
  [[nodiscard]] std::string access_text(int event) const;
  [[nodiscard]] std::string arrow() const { return style_.unicode ? "→" : "->"; }
  [[nodiscard]] std::string at_most() const { return style_.unicode ? "≤" : "<="; }

 private:
  const Trace& trace_;
  const TextStyle& style_;
};

void write_title(Page& page, const TraceFormatter& words, const std::string& text);
/// The phases of one block.
void write_phases(Page& page, const TraceFormatter& words, const TraceNotes& notes, int block);

// What a kit adds to the text of a trace. Without a kit that has any, these defaults hold.

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
