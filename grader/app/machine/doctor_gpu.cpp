// The part of `mergelab doctor` that looks for a GPU and its compiler.
#include <fmt/format.h>

#include "app/machine/doctor_checks.hpp"
#include "app/machine/gpu.hpp"
#include "app/machine/toolchain.hpp"

namespace mergelab::app {

Check check_gpu() {
  const GpuSearch search = find_gpu(build_root() / "bin" / "mergelab-worker-gpu");
  if (!search.gpu) return {"GPU", Check::State::good, search.reason + "; labs are graded on the CPU engine"};
  return {"GPU", Check::State::good,
          fmt::format("{}, CUDA toolkit {} ({})", search.gpu->name, search.gpu->toolkit,
                      search.gpu->nvcc.string())};
}

}  // namespace mergelab::app
