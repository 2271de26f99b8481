// lying_rank OBJECT, in place of mergelab-worker: a rank that a submission has taken over. In its first call
// it does what LIE in its environment says; with none it makes one all_gather and returns 0.
#include <csignal>
#include <cstdlib>
#include <limits>

#include "wire/channel.hpp"

namespace {

using namespace mergelab;

std::uint64_t nonce = 0;  // of START

template <class Message>
Message expect() {
  const std::optional<wire::Packet> packet = wire::receive(wire::kChannel);
  const std::optional<Message> message = packet ? packet->as<Message>() : std::nullopt;
  if (!message) ::_exit(0);
  return *message;
}

template <class Message>
void answer(Message message, std::uint64_t to) {
  message.header.nonce = to;
  if (!wire::send(wire::kChannel, message)) ::_exit(0);
}

void send_raw(std::size_t bytes) {
  static_cast<void>(wire::send_bytes(wire::kChannel, std::vector<std::byte>(bytes, std::byte{0x41})));
}

wire::Collective gather_of(int count, std::uint64_t size) {
  wire::Collective call;
  call.count = count;
  call.size = size;
  return call;
}

[[noreturn]] void sleep_for_ever() {
  for (;;) ::pause();
}

void tell(const std::string& lie) {
  constexpr int kMost = std::numeric_limits<int>::max();
  wire::Collective call = gather_of(1, 4);
  if (lie == "garbage") send_raw(sizeof call);
  if (lie == "empty") send_raw(0);
  if (lie == "long") send_raw(100'000);
  if (lie == "flood") {
    for (int i = 0; i < 10'000; ++i) send_raw(64);
  }
  if (lie == "twice") answer(call, nonce);
  if (lie == "operation") call.operation = static_cast<wire::Operation>(77);
  if (lie == "nonce") answer(call, nonce + 1);
  if (lie == "negative") call.count = -1;
  if (lie == "huge") call = gather_of(kMost, ~std::uint64_t{0});
  if (lie == "huge_to_all") {
    call.operation = wire::Operation::all_to_all;
    call.send.fill(kMost);
    call.receive.fill(kMost);
  }
  if (lie == "dies") std::abort();
  if (lie == "exits") ::_exit(0);
  if (lie == "sleeps") sleep_for_ever();
  if (lie == "spins") {
    for (static volatile bool goes_on = true; goes_on;) {
    }
  }
  if (lie == "returns") return;
  if (lie == "closes") {
    ::close(wire::kChannel);
    sleep_for_ever();
  }
  if (lie == "is_killed_waiting") ::usleep(300'000);
  answer(call, nonce);
  if (lie == "dies_waiting") std::abort();
  if (lie == "is_killed_waiting") ::kill(::getpid(), SIGKILL);
  if (lie == "done_waiting") answer(wire::Done(), nonce);
  expect<wire::Collected>();
}

}  // namespace

int main() {
  const char* const lie = std::getenv("LIE");
  wire::Hello hello;
  hello.value_size = 4;
  answer(hello, 0);
  const std::optional<wire::Packet> packet = wire::receive(wire::kChannel);
  if (!packet) ::_exit(0);
  const auto prepare = packet->as<wire::Prepare>().value();
  {  // nothing of its arrays is changed
    const wire::Mapping input(packet->descriptors[0].get(), prepare.bytes, false),
        output(packet->descriptors[1].get(), prepare.bytes, true);
    std::copy(input.bytes().begin(), input.bytes().end(), output.bytes().begin());
    wire::Problem problem;
    std::memcpy(&problem, input.bytes().data(), sizeof problem);
    const std::string told = lie != nullptr ? lie : "";
    const int returned = told == "keeps_much"   ? std::numeric_limits<int>::max()
                         : told == "keeps_less" ? -7
                                                : 0;
    std::memcpy(output.bytes().data() + problem.returned.offset, &returned, sizeof returned);
  }
  answer(wire::Ready(), prepare.header.nonce);
  nonce = expect<wire::Start>().header.nonce;
  tell(lie != nullptr ? lie : "");
  wire::Done done;
  const std::string told = lie != nullptr ? lie : "";
  answer(done, nonce);
  const auto fetch = expect<wire::Fetch>();
  if (told == "sleeps_in_fetch") sleep_for_ever();
  if (told == "dies_in_fetch") std::abort();
  answer(wire::Fetched(), fetch.header.nonce);
  expect<wire::Prepare>();
}
