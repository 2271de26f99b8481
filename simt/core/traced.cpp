#include "traced.hpp"

#include <algorithm>
#include <cstring>
#include <simt/engine.hpp>

#include "watch.hpp"

namespace simt::core {

TraceMemory* traced = nullptr;

std::uint32_t next_event() {
  return traced == nullptr || traced->cut != 0 ? Finding::kNoEvent : traced->event_count;
}

std::uint32_t event_of(unsigned thread, std::uintptr_t pc, std::uintptr_t address) {
  if (traced == nullptr) return Finding::kNoEvent;
  for (std::uint32_t i = traced->event_count; i-- > 0;) {
    const TraceEvent& event = traced->events[i];
    const TraceArray& array = traced->arrays[event.array];
    const std::uintptr_t at = array.space == TraceSpace::shared ? address - watch.shared_begin : address;
    const std::uintptr_t begin = array.begin + event.offset;
    if (event.thread == thread && traced->places[event.place].pc == pc - watch.text_begin &&
        at - begin < event.bytes)
      return i;
  }
  return Finding::kNoEvent;
}

void put_name(char (&to)[64], const char* text) {
  const std::size_t length = std::min(std::strlen(text), sizeof to - 1);
  std::memcpy(to, text, length);
  to[length] = '\0';
}

}  // namespace simt::core
