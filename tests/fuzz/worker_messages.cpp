// Messages of a worker that a student's code may control: a message of any kind, and an output. The judge
// decodes it, reports it in bounded printable text that survives the way into the report, and checks it.
#include <cstring>
#include <span>
#include <vector>

#include "judge/protocol.hpp"
#include "judge/received.hpp"
#include "judge/transport/collectives.hpp"
#include "kits/merge/merge_kit.hpp"
#include "kits/ranks/check.hpp"
#include "tests/fuzz/input.hpp"
#include "wire/channel.hpp"

namespace {

using namespace mergelab;

std::vector<std::byte> bytes_of(std::string_view text) {
  std::vector<std::byte> bytes(text.size());
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

/// The judge tells mergelab of it in a line of JSON, which has to arrive.
void tell(const Outcome& outcome) {
  Observation observation;
  observation.outcome = outcome;
  const std::string line = judge::observation_to_line(observation);
  fuzz::expect(line.find('\n') == std::string::npos, "an observation is one line");
  const Observation read = judge::observation_from_line(line);
  fuzz::expect(read.outcome.verdict == outcome.verdict && read.outcome.lines.size() == outcome.lines.size(),
               "an observation arrives");
}

/// A call of three ranks, of which one makes another; and if it can be, it is passed on.
void pass_on(const wire::Collective& call) {
  constexpr std::uint64_t kRoom = 4096;
  for (const bool alike : {true, false}) {
    judge::Collectives collectives(3, kRoom, 1);
    std::vector<std::vector<std::byte>> memory(3, std::vector<std::byte>(2 * kRoom));
    for (std::size_t r = 0; r < 3; ++r) {
      wire::Collective own = call;
      own.operation = static_cast<wire::Operation>(static_cast<unsigned>(call.operation) % 2);
      if (!alike && r == 1) own.count = 0;
      // What each sends to the next one is what that expects.
      if (alike && r > 0) own.receive = own.send = {};
      fuzz::expect(collectives.wait(r, own), "a rank can wait once");
    }
    if (const std::optional<Outcome> mistake = collectives.mistake()) {
      tell(*mistake);
      continue;
    }
    std::vector<std::span<std::byte>> spans(memory.begin(), memory.end());
    collectives.pass_on(spans);
    fuzz::expect(collectives.sent_bytes() <= 2 * kRoom, "no more is sent than there is room for");
  }
}

template <class Message>
void decode(const wire::Packet& packet) {
  const std::optional<Message> message = packet.as<Message>();
  if (!message) return;
  fuzz::expect(packet.bytes.size() == sizeof(Message), "a message has its size");
  fuzz::expect(packet.header().has_value(), "a message has a header");
  if constexpr (std::is_same_v<Message, wire::Stopped>) {
    const Outcome outcome = judge::outcome_of(*message, Limits(), {});
    fuzz::expect(
        !outcome.passed() && outcome.verdict != Verdict::grader_error && outcome.verdict != Verdict::not_run,
        "a report of the end costs points");
    tell(outcome);
  } else if constexpr (std::is_same_v<Message, wire::Violation>) {
    const Violation violation = judge::violation_of(*message, {});
    tell({Verdict::checker_violation,
          Statement(Sentence::words, violation.text + violation.hint),
          violation.rule,
          {}});
  } else if constexpr (std::is_same_v<Message, wire::Line>) {
    const std::optional<LineProfile> line = judge::profile_of(*message, {});
    fuzz::expect(!line, "a line of no file is none");
  } else if constexpr (std::is_same_v<Message, wire::Fetched>) {
    static_cast<void>(judge::announces_few(*message));
    const wire::Launches& launches = message->launches;
    fuzz::expect(judge::volume(launches.grid) >= 0 && judge::volume(launches.block) >= 0 &&
                     judge::shared_bytes(launches) >= 0,
                 "counts are not negative");
  } else if constexpr (std::is_same_v<Message, wire::Collective>) {
    pass_on(*message);
  }
}

/// The bytes as what a worker left in C, or as co_rank's results.
void check(std::string_view output) {
  const judge::Arrays arrays{{-3, 0, 0, 5, 2147483647}, {-2147483647 - 1, 0, 5, 5}};
  for (const ValueType type : {ValueType::int32, ValueType::record, ValueType::counted}) {
    std::vector<std::byte> c = bytes_of(output);
    c.resize((arrays.a.size() + arrays.b.size()) * judge::value_bytes(type));
    tell(judge::check_merge(arrays, c, type, judge::Labels({{arrays.a, arrays.b}}, 1), {4, 2}));
    if (type == ValueType::int32) tell(judge::check_merge_of_ints(arrays, c));
  }
  const std::vector<int> k{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::vector<int> ranks(k.size());
  std::memcpy(ranks.data(), output.data(), std::min(output.size(), ranks.size() * sizeof(int)));
  tell(judge::check_ranks(arrays, k, ranks));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  wire::Packet packet;
  packet.bytes = bytes_of(text);
  const std::optional<wire::Header> header = packet.header();
  fuzz::expect(!header || header->magic == wire::kMagic, "a header has the magic number");
  decode<wire::Hello>(packet);
  decode<wire::Prepare>(packet);
  decode<wire::Ready>(packet);
  decode<wire::Start>(packet);
  decode<wire::Compare>(packet);
  decode<wire::Compared>(packet);
  decode<wire::Done>(packet);
  decode<wire::Fetch>(packet);
  decode<wire::Fetched>(packet);
  decode<wire::Violation>(packet);
  decode<wire::Line>(packet);
  decode<wire::Stopped>(packet);
  decode<wire::Collective>(packet);
  decode<wire::Collected>(packet);
  if (!header) check(text);
  return 0;
}
