// mergelab-worker OBJECT: loads a student's object and answers the judge's messages on descriptor 3 with
// bytes and counters, never with a verdict. Everything in this process is untrusted.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "simt/engine.hpp"
#include "wire/channel.hpp"
#include "wire/memory.hpp"
#include "wire/token.hpp"
#include "worker/last_words.hpp"
#include "worker/run.hpp"
#include "worker/student_object.hpp"
#include "worker/watch.hpp"

namespace mergelab::worker {
namespace {

std::uint64_t comparisons = 0;
wire::TokenCipher cipher(0);

bool less_token(unsigned a, unsigned b) {
  ++comparisons;
  return cipher.decode(a) < cipher.decode(b);
}

void on_todo(const char* file, int number) {
  const char* slash = std::strrchr(file, '/');
  stop(wire::Stop::todo, "todo", slash != nullptr ? slash + 1 : file, number);
}

/// What ended the run is often the end of a story that another finding begins, a race above all.
void on_finding(const simt::Finding& last) {
  std::vector<simt::Finding> story = breaches();
  const bool ends_it = !story.empty() && (last.rule != "step-limit" || story.front().rule == "race");
  story.insert(ends_it ? story.begin() + 1 : story.begin(), last);
  std::string text = story.front().text;
  if (story.size() > 1) text += (ends_it ? "\nin the end, " : "\nbefore that, ") + story[1].text;
  if (!story.front().hint.empty()) text += "\n" + story.front().hint;
  stop(wire::Stop::finding, story.front().rule, text);
}

/// The judge never misbehaves; a message that does not fit means that the two were built apart.
[[noreturn]] void refuse(const char* what) { stop(wire::Stop::misuse, "protocol", what); }

template <class Message>
Message expect(const std::optional<wire::Packet>& packet) {
  if (!packet) ::_exit(0);  // the judge is gone
  const std::optional<Message> message = packet->as<Message>();
  if (!message) refuse("an unexpected message");
  return *message;
}

void answer(const auto& message) {
  if (!wire::send(wire::kChannel, message)) ::_exit(0);
}

void serve(const StudentObject& object) {
  for (;;) {
    const std::optional<wire::Packet> packet = wire::receive(wire::kChannel);
    const auto prepare = expect<wire::Prepare>(packet);
    if (packet->descriptors.size() != 2) refuse("PREPARE without its two descriptors");
    if (!wire::is_sealed(packet->descriptors[0].get(), prepare.bytes, true) ||
        !wire::is_sealed(packet->descriptors[1].get(), prepare.bytes, false)) {
      refuse("memory that is not sealed");
    }
    const wire::Mapping input(packet->descriptors[0].get(), prepare.bytes, false);
    const wire::Mapping output(packet->descriptors[1].get(), prepare.bytes, true);
    cipher = wire::TokenCipher(prepare.token_key);
    Watch watch(prepare);
    Run run(object, prepare, input.bytes(), output.bytes(), comparisons, watch);
    run.stage_first();
    wire::Ready ready;
    ready.header.nonce = prepare.header.nonce;
    answer(ready);

    wire::Done done;
    done.header.nonce = expect<wire::Start>(wire::receive(wire::kChannel)).header.nonce;
    run.call_all();
    answer(done);

    const std::uint64_t nonce = expect<wire::Fetch>(wire::receive(wire::kChannel)).header.nonce;
    wire::Fetched fetched = run.fetch_last();
    fetched.header.nonce = nonce;
    answer(fetched);
    watch.send_details(fetched);
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
  simt::set_finding_handler(worker::on_finding);
  try {
    const worker::StudentObject object(argv[1]);
    object.install_hooks(worker::on_todo, worker::less_token);
    simt::attach(object.handle());
    wire::Hello hello;
    hello.value_size = object.value_size();
    worker::answer(hello);
    worker::serve(object);
  } catch (const worker::CudaError& error) {
    worker::stop(wire::Stop::launch_error, "launch_error", error.what());
  } catch (const std::bad_alloc&) {
    worker::stop(wire::Stop::out_of_memory, "memory", "memory ran out");
  } catch (const std::exception& error) {
    worker::stop(wire::Stop::load_failed, "exception", error.what());
  }
}
