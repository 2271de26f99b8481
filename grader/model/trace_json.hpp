// The fields of a trace, for the judge's message and for the file that users get.
#pragma once

#include "model/json.hpp"
#include "model/trace.hpp"

namespace mergelab {

MERGELAB_FIELDS(TracedArray, name, space, elements, element_bytes, offset, type, shape, input, expected,
                output, wrong)
MERGELAB_FIELDS(TracedFile, name, lines)
MERGELAB_FIELDS(TracedPlace, file, line, function)
MERGELAB_FIELDS(TracedRequests, block, phase, warp, place, kind, array, sectors, turns, first)
MERGELAB_FIELDS(TracedEvents, lane, index, value)
MERGELAB_FIELDS(TracedLaunch, first_block, blocks, threads)
MERGELAB_FIELDS(TracedBarrier, block, phase, place)
MERGELAB_FIELDS(TracedViolation, rule, message, events)
MERGELAB_FIELDS(TracedWait, block, thread, place)
MERGELAB_FIELDS(TracedCounter, place, sectors, turns, loads, stores)
MERGELAB_FIELDS(TracedWrong, index, expected, got, event, block, thread, array)
MERGELAB_FIELDS(TracedNumber, name, value)

void fields(auto& io, Is<Trace> auto& value) {
  MERGELAB_EACH_FIELD(lab, title)
  io("case", value.case_name);
  MERGELAB_EACH_FIELD(kit, blocks, threads, on_host, verdict, message, numbers, first_wrong, arrays, files,
                      places, launches, requests, events, barriers, violations, waiting, counters, cut)
}

}  // namespace mergelab
