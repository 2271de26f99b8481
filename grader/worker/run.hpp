// One PREPARE message carried out: problems staged in host or device memory, called, and fetched.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wire/message.hpp"
#include "worker/device_memory.hpp"
#include "worker/host_memory.hpp"
#include "worker/student_object.hpp"
#include "worker/transport.hpp"
#include "worker/watch.hpp"

namespace mergelab::worker {

/// Staging a problem and fetching its result are separate from the call, so that the judge's clock sees only
/// the call: the first problem is staged before START, the last one is fetched after DONE.
class Run {
 public:
  /// `watch` gets the arrays. `exchange`: a rank's memory for the transport. Throws std::runtime_error for a
  /// layout that does not fit.
  Run(const StudentObject& object, const wire::Prepare& prepare, std::span<const std::byte> input,
      std::span<std::byte> output, Watch& watch, wire::Mapping exchange);

  void stage_first();
  /// `done` has the nonce of START, and gets what a timed call has to show.
  void call_all(wire::Done& done);
  [[nodiscard]] wire::Fetched fetch_last();
  /// The problem that is staged or called.
  [[nodiscard]] std::uint32_t index() const { return index_; }

 private:
  [[nodiscard]] wire::Problem problem(std::uint32_t index) const;
  /// Whether no problem before in this process had the same inputs.
  [[nodiscard]] bool has_new_inputs() const;
  [[nodiscard]] std::span<const wire::Argument> arguments() const;
  [[nodiscard]] void* place_shared(std::size_t argument) const;
  [[nodiscard]] void* place_on_host(std::size_t argument);
  [[nodiscard]] void* place_on_device(std::size_t argument);
  void stage(std::uint32_t index);
  /// Once the arrays are placed; `is_shared`: in the shared memory itself.
  void stage_call(bool is_shared);
  void call(const wire::Done& done);
  void copy_to_changed() const;
  void timed_call(wire::Done& done);
  /// Ends the process where a kernel reached a TODO.
  void stop_at_todo() const;
  void fetch();

  const StudentObject& object_;
  const wire::Prepare& prepare_;
  std::span<const std::byte> input_;
  std::span<std::byte> output_;
  Watch& watch_;
  std::uint32_t index_ = 0;
  wire::Problem current_;
  std::array<MergelabArray, wire::kMostArguments> arrays_{};
  MergelabCall call_{};
  std::vector<std::byte> returned_;  // by the calls, unless they write to the shared memory
  std::optional<Transport> transport_;
  std::array<DeviceBlock, wire::kMostArguments> blocks_;  // by argument
};

/// Names the array of the current problem that an address belongs to; see FaultExplainer.
bool explain_fault(std::uintptr_t address, bool is_write, Finding& found);

}  // namespace mergelab::worker
