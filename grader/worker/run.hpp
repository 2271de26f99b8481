// One PREPARE message carried out: problems staged in host or device memory, called, and fetched. Device
// arrays go through the CUDA runtime's own calls, so that the CPU engine and a GPU serve alike.
#pragma once

#include "wire/channel.hpp"
#include "worker/call.h"
#include "worker/host_memory.hpp"
#include "worker/watch.hpp"

namespace mergelab::worker {

// The student's shared object, loaded: the one place that knows the names it exports.

class StudentObject {
 public:
  /// Loads the object, which runs its static initialisers. Throws std::runtime_error.
  explicit StudentObject(const std::string& path);

  void call(const MergelabCall& call) const;
  [[nodiscard]] int value_size() const { return value_size_; }
  /// The handle from dlopen.
  [[nodiscard]] void* handle() const { return handle_; }
  /// See mergelab_device_todo.
  [[nodiscard]] int device_todo() const;
  [[nodiscard]] const char* device_todo_file() const { return todo_file_.data(); }
  void install_hooks(void (*todo)(const char*, int), bool (*less)(unsigned, unsigned)) const;

 private:
  void* handle_ = nullptr;  // never closed: the process ends with it
  decltype(&mergelab_call) call_ = nullptr;
  decltype(&mergelab_install_hooks) install_hooks_ = nullptr;
  decltype(&mergelab_device_todo) device_todo_ = nullptr;
  mutable std::array<char, 64> todo_file_{};
  int value_size_ = 0;
};

/// One device allocation with its margins.
class DeviceBlock {
 public:
  DeviceBlock() = default;
  DeviceBlock(const DeviceBlock&) = delete;
  DeviceBlock& operator=(const DeviceBlock&) = delete;
  ~DeviceBlock();

  /// Allocates, and uploads `image`: a margin of `margin_before` bytes, the payload, and the margin after it.
  /// The payload's address is `shift` bytes past a multiple of 16. Throws CudaError.
  void* place(std::span<const std::byte> image, std::size_t margin_before, std::size_t shift);
  /// Allocates for such an image, and fills it with one byte.
  void* place_filled(std::size_t image_bytes, std::byte fill, std::size_t margin_before, std::size_t shift);
  /// Allocates `bytes` without writing them.
  void* reserve(std::size_t bytes) { return allocate(bytes, 0, 0); }
  /// Downloads the image, margins included. Throws CudaError.
  void fetch(std::span<std::byte> image) const;
  void release();

 private:
  void* allocate(std::size_t image_bytes, std::size_t margin_before, std::size_t shift);

  std::byte* allocation_ = nullptr;
  std::byte* image_ = nullptr;
};

/// Waits for the device and throws CudaError for what the student's launches left behind.
void synchronise();

/// The worker's side of the transport: what a rank sends goes to the judge, and what it is sent comes from
/// there. Serves the calls of table(); one at a time exists.
class Transport {
 public:
  /// Runs work that is not the student's code, in the middle of a call of it.
  using Outside = std::function<void(const std::function<void()>&)>;

  /// `memory`: what PREPARE brought for this rank.
  Transport(const wire::Prepare& prepare, wire::Mapping memory);
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  ~Transport();

  /// A call on a rank begins, by the START of this nonce.
  void begin(int ranks, std::uint64_t nonce, Outside outside);
  [[nodiscard]] static const MergelabTransport& table();

  // What the table's functions do; see MergelabTransport.
  void gather(const void* mine, int count, void* all, std::size_t size, const void* caller);
  void exchange(const void* send, const int* send_counts, void* receive, const int* receive_counts,
                std::size_t size, const void* caller);

 private:
  /// Sends it, and waits for the answer.
  void collect(wire::Collective message) const;
  [[nodiscard]] std::byte* outbox() const { return memory_.bytes().data(); }
  [[nodiscard]] std::byte* inbox() const { return memory_.bytes().data() + bytes_; }

  wire::Mapping memory_;
  std::size_t bytes_;  // of either half
  Outside outside_;
  int ranks_ = 0;
  std::uint64_t nonce_ = 0;
};

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
