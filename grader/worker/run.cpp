#include "worker/run.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <set>

#include "worker/cuda_check.hpp"
#include "worker/timing.hpp"

namespace mergelab::worker {
namespace {

template <class Function>
Function symbol(void* handle, const char* name) {
  void* address = ::dlsym(handle, name);
  if (address == nullptr) throw std::runtime_error(std::string("the lab's object does not export ") + name);
  return reinterpret_cast<Function>(address);
}

using finding::Message;

constexpr std::size_t kAlign = 256;  // of cudaMalloc

constexpr const char *kAllGather = "all_gather", *kAllToAll = "all_to_all";

Transport* current = nullptr;

void gather(const void* mine, int count, void* all, std::size_t size, const void* caller) {
  current->gather(mine, count, all, size, caller);
}
void exchange(const void* send, const int* send_counts, void* receive, const int* receive_counts,
              std::size_t size, const void* caller) {
  current->exchange(send, send_counts, receive, receive_counts, size, caller);
}

using Role = wire::Argument::Role;

/// The arrays of the current problem under their names, where the fault handler finds them.
struct HostArray {
  finding::Text<32> name;
  GuardedArray array;
  std::size_t element_bytes = 1;
};
struct DeviceArray {
  finding::Text<32> name;
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::size_t element_bytes = 1;
};
std::array<HostArray, wire::kMostArguments> host_arrays;
std::array<DeviceArray, wire::kMostArguments> device_arrays;

std::size_t payload_begin(const wire::Buffer& buffer) { return buffer.offset + buffer.margin_before; }

/// Makes the kernel map them now, and not when a call first reads them.
void touch_pages(std::span<const std::byte> memory) {
  constexpr std::size_t kSmallestPage = 4096;
  for (std::size_t at = 0; at < memory.size(); at += kSmallestPage)
    static_cast<void>(*static_cast<const volatile std::byte*>(memory.data() + at));
}

}  // namespace

StudentObject::StudentObject(const std::string& path)
    : handle_(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    const char* reason = ::dlerror();
    throw std::runtime_error(reason != nullptr ? reason : "dlopen failed");
  }
  call_ = symbol<decltype(call_)>(handle_, "mergelab_call");
  install_hooks_ = symbol<decltype(install_hooks_)>(handle_, "mergelab_install_hooks");
  device_todo_ = symbol<decltype(device_todo_)>(handle_, "mergelab_device_todo");
  value_size_ = symbol<decltype(&mergelab_value_size)>(handle_, "mergelab_value_size")();
}

// An exception of the student's that nobody catches ends the process as it ends any program.
void StudentObject::call(const MergelabCall& call) const {
  try {
    call_object(call_, call);
  } catch (const std::bad_array_new_length&) {
    std::abort();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    std::abort();
  }
}

int StudentObject::device_todo() const {
  return device_todo_(todo_file_.data(), static_cast<int>(todo_file_.size()));
}

void StudentObject::install_hooks(void (*todo)(const char*, int), bool (*less)(unsigned, unsigned)) const {
  install_hooks_(todo, less);
}

DeviceBlock::~DeviceBlock() { release(); }

void DeviceBlock::release() {
  if (allocation_ != nullptr) static_cast<void>(cudaFree(allocation_));
  allocation_ = image_ = nullptr;
}

void* DeviceBlock::allocate(std::size_t image_bytes, std::size_t margin_before, std::size_t shift) {
  release();
  void* raw = nullptr;
  check(cudaMalloc(&raw, kAlign + shift + image_bytes), "cudaMalloc");
  allocation_ = static_cast<std::byte*>(raw);
  std::byte* payload = allocation_ + kAlign + shift;
  image_ = payload - margin_before;
  return payload;
}

void* DeviceBlock::place_filled(std::size_t image_bytes, std::byte fill, std::size_t margin_before,
                                std::size_t shift) {
  void* payload = allocate(image_bytes, margin_before, shift);
  check(cudaMemset(image_, std::to_integer<int>(fill), image_bytes), "cudaMemset");
  return payload;
}

void* DeviceBlock::place(std::span<const std::byte> image, std::size_t margin_before, std::size_t shift) {
  void* payload = allocate(image.size(), margin_before, shift);
  check(cudaMemcpy(image_, image.data(), image.size(), cudaMemcpyHostToDevice), "cudaMemcpy to the device");
  return payload;
}

void DeviceBlock::fetch(std::span<std::byte> image) const {
  check(cudaMemcpy(image.data(), image_, image.size(), cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
}

void synchronise() {
  check(cudaGetLastError(), "kernel launch");
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

Transport::Transport(const wire::Prepare& prepare, wire::Mapping memory)
    : memory_(std::move(memory)), bytes_(prepare.exchange_bytes) {
  current = this;
}

Transport::~Transport() { current = nullptr; }

void Transport::begin(int ranks, std::uint64_t nonce, Outside outside) {
  ranks_ = ranks;
  nonce_ = nonce;
  outside_ = std::move(outside);
}

const MergelabTransport& Transport::table() {
  static constexpr MergelabTransport kTable{worker::gather, worker::exchange};
  return kTable;
}

void Transport::collect(wire::Collective message) const {
  message.header.nonce = nonce_;
  if (!wire::send(wire::kChannel, message)) ::_exit(0);
  std::optional<wire::Packet> packet = wire::receive(wire::kChannel);
  if (packet && packet->as<wire::Locate>()) {
    wire::Located answer;
    answer.header.nonce = nonce_;
    answer.line = calling_line();
    static_cast<void>(wire::send(wire::kChannel, answer));
    packet = wire::receive(wire::kChannel);
  }
  if (!packet) ::_exit(0);  // the judge is gone, or has seen enough
  if (!packet->as<wire::Collected>()) stop(wire::Stop::misuse);
}

void Transport::gather(const void* mine, int count, void* all, std::size_t size, const void* caller) {
  require_host_caller();
  wire::Collective message;
  message.operation = wire::Operation::all_gather;
  message.count = count;
  message.size = size;
  const std::size_t bytes =
      wire::bytes_of({&count, 1}, size, bytes_ / static_cast<std::size_t>(ranks_)).value_or(0);
  const std::size_t all_bytes = static_cast<std::size_t>(ranks_) * bytes;
  if (bytes > 0) {
    touch_host(mine, bytes, false, caller);
    std::memcpy(outbox(), mine, bytes);
  }
  collect(message);
  if (bytes == 0) return;
  touch_host(all, all_bytes, true, caller);
  std::memcpy(all, inbox(), all_bytes);
  record_host_values(kAllGather, all_bytes - bytes, caller);
}

void Transport::exchange(const void* send, const int* send_counts, void* receive, const int* receive_counts,
                         std::size_t size, const void* caller) {
  require_host_caller();
  for (const int* counts : {send_counts, receive_counts})
    touch_host(counts, static_cast<std::size_t>(ranks_) * sizeof *counts, false, caller);
  const auto ranks = static_cast<std::size_t>(ranks_);
  const std::span sends(send_counts, ranks), receives(receive_counts, ranks);
  wire::Collective message;
  message.operation = wire::Operation::all_to_all;
  message.size = size;
  std::ranges::copy(sends, message.send.begin());
  std::ranges::copy(receives, message.receive.begin());
  outside_([&] {
    const std::size_t sent = wire::bytes_of(sends, size, bytes_).value_or(0);
    if (sent > 0) copy_from_device(kAllToAll, outbox(), send, sent);
    collect(message);
    const std::size_t received = wire::bytes_of(receives, size, bytes_).value_or(0);
    if (received > 0) copy_to_device(kAllToAll, receive, inbox(), received);
  });
}

bool explain_fault(std::uintptr_t address, bool is_write, Finding& found) {
  const auto explain = [&](Message message, std::string_view name, std::ptrdiff_t index, std::size_t length) {
    found = Finding(message);
    found.access.verb = is_write ? finding::Access::Verb::write : finding::Access::Verb::read;
    found.access.memory.form = finding::Memory::Form::element;
    found.access.memory.name = name;
    found.access.memory.index = index;
    found.access.memory.extent = length;
    return true;
  };
  for (const HostArray& named : host_arrays) {
    if (!named.array.covers(address)) continue;
    const std::ptrdiff_t offset = named.array.offset_of(address);
    const auto bytes = static_cast<std::ptrdiff_t>(named.element_bytes);
    const auto length = static_cast<std::ptrdiff_t>(named.array.payload().size()) / bytes;
    // Round down also below 0.
    const std::ptrdiff_t index = offset >= 0 ? offset / bytes : -((-offset + bytes - 1) / bytes);
    const bool is_inside = index >= 0 && index < length;
    explain(is_inside ? Message::wrote_to_input : Message::passed_array_end, named.name.view(), index,
            static_cast<std::size_t>(length));
    if (!is_inside && !is_write) found.rule = finding::Rule::read_outside;
    return true;
  }
  for (const DeviceArray& array : device_arrays) {
    if (address < array.begin || address - array.begin >= array.bytes) continue;
    explain(Message::host_touched_device, array.name.view(),
            static_cast<std::ptrdiff_t>((address - array.begin) / array.element_bytes), 0);
    found.advice = finding::Advice::copy_from_device;
    return true;
  }
  return false;
}

Run::Run(const StudentObject& object, const wire::Prepare& prepare, std::span<const std::byte> input,
         std::span<std::byte> output, Watch& watch, wire::Mapping exchange)
    : object_(object), prepare_(prepare), input_(input), output_(output), watch_(watch) {
  if (prepare.argument_count > wire::kMostArguments) throw std::runtime_error("too many arguments");
  if (prepare.exchange_bytes > 0) transport_.emplace(prepare, std::move(exchange));
  if (prepare.problem_count == 0 || prepare.problem_count > input.size() / sizeof(wire::Problem))
    throw std::runtime_error("a table of problems that does not fit its memory");
}

wire::Problem Run::problem(std::uint32_t index) const {
  wire::Problem entry;
  std::memcpy(&entry, input_.data() + index * sizeof entry, sizeof entry);
  return entry;
}

std::span<const wire::Argument> Run::arguments() const {
  return std::span(prepare_.arguments).first(prepare_.argument_count);
}

bool Run::has_new_inputs() const {
  if (prepare_.timed != wire::Timed::no) return true;  // they are drawn anew, and too many to look at
  std::vector<std::size_t> inputs;
  for (std::size_t i = 0; i < arguments().size(); ++i) {
    if (!arguments()[i].is_input()) continue;
    const auto payload = input_.subspan(payload_begin(current_.arrays[i]), current_.arrays[i].bytes);
    inputs.push_back(
        std::hash<std::string_view>{}({reinterpret_cast<const char*>(payload.data()), payload.size()}));
  }
  static std::set<std::vector<std::size_t>>& known = *new std::set<std::vector<std::size_t>>;
  return known.insert(std::move(inputs)).second;
}

/// The shared memory itself: the inputs are not there yet, and outputs are not copied.
void* Run::place_shared(std::size_t argument) const {
  const wire::Buffer& buffer = current_.arrays[argument];
  if (arguments()[argument].role == Role::in)
    return const_cast<std::byte*>(input_.data() + payload_begin(buffer));
  std::byte* const out = output_.data() + payload_begin(buffer);
  std::memset(out, std::to_integer<int>(wire::kPoison), buffer.bytes);
  return out;
}

void* Run::place_on_host(std::size_t argument) {
  const wire::Argument& of = arguments()[argument];
  HostArray& host = host_arrays[argument];
  host.name = of.name;
  host.element_bytes = std::max<std::size_t>(of.element_bytes, 1);
  const wire::Buffer& buffer = current_.arrays[argument];
  return host.array.place(input_.subspan(payload_begin(buffer), buffer.bytes), prepare_.placement,
                          of.role != Role::in);
}

void* Run::place_on_device(std::size_t argument) {
  const wire::Buffer& buffer = current_.arrays[argument];
  DeviceBlock& block = blocks_[argument];
  const auto index = static_cast<std::int32_t>(argument);
  if (arguments()[argument].role == Role::scratch) return block.reserve(buffer.bytes);
  if (arguments()[argument].role == Role::out && prepare_.timed != wire::Timed::no)
    return block.place_filled(buffer.image_bytes(), wire::kPoison, buffer.margin_before, buffer.shift);
  if (current_.adjacent == index) {
    const MergelabArray& before = arrays_[static_cast<std::size_t>(current_.before)];
    block.release();
    return static_cast<std::byte*>(before.data) + before.bytes;
  }
  std::size_t bytes = buffer.image_bytes();
  // The payloads are also side by side in the image.
  if (current_.before == index)
    bytes += current_.arrays[static_cast<std::size_t>(current_.adjacent)].image_bytes();
  return block.place(input_.subspan(buffer.offset, bytes), buffer.margin_before, buffer.shift);
}

void Run::stage(std::uint32_t index) {
  index_ = index;
  current_ = problem(index);
  set_current_problem(index);
  const bool on_host = prepare_.memory == wire::Memory::host;
  const bool is_shared = on_host && prepare_.timed != wire::Timed::no;
  watch_.begin();
  for (std::size_t i = 0; i < arguments().size(); ++i) {
    const wire::Argument& of = arguments()[i];
    arrays_[i] = {};
    if (of.role == Role::number) continue;
    const std::size_t bytes = current_.arrays[i].bytes;
    const bool is_input = of.role == Role::in;
    arrays_[i] = {is_shared ? place_shared(i)
                  : on_host ? place_on_host(i)
                            : place_on_device(i),
                  bytes, is_input};
    if (is_shared) continue;
    void* const memory = arrays_[i].data;
    const std::string name = of.name.string();
    if (on_host) {
      watch_.allow_host(memory, bytes, name.c_str(), is_input);
    } else {
      device_arrays[i] = {of.name, reinterpret_cast<std::uintptr_t>(memory), bytes,
                          std::max<std::size_t>(of.element_bytes, 1)};
      watch_.allow_device(static_cast<std::uint32_t>(i), of, memory, bytes);
      if (of.covered != 0)
        watch_.cover(static_cast<std::uint32_t>(i), memory, bytes, of.element_bytes, is_input);
    }
    // Of a struct in parts that its fields begin with.
    constexpr std::size_t kWidest = 8;
    const std::size_t width = std::size_t{of.element_bytes} & (~std::size_t{of.element_bytes} + 1);
    watch_.trace_array(memory, bytes, std::clamp<std::size_t>(width, 1, kWidest), name.c_str(),
                       prepare_.memory);
  }
  if (is_shared) touch_pages(input_);
  if (!on_host) watch_.expect_problem(current_, has_new_inputs());
  stage_call(is_shared);
}

void Run::stage_call(bool is_shared) {
  const wire::Problem& p = current_;
  void* returned = nullptr;
  if (p.returned.bytes > 0) {
    returned_.assign(is_shared ? 0 : p.returned.bytes, wire::kPoison);
    returned = is_shared ? output_.data() + payload_begin(p.returned) : returned_.data();
    if (is_shared) std::memset(returned, std::to_integer<int>(wire::kPoison), p.returned.bytes);
  }
  call_ = {.arrays = arrays_.data(),
           .argument_count = static_cast<int>(arguments().size()),
           .rows = reinterpret_cast<const unsigned char*>(input_.data() + p.rows_offset),
           .call_count = static_cast<int>(p.call_count),
           .returned = returned,
           .rank = p.rank,
           .ranks = p.ranks,
           .transport = nullptr};
  if (p.ranks > 0) {
    if (!transport_) throw std::runtime_error("a rank without a transport");
    call_.transport = &Transport::table();
    watch_.allow_host(call_.transport, sizeof *call_.transport, "the call", true);
  }
  watch_.allow_host(&call_, sizeof call_, "the call", true);
  watch_.allow_host(arrays_.data(), sizeof arrays_, "the call", true);
  watch_.allow_host(call_.rows, std::size_t{p.row_bytes} * p.call_count, "the call", true);
  if (returned == nullptr) return;
  watch_.allow_host(returned, p.returned.bytes, "the call", false);
  if (!is_shared)
    watch_.trace_array(returned, p.returned.bytes, p.returned.bytes / p.call_count, "returned",
                       wire::Memory::host);
}

void Run::call(const wire::Done& done) {
  const void* const frame = __builtin_frame_address(0);
  if (transport_) {
    transport_->begin(current_.ranks, done.header.nonce, [this, frame](const auto& work) {
      watch_.leave_object();
      work();
      watch_.enter_object(frame);
    });
  }
  watch_.enter_object(frame);
  watch_returned(returned_, current_.call_count);
  object_.call(call_);
  watch_returned({}, 0);
  watch_.leave_object();
  if (prepare_.memory == wire::Memory::device) synchronise();
  stop_at_todo();
}

void Run::stop_at_todo() const {
  if (const int todo = object_.device_todo(); todo > 0)
    worker::stop_at_todo(object_.device_todo_file(), todo);
}

/// Where the call works on the shared memory itself: the contents that it changes have come by now.
void Run::copy_to_changed() const {
  for (std::size_t i = 0; i < arguments().size(); ++i) {
    const wire::Buffer& buffer = current_.arrays[i];
    if (arguments()[i].role == Role::inout && buffer.bytes > 0)
      std::memcpy(arrays_[i].data, input_.data() + payload_begin(buffer), buffer.bytes);
  }
}

void Run::timed_call(wire::Done& done) {
  if (prepare_.memory == wire::Memory::host) {
    copy_to_changed();
    return object_.call(call_);
  }
  CallTimer timer;
  watch_.enter_object(__builtin_frame_address(0));
  timer.start();
  object_.call(call_);
  timer.stop();
  watch_.leave_object();
  synchronise();
  std::uint64_t output = 0;  // its number
  for (std::size_t i = 0; i < arguments().size(); ++i) {
    if (arguments()[i].is_output())
      done.digest += digest_on_device(arrays_[i].data, arrays_[i].bytes, done.header.nonce + output++);
  }
  done.event_s = timer.seconds();
}

void Run::fetch() {
  const wire::Problem& p = current_;
  if (!returned_.empty())
    std::ranges::copy(returned_, output_.begin() + static_cast<std::ptrdiff_t>(payload_begin(p.returned)));
  const bool is_timed = prepare_.timed != wire::Timed::no;
  for (std::size_t i = 0; i < arguments().size(); ++i) {
    const Role role = arguments()[i].role;
    if (role == Role::number) continue;
    const wire::Buffer& buffer = p.arrays[i];
    if (prepare_.memory == wire::Memory::host) {
      const std::span<const std::byte> payload = host_arrays[i].array.payload();
      if (!payload.empty())
        std::memcpy(output_.data() + payload_begin(buffer), payload.data(), payload.size());
      continue;
    }
    // A fetched array is freed before the next one is fetched: all of them would take their memory twice. A
    // watched one must still be reported by its name.
    DeviceBlock& block = blocks_[i];
    const bool is_part = p.adjacent == static_cast<std::int32_t>(i);  // of the array before it
    if (role != Role::scratch && !is_part && (arguments()[i].is_output() || !is_timed)) {
      const bool has_more = p.before == static_cast<std::int32_t>(i);
      const std::size_t more = has_more ? p.arrays[static_cast<std::size_t>(p.adjacent)].image_bytes() : 0;
      const std::span<std::byte> fetched = output_.subspan(buffer.offset, buffer.image_bytes() + more);
      wire::populate(fetched);
      block.fetch(fetched);
    }
    if (!is_timed && prepare_.watch == 0) block.release();
  }
}

void Run::stage_first() {
  stage(0);
  if (prepare_.timed != wire::Timed::no) warm_up_device();
}

void Run::call_all(wire::Done& done) {
  if (prepare_.timed != wire::Timed::no) return timed_call(done);
  call(done);
  for (std::uint32_t next = 1; next < prepare_.problem_count; ++next) {
    fetch();
    stage(next);
    call(done);
  }
}

wire::Fetched Run::fetch_last() {
  if (prepare_.timed != wire::Timed::no) stop_at_todo();  // too slow to ask while the clock runs
  fetch();
  wire::Fetched fetched;
  watch_.report(fetched);
  return fetched;
}

}  // namespace mergelab::worker
