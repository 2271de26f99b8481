// What is said of threads that wait for each other and can never meet.
#include <cstring>

#include "scheduler.hpp"

namespace simt::runtime {

bool Site::operator==(const Site& other) const {
  return line == other.line && (file == other.file || std::strcmp(file, other.file) == 0);
}

std::string place(const Site& site) {
  const char* slash = std::strrchr(site.file, '/');
  return std::string(slash == nullptr ? site.file : slash + 1) + ":" + std::to_string(site.line);
}

// No living thread can run. Names the first one and the first that waits for something else.
void Scheduler::report_stuck() {
  const unsigned first = alive_.first();
  unsigned other = first;
  for (unsigned t = first; t < threads_; ++t) {
    if (alive_.has(t) && (waits_[t] != waits_[first] || !(sites_[t] == sites_[first]))) {
      other = t;
      break;
    }
  }
  if (other == first) {
    fail({"divergent-barrier", thread_name(first) + " waits at " + place(sites_[first]) +
                                   " for lanes that wait there with another mask"});
  }
  const bool both_kinds = waits_[first] != waits_[other];
  const auto wait = [&](unsigned t) {
    const char* kind = !both_kinds ? "" : waits_[t] == Wait::Block ? "for its block " : "for its warp ";
    return kind + ("at " + place(sites_[t]));
  };
  fail({"divergent-barrier",
        thread_name(first) + " waits " + wait(first) + ", " + thread_name(other) + " " + wait(other)});
}

std::string Scheduler::thread_name(unsigned thread) const {
  const uint3& id = ids_[thread];
  const bool flat = block_.y == 1 && block_.z == 1;
  std::string name = flat ? "thread " : "thread (";
  name += std::to_string(id.x);
  if (flat) return name;
  name += ',';
  name += std::to_string(id.y);
  if (block_.z != 1) {
    name += ',';
    name += std::to_string(id.z);
  }
  name += ')';
  return name;
}

}  // namespace simt::runtime
