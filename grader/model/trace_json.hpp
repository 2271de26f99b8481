// The fields of a trace, for the judge's message and for the file that users get.
#pragma once

#include "model/json.hpp"
#include "model/trace.hpp"

namespace mergelab {

void fields(auto& io, Is<TracedArray> auto& array) {
  io("name", array.name);
  io("space", array.space);
  io("elements", array.elements);
  io("element_bytes", array.element_bytes);
  io("offset", array.offset);
  io("type", array.type);
  io("shape", array.shape);
  io("input", array.input);
  io("expected", array.expected);
  io("output", array.output);
  io("wrong", array.wrong);
}
void fields(auto& io, Is<TracedFile> auto& file) {
  io("name", file.name);
  io("lines", file.lines);
}
void fields(auto& io, Is<TracedPlace> auto& place) {
  io("file", place.file);
  io("line", place.line);
  io("function", place.function);
}
void fields(auto& io, Is<TracedRequests> auto& requests) {
  io("block", requests.block);
  io("phase", requests.phase);
  io("warp", requests.warp);
  io("place", requests.place);
  io("kind", requests.kind);
  io("array", requests.array);
  io("sectors", requests.sectors);
  io("turns", requests.turns);
  io("first", requests.first);
}
void fields(auto& io, Is<TracedEvents> auto& events) {
  io("lane", events.lane);
  io("index", events.index);
  io("value", events.value);
}
void fields(auto& io, Is<TracedLaunch> auto& launch) {
  io("first_block", launch.first_block);
  io("blocks", launch.blocks);
  io("threads", launch.threads);
}
void fields(auto& io, Is<TracedBarrier> auto& barrier) {
  io("block", barrier.block);
  io("phase", barrier.phase);
  io("place", barrier.place);
}
void fields(auto& io, Is<TracedViolation> auto& violation) {
  io("rule", violation.rule);
  io("message", violation.message);
  io("events", violation.events);
}
void fields(auto& io, Is<TracedWait> auto& wait) {
  io("block", wait.block);
  io("thread", wait.thread);
  io("place", wait.place);
}
void fields(auto& io, Is<TracedCounter> auto& counter) {
  io("place", counter.place);
  io("sectors", counter.sectors);
  io("turns", counter.turns);
  io("loads", counter.loads);
  io("stores", counter.stores);
}
void fields(auto& io, Is<TracedWrong> auto& wrong) {
  io("index", wrong.index);
  io("expected", wrong.expected);
  io("got", wrong.got);
  io("event", wrong.event);
  io("block", wrong.block);
  io("thread", wrong.thread);
  io("array", wrong.array);
}
void fields(auto& io, Is<TracedNumber> auto& number) {
  io("name", number.name);
  io("value", number.value);
}

void fields(auto& io, Is<Trace> auto& trace) {
  io("lab", trace.lab);
  io("title", trace.title);
  io("case", trace.case_name);
  io("kit", trace.kit);
  io("blocks", trace.blocks);
  io("threads", trace.threads);
  io("on_host", trace.on_host);
  io("verdict", trace.verdict);
  io("message", trace.message);
  io("numbers", trace.numbers);
  io("first_wrong", trace.first_wrong);
  io("arrays", trace.arrays);
  io("files", trace.files);
  io("places", trace.places);
  io("launches", trace.launches);
  io("requests", trace.requests);
  io("events", trace.events);
  io("barriers", trace.barriers);
  io("violations", trace.violations);
  io("waiting", trace.waiting);
  io("counters", trace.counters);
  io("cut", trace.cut);
}

}  // namespace mergelab
