// Keeps the last launch and the first refused one since the last cudaGetLastError.
#include "launches.hpp"

#include "checker.hpp"
#include "simt/core/lines.hpp"

namespace simt::check {
namespace {

constexpr const char* kAsk = "call cudaGetLastError() after the launch, and look at what it returns";

struct Launches {
  std::string refused;                    // why, of the first one
  std::uintptr_t refused_at = 0, at = 0;  // the calls; 0: none
};

Launches& unasked() {
  static Launches& launches = *new Launches;
  return launches;
}

std::string where(std::uintptr_t pc) { return " at " + show(core::line_of(pc)); }

}  // namespace

void Checker::launch_refused(const std::string& why, std::uintptr_t pc) {
  if (unasked().refused_at != 0) return;
  unasked().refused = why;
  unasked().refused_at = pc;
}

void Checker::launch_called(std::uintptr_t pc) { unasked().at = pc; }

void error_asked() { unasked() = {}; }
void forget_launches() { unasked() = {}; }
std::uintptr_t running_launch() { return unasked().at; }

std::vector<Violation> launch_violations() {
  std::vector<Violation> violations;
  if (unasked().refused_at != 0) {
    violations.push_back({Rule::invalid_launch,
                          "the launch" + where(unasked().refused_at) + " failed: " + unasked().refused +
                              "; cudaGetLastError() was not called",
                          kAsk});
  }
  if (unasked().at != 0) {
    violations.push_back({Rule::unasked_error,
                          "cudaGetLastError() was not called after the launch" + where(unasked().at), kAsk});
  }
  return violations;
}

}  // namespace simt::check
