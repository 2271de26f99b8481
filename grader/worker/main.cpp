// mergelab-worker OBJECT: loads a student's object and answers the judge's messages on descriptor 3 with
// bytes and counters, never with a verdict. Everything in this process is untrusted. mergelab-worker-gpu is
// the same for a GPU; with --device in place of an object it describes the device.

#include <cstdio>
#include <exception>

#include "worker/cuda_check.hpp"
#include "worker/lock.hpp"
#include "worker/run.hpp"
#include "worker/timing.hpp"

namespace mergelab::worker {
namespace {

void on_todo(const char* file, int number) {
  const char* slash = std::strrchr(file, '/');
  stop_at_todo(slash != nullptr ? slash + 1 : file, number);
}

/// The judge never misbehaves; a message that does not fit means that the two were built apart.
[[noreturn]] void refuse() { stop(wire::Stop::misuse); }

template <class Message>
Message expect(const std::optional<wire::Packet>& packet) {
  if (!packet) ::_exit(0);  // the judge is gone
  const std::optional<Message> message = packet->as<Message>();
  if (!message) refuse();
  return *message;
}

void answer(const auto& message) {
  if (!wire::send(wire::kChannel, message)) ::_exit(0);
}

template <class Message>
void answer_all(std::vector<Message> messages, std::uint64_t nonce) {
  for (Message& message : messages) {
    message.header.nonce = nonce;
    answer(message);
  }
}

const Run* running = nullptr;   // what was started last
std::uint64_t start_nonce = 0;  // and by which START

/// The order of tokens is not in this process: nothing here can reveal it, or count wrongly.
bool less_token(unsigned a, unsigned b) {
  wire::Compare question;
  question.header.nonce = start_nonce;
  question.problem = running != nullptr ? running->index() : 0;
  question.token_a = a;
  question.token_b = b;
  answer(question);
  return expect<wire::Compared>(wire::receive(wire::kChannel)).less != 0;
}

/// The memory for a trace; empty if none is asked for.
wire::Mapping traced(const wire::Prepare& message, const wire::Packet& packet) {
  if ((message.watch & wire::kWatchTrace) == 0) return {};
  return {packet.descriptors[2].get(), sizeof(simt::TraceMemory), true};
}

/// The memory in which a rank and the judge exchange bytes; empty without ranks.
wire::Mapping exchanged(const wire::Prepare& message, const wire::Packet& packet) {
  if (message.exchange_bytes == 0) return {};
  return {packet.descriptors[2].get(), 2 * message.exchange_bytes, true};
}

/// What a PREPARE brought, until the next one replaces it.
struct Staged {
  wire::Prepare prepare;
  wire::Mapping input, output, trace;
  Watch watch;
  Run run;

  Staged(const StudentObject& object, const wire::Prepare& message, const wire::Packet& packet)
      : prepare(message),
        input(packet.descriptors[0].get(), prepare.bytes, false),
        output(packet.descriptors[1].get(), prepare.bytes, true),
        trace(traced(message, packet)),
        watch(prepare, reinterpret_cast<simt::TraceMemory*>(trace.bytes().data())),
        run(object, prepare, input.bytes(), output.bytes(), watch, exchanged(message, packet)) {
    // What is timed takes its memory as it comes, as the baseline does.
    if (prepare.timed == wire::Timed::no) output.prefer_large_pages();
  }
};

void stage(const StudentObject& object, const wire::Prepare& prepare, const wire::Packet& packet,
           std::optional<Staged>& staged) {
  if (prepare.timed == wire::Timed::again) {
    if (!staged) refuse();
    return warm_up_device();
  }
  const bool traced = (prepare.watch & wire::kWatchTrace) != 0;
  const bool on_rank = prepare.exchange_bytes > 0;
  if ((traced && on_rank) || packet.descriptors.size() != (traced || on_rank ? 3U : 2U)) refuse();
  const bool inputs_follow = prepare.timed != wire::Timed::no && prepare.memory == wire::Memory::host;
  if (!wire::is_sealed(packet.descriptors[0].get(), prepare.bytes, !inputs_follow) ||
      !wire::is_sealed(packet.descriptors[1].get(), prepare.bytes, false) ||
      (traced && !wire::is_sealed(packet.descriptors[2].get(), sizeof(simt::TraceMemory), false)) ||
      (on_rank && !wire::is_sealed(packet.descriptors[2].get(), 2 * prepare.exchange_bytes, false))) {
    refuse();
  }
  staged.reset();  // gives its memory back first
  staged.emplace(object, prepare, packet);
  staged->run.stage_first();
}

void serve(const StudentObject& object) {
  std::optional<Staged> staged;
  for (std::optional<wire::Packet> packet = wire::receive(wire::kChannel);;) {
    const auto prepare = expect<wire::Prepare>(packet);
    stage(object, prepare, *packet, staged);
    wire::Ready ready;
    ready.header.nonce = prepare.header.nonce;
    answer(ready);

    // Where wall time counts, a call is answered without the delay of waking up.
    if (prepare.timed != wire::Timed::no && prepare.memory == wire::Memory::device)
      static_cast<void>(wire::spin_until_readable(wire::kChannel));
    wire::Done done;
    done.header.nonce = start_nonce = expect<wire::Start>(wire::receive(wire::kChannel)).header.nonce;
    running = &staged->run;
    staged->run.call_all(done);
    std::fflush(stdout);  // before the judge asks what was printed
    answer(done);

    packet = wire::receive(wire::kChannel);
    const std::optional<wire::Fetch> fetch = packet ? packet->as<wire::Fetch>() : std::nullopt;
    if (!fetch) continue;  // the next PREPARE: this output is not needed
    wire::Fetched fetched = staged->run.fetch_last();
    fetched.header.nonce = fetch->header.nonce;
    answer(fetched);
    answer_all(staged->watch.violations(), fetch->header.nonce);
    answer_all(staged->watch.lines(), fetch->header.nonce);
    packet = wire::receive(wire::kChannel);
  }
}

}  // namespace
}  // namespace mergelab::worker

int main(int argc, char** argv) {
  using namespace mergelab;
  if (argc != 2) {
    std::fprintf(stderr, "usage: mergelab-worker OBJECT.so, with the judge's socket as descriptor %d\n",
                 wire::kChannel);
    return 2;
  }
  worker::install_handlers(worker::explain_fault);
  try {
    if (std::string_view(argv[1]) == "--device") return worker::describe_device();
    worker::lock();
    worker::before_loading();
    const worker::StudentObject object(argv[1]);
    object.install_hooks(worker::on_todo, worker::less_token);
    const MergelabTransport& transport = worker::Transport::table();
    worker::after_loading(
        object.handle(),
        {reinterpret_cast<const void*>(worker::on_todo), reinterpret_cast<const void*>(worker::less_token),
         reinterpret_cast<const void*>(transport.gather), reinterpret_cast<const void*>(transport.exchange)});
    wire::Hello hello;
    hello.value_size = object.value_size();
    worker::answer(hello);
    worker::serve(object);
  } catch (const worker::CudaError& error) {
    worker::stop(error);
  } catch (const std::bad_alloc&) {
    worker::stop(wire::Stop::out_of_memory);
  } catch (const std::exception&) {
    worker::stop(wire::Stop::load_failed);
  }
}
