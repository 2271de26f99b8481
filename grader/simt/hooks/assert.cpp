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
  const simt::core::Line at{file, static_cast<int>(line)};
  scheduler.end_kernel(cudaErrorAssert,
                       {simt::Rule::assertion,
                        simt::check::show_thread(scheduler.running()) + ": assertion `" + expression +
                            "` failed, at " + simt::core::show(at),
                        "an assertion that fails ends the kernel, and the device can't be used any more"});
}
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
