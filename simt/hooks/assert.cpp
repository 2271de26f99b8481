// A failed assertion arrives here by the linker's --wrap. In a kernel it ends the kernel, not the process.
#include <cstdio>

#include "calls.hpp"
#include "simt/check/report.hpp"
#include "simt/core/builtins.hpp"
#include "simt/core/lines.hpp"
#include "simt/core/scheduler.hpp"
#include "simt/core/watch.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) noexcept
    __attribute__((noreturn));

[[noreturn]] void __wrap___assert_fail(const char* expression, const char* file, unsigned line,
                                       const char* function) {
  simt::core::Scheduler& scheduler = simt::core::Scheduler::instance();
  if (!scheduler.in_kernel()) __assert_fail(expression, file, line, function);
  // CUDA's own words.
  std::fprintf(simt::core::files().err,
               "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
               function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z,
               expression);
  simt::Finding found(simt::Message::assertion, simt::Advice::assertion_ends);
  found.access.by = simt::check::agent_of(scheduler.running());
  found.access.at = simt::core::site_of(simt::core::Line{file, static_cast<int>(line)});
  found.word = expression;
  scheduler.end_kernel(cudaErrorAssert, found);
}
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
