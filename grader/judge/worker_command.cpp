#include "judge/worker_command.hpp"

#include "sandbox/bubblewrap.hpp"

namespace mergelab::judge {
namespace {

constexpr int kGpuOpenFiles = 1024;        // the driver opens dozens
constexpr std::int64_t kDriverMib = 4096;  // the driver's limit besides the student's memory, ample

}  // namespace

WorkerSetup worker_setup(const Job& job, const std::filesystem::path& object) {
  WorkerSetup setup;
  setup.worker = job.worker;
  setup.object = object;
  setup.limits = job.lab.limits;
  setup.backend = job.backend;
  setup.environment = job.environment;
  return setup;
}

sandbox::Command worker_command(const WorkerSetup& setup, int channel) {
  sandbox::Command command;
  command.argv = setup.wrapper;
  command.argv.insert(command.argv.end(), {setup.worker.string(), setup.object.string()});
  command.env = {{"LANG", "C"}, {"PATH", "/usr/bin:/bin"}};
  command.env.insert(setup.environment.begin(), setup.environment.end());
  command.channel = channel;
  command.limits.cpu_s = kLoadCpuS;
  command.limits.wall_s = wall_limit(kLoadCpuS);
  // CUDA reserves far more than it uses.
  if (setup.backend == Backend::cpu) command.limits.address_space_bytes = setup.limits.memory_mib << 20;
  if (setup.backend == Backend::gpu) {
    command.limits.open_files = kGpuOpenFiles;
    if (setup.wrapper.empty()) command.limits.resident_bytes = (setup.limits.memory_mib + kDriverMib) << 20;
  }
  command.limits.file_bytes = 1 << 20;
  command.limits.output_bytes = setup.limits.output_kib << 10;
  command.limits.drops_output = setup.local;
  command.confinement.emplace();
  command.confinement->readable = {setup.worker.parent_path(), setup.object};
  if (!setup.written.empty()) command.confinement->writable = {setup.written};
  if (setup.backend == Backend::gpu) {
    sandbox::show_gpu(command);
  } else {
    command.locks_itself = true;  // CUDA starts threads, and talks to its driver's services
  }
  return command;
}

}  // namespace mergelab::judge
