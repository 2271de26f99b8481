// lying_worker OBJECT, instead of mergelab-worker: a worker controlled by a submission. It merges correctly,
// and lies as LIE in its environment says; "fuzz" is any lies at any time, drawn from SEED. Every text that
// it sends contains the word SECRET.
#include <fcntl.h>
#include <sys/mman.h>

#include <cstdlib>

#include "simt/include/simt/trace.hpp"
#include "solver.hpp"
#include "wire/digest.hpp"

namespace {

using namespace mergelab;

std::string lie;
judge::Random random_numbers(1);

/// Whether to lie here; the fuzzer lies at one in so many places, except those that the judge waits for.
bool tells(std::string_view name) {
  const bool is_slow = name.starts_with("close") || name.starts_with("empty");
  return lie == name || (lie == "fuzz" && !is_slow && random_numbers.below(60) == 0);
}

void send_raw(std::size_t bytes) {
  const std::vector<std::byte> packet(bytes, std::byte{0x41});
  static_cast<void>(wire::send_bytes(wire::kChannel, packet));
}

/// Of any enumerators and numbers, in which every name is SECRET.
Finding lying_finding() {
  Finding found;
  const auto byte = [] { return static_cast<std::uint8_t>(random_numbers.below(256)); };
  found.message = static_cast<finding::Message>(byte());
  found.advice = static_cast<finding::Advice>(byte());
  found.rule = static_cast<finding::Rule>(byte());
  for (finding::Access* access : {&found.access, &found.other}) {
    access->verb = static_cast<finding::Access::Verb>(byte());
    access->wait = static_cast<finding::Access::Wait>(byte());
    access->by.kind = static_cast<finding::Agent::Kind>(byte());
    access->by.in = static_cast<finding::Agent::In>(byte());
    access->at = access->caller = {"SECRET.cuh", 1};
    finding::Memory& memory = access->memory;
    memory.form = static_cast<finding::Memory::Form>(byte());
    memory.is_shared = byte();
    memory.name = memory.past = "SECRET";
    for (finding::Part& part : memory.parts) part = {"SECRET", -1};
    for (finding::CallOf& call : memory.calls) call = {{"SECRET.cuh", 1}, "SECRET"};
  }
  found.numbers.fill(std::numeric_limits<std::int64_t>::min());
  found.more_threads = ~std::uint64_t{0};
  found.returned.kind = static_cast<finding::Agent::Kind>(byte());
  found.word = "SECRET\x1b[31m";
  found.other_word = "SECRET";
  return found;
}

[[noreturn]] void stop(std::uint32_t reason) {
  wire::Stopped stopped;
  stopped.reason = static_cast<wire::Stop>(reason);
  stopped.launches.count = ~std::uint64_t{0};
  stopped.launches.grid = stopped.launches.block = {~0U, ~0U, ~0U};
  stopped.first = lying_finding();
  stopped.last = lying_finding();
  static_cast<void>(wire::send(wire::kChannel, stopped));
  ::_exit(0);
}

/// What can be done instead of any answer.
void lie_instead(const char* when) {
  const auto here = [&](const char* what) { return tells(std::string(what) + "_" + when); };
  if (here("exit")) ::_exit(0);
  if (here("crash")) std::abort();
  if (here("close")) {
    ::close(wire::kChannel);
    ::pause();
  }
  if (here("empty")) send_raw(0);
  if (here("short")) send_raw(4);
  if (here("long")) send_raw(100'000);
  if (here("flood")) {
    for (int i = 0; i < 10'000; ++i) send_raw(64);
  }
  for (std::uint32_t reason = 0; reason < 8; ++reason)
    if (here(("stop" + std::to_string(reason)).c_str())) stop(reason);
  if (lie == "sleep" && std::string_view(when) == "done") ::pause();
  if (lie == "spin" && std::string_view(when) == "done") {
    for (static volatile bool goes_on = true; goes_on;) {
    }
  }
}

template <class Message>
void answer(Message message, const char* when) {
  lie_instead(when);
  if (tells("wrong_nonce")) message.header.nonce += 1;
  if (tells("wrong_kind")) message.header.kind = wire::Kind::hello;
  if (tells("wrong_magic")) message.header.magic = 0;
  const int null = ::open("/dev/null", O_RDONLY);
  const std::array<int, 2> descriptors{null, wire::kChannel};
  const bool attached = tells("descriptors");
  if (!wire::send(wire::kChannel, message,
                  attached ? std::span<const int>(descriptors) : std::span<const int>()))
    ::_exit(0);
  ::close(null);
  if (tells("twice")) static_cast<void>(wire::send(wire::kChannel, message));
}

template <class Message>
Message expect() {
  const std::optional<wire::Packet> packet = wire::receive(wire::kChannel);
  const std::optional<Message> message = packet ? packet->as<Message>() : std::nullopt;
  if (!message) ::_exit(0);
  return *message;
}

ValueType type_of(const std::string& object) {
  const std::string name = object.substr(object.rfind('/') + 1);
  return name.starts_with("record")    ? ValueType::record
         : name.starts_with("counted") ? ValueType::counted
                                       : ValueType::int32;
}

void lie_about(wire::Fetched& fetched) {
  if (tells("no_launch")) fetched.launches.count = 0;
  if (tells("huge_launch")) fetched.launches.grid = {0x7fffffff, 65535, 65535};
  if (tells("huge_block")) fetched.launches.block = {~0U, ~0U, ~0U};
  if (tells("no_traffic")) fetched.traffic = {};
  if (tells("much_traffic")) {
    std::array<std::uint64_t, sizeof fetched.traffic / sizeof(std::uint64_t)> most{};
    most.fill(~std::uint64_t{0});
    std::memcpy(static_cast<void*>(&fetched.traffic), most.data(), sizeof most);
  }
  if (tells("no_sectors")) fetched.traffic.load_sectors = fetched.traffic.store_sectors = 0;
  if (tells("no_span")) fetched.traffic.span = 0;
  using Why = wire::Uncovered::Why;
  if (tells("unread")) fetched.uncovered = {3, 17, 2, Why::untouched};
  if (tells("unwritten")) fetched.uncovered = {1, 18, 4, Why::untouched};
  if (tells("by_host")) fetched.uncovered = {2, 19, 4, Why::by_host};
  if (tells("changed")) fetched.uncovered = {1, 20, 4, Why::changed};
  if (tells("odd_cover")) std::memset(static_cast<void*>(&fetched.uncovered), 0xff, sizeof fetched.uncovered);
  if (tells("announces_many")) fetched.violation_count = fetched.line_count = ~0U;
  if (tells("announces_more")) fetched.violation_count = 3;
  if (tells("violations")) fetched.violation_count = wire::kMostViolations;
  if (tells("lines")) fetched.line_count = wire::kMostLines;
}

void lie_about(std::vector<std::byte>& output, const std::vector<wire::Problem>& problems,
               const judge::Solver& solver) {
  const wire::Buffer& first = solver.c(problems.front());
  std::byte* c = output.data() + solver.payload_begin(first);
  if (tells("no_output")) std::memset(c, 0xa5, first.bytes);
  if (tells("half_output")) std::memset(c + first.bytes / 2, 0xa5, first.bytes - first.bytes / 2);
  if (tells("other_output")) std::memset(c, 0, first.bytes);
  if (tells("changed_input")) {
    for (const wire::Problem& problem : problems)
      output[solver.payload_begin(solver.a(problem))] ^= std::byte{1};
  }
}

/// A log of any bytes, in which the text of all names is SECRET.
void lie_about_trace(int memory) {
  const wire::Mapping mapped(memory, sizeof(simt::TraceMemory), true);
  auto& log = *reinterpret_cast<simt::TraceMemory*>(mapped.bytes().data());
  if (tells("trace_ones")) std::memset(mapped.bytes().data(), 0xff, mapped.bytes().size());
  if (tells("trace_names")) {
    log.array_count = 4;
    log.place_count = log.event_count = 1;
    for (simt::TraceArray& array : log.arrays) array = {0, 16, 0, simt::TraceSpace::global, 4, "SECRET"};
    log.places[0] = {1, 1, "SECRET.cuh", "SECRET"};
    log.events[0].array = 3;
    log.events[0].bytes = 4;
  }
  if (tells("trace_fuzz")) {
    for (std::size_t i = 0; i < 400; ++i)
      mapped.bytes()[random_numbers.below(sizeof log)] = static_cast<std::byte>(random_numbers.below(256));
    for (std::uint32_t* count : {&log.event_count, &log.request_count, &log.lane_count, &log.place_count})
      *count = static_cast<std::uint32_t>(random_numbers.below(600));
    log.array_count = 5;
  }
}

void send_details(const wire::Fetched& fetched) {
  const bool more = lie == "announces_more";
  for (std::uint32_t i = 0; i < std::min(fetched.violation_count, 100U) - (more ? 2 : 0); ++i) {
    wire::Violation violation;
    violation.header.nonce = fetched.header.nonce;
    violation.finding = lying_finding();
    answer(violation, "violation");
  }
  for (std::uint32_t i = 0; i < std::min(fetched.line_count, 300U); ++i) {
    wire::Line line;
    line.header.nonce = fetched.header.nonce;
    line.site = {"SECRET.cuh", -1};
    line.requests = line.sectors = line.wavefronts = line.lanes = ~std::uint64_t{0};
    answer(line, "line");
  }
}

/// The judge's answer; exits without one.
bool asks(std::uint64_t nonce, std::uint32_t problem, std::uint32_t a, std::uint32_t b) {
  wire::Compare compare;
  compare.header.nonce = nonce;
  compare.problem = problem;
  compare.token_a = a;
  compare.token_b = b;
  answer(compare, "compare");
  return expect<wire::Compared>().less != 0;
}

void ask_too_much(std::uint64_t nonce) {
  if (tells("odd_comparisons")) asks(nonce, 0, ~0U, 12345);
  if (tells("odd_problem")) asks(nonce, ~0U, 0, 1);
  if (!tells("many_comparisons")) return;
  for (int i = 0; i < 100'000; ++i) asks(nonce, 0, 0, 1);
}

/// Answers one PREPARE; returns what came after it.
std::optional<wire::Packet> serve(ValueType type, const wire::Packet& packet) {
  const auto prepare = packet.as<wire::Prepare>();
  if (!prepare || packet.descriptors.size() < 2) ::_exit(0);
  const wire::Mapping input(packet.descriptors[0].get(), prepare->bytes, false);
  const wire::Mapping output(packet.descriptors[1].get(), prepare->bytes, true);
  std::vector<wire::Problem> problems(prepare->problem_count);
  std::memcpy(problems.data(), input.bytes().data(), problems.size() * sizeof(wire::Problem));
  wire::Ready ready;
  ready.header.nonce = prepare->header.nonce;
  answer(ready, "ready");
  wire::Done done;
  if (tells("early_done")) answer(done, "done");
  const std::uint64_t nonce = done.header.nonce = expect<wire::Start>().header.nonce;
  const auto less = [&](std::uint32_t problem, std::uint32_t a, std::uint32_t b) {
    return asks(nonce, problem, a, b);
  };
  const auto arguments = std::span(prepare->arguments).first(prepare->argument_count);
  judge::Solver solver(input.bytes(), arguments, problems, type, less);
  std::vector<std::byte> solved = solver.solve();
  if (type == ValueType::counted) ask_too_much(nonce);
  const wire::Buffer& c = solver.c(problems.front());
  done.digest = wire::digest(solved.data() + c.offset + c.margin_before, c.bytes, nonce);
  if (tells("wrong_digest")) done.digest += 1;
  if (tells("no_time")) done.event_s = 0;
  if (tells("nan_time")) done.event_s = std::numeric_limits<double>::quiet_NaN();
  if (tells("long_time")) done.event_s = -1e308;
  if (packet.descriptors.size() == 3) lie_about_trace(packet.descriptors[2].get());
  lie_about(solved, problems, solver);
  const bool late = tells("output_too_late");
  if (!late) std::memcpy(output.bytes().data(), solved.data(), solved.size());
  answer(done, "done");
  std::optional<wire::Packet> next = wire::receive(wire::kChannel);
  const auto fetch = next ? next->as<wire::Fetch>() : std::nullopt;
  if (!fetch) return next;
  if (tells("truncates")) static_cast<void>(!::ftruncate(packet.descriptors[1].get(), 0));
  wire::Fetched fetched =
      judge::honest_counts(problems.front().outputs, solver.number(problems.front(), 0, "section"));
  fetched.header.nonce = fetch->header.nonce;
  lie_about(fetched);
  answer(fetched, "fetched");
  send_details(fetched);
  if (late) {
    ::usleep(20'000);
    std::memcpy(output.bytes().data(), solved.data(), solved.size());
  }
  return wire::receive(wire::kChannel);
}

}  // namespace

int main(int, char** argv) {
  const char* of = std::getenv("LIE");
  const char* seed = std::getenv("SEED");
  if (of != nullptr) lie = of;
  if (seed != nullptr) random_numbers = judge::Random(std::strtoull(seed, nullptr, 10));
  const ValueType type = type_of(argv[1]);
  wire::Hello hello;
  hello.value_size = static_cast<int>(judge::value_bytes(type));
  if (tells("wrong_type")) hello.value_size = 16;
  answer(hello, "hello");
  std::optional<wire::Packet> packet = wire::receive(wire::kChannel);
  while (packet) packet = serve(type, *packet);
}
