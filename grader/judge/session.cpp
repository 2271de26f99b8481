#include "judge/session.hpp"

#include "judge/workers.hpp"

namespace mergelab::judge {
namespace {

using namespace std::chrono_literals;

constexpr double kSymbolLookupCpuS = 1;  // to look up a line in the debug information, amply
constexpr std::chrono::seconds kClosing{10};

wire::Order to_wire(RunOrder order) {
  switch (order) {
    case RunOrder::reverse:
      return wire::Order::reverse;
    case RunOrder::random:
      return wire::Order::random;
    case RunOrder::forward:
      break;
  }
  return wire::Order::forward;
}

}  // namespace

std::unique_ptr<Session> start_session(const WorkerSetup& setup) { return std::make_unique<Session>(setup); }

Session::Session(const WorkerSetup& setup)
    : setup_(setup), cpu_limit_s_(kLoadCpuS), wall_limit_s_(wall_limit(setup, kLoadCpuS)) {
  auto [ours, theirs] = wire::channel_pair();
  channel_ = std::move(ours);
  process_.emplace(worker_command(setup, theirs.get()));
  if (!setup.loads_meanwhile) wait_until_loaded();
}

void Session::wait_until_loaded() {
  if (std::exchange(greeted_, true)) return;
  // No one listened while other workers started: that time is not this one's.
  if (setup_.loads_meanwhile) process_->renew(kLoadCpuS, wall_limit_s_);
  const auto hello = await<wire::Hello>(0);
  if (hello && hello->value_size != setup_.value_size) {
    fail({Verdict::crashed, Statement(Sentence::answered_early), "exited"});
  }
}

void Session::close() {
  channel_ = base::Descriptor();
  if (!process_) return;
  for (const auto end = std::chrono::steady_clock::now() + kClosing;
       std::chrono::steady_clock::now() < end;) {
    if (const std::optional<sandbox::Exit> exit = process_->poll(100ms)) return record_exit(*exit);
  }
  record_exit(process_->kill());
}

void Session::record_exit(const sandbox::Exit& exit) {
  ended_cpu_s_ = exit.cpu_s;
  printed_ += exit.output;
  process_.reset();
}

std::string Session::take_printed() {
  if (process_) printed_ += process_->take_output();
  return std::exchange(printed_, {});
}

double Session::cpu_s() const { return process_ ? process_->cpu_s() : ended_cpu_s_; }

void Session::fail(Outcome outcome) {
  if (process_) record_exit(process_->kill());
  if (!broken_) broken_ = std::move(outcome);
}

void Session::fail(const wire::Stopped& stopped) {
  last_launches_ = stopped.launches;
  Outcome outcome = outcome_of(stopped, setup_.limits, setup_.files);
  if (stopped.reason == wire::Stop::violation && stopped.call >= 0 && image_ != nullptr &&
      stopped.problem < image_->problems().size()) {
    const auto call = static_cast<std::size_t>(stopped.call);
    outcome.why += Statement(Sentence::called_with, image_->numbers(stopped.problem, call));
  }
  fail(std::move(outcome));
}

bool Session::answer_comparison(const wire::Packet& packet, const WorkerRequest& request) {
  const auto asked = packet.as<wire::Compare>();
  if (!asked || !is_of_start(asked->header) || request.image.type() != ValueType::counted ||
      asked->problem >= request.image.problems().size()) {
    return false;
  }
  if (request.compared && !request.compared(asked->problem)) {
    fail({Verdict::too_slow, Statement(Sentence::too_many_comparisons), "comparisons"});
    return false;
  }
  wire::Compared answer;
  answer.header.nonce = nonce_;
  answer.less = request.image.labels().less(asked->token_a, asked->token_b) ? 1 : 0;
  static_cast<void>(wire::send(channel_.get(), answer));  // a worker that is gone shows in await
  return true;
}

template <class Message>
std::optional<Message> Session::poll_message(std::uint64_t nonce, std::chrono::milliseconds patience,
                                             const PacketHandler* handler) {
  std::optional<sandbox::Exit> exit = process_->poll(patience, channel_.get());
  // A process that has ended by itself may have left what it sent last in the channel: a message as any
  // other, its report, or the one and then the other.
  const bool by_itself = !exit || exit->end == sandbox::End::exited || exit->end == sandbox::End::signalled;
  bool left_message = false;
  while (by_itself && wire::is_readable(channel_.get())) {
    const std::optional<wire::Packet> packet = wire::receive(channel_.get());
    if (!packet) {
      // The other side is closed: the process is ending, and says how within a moment.
      if (!exit) exit = process_->poll(1s);
      if (!exit) exit = process_->kill();
      break;
    }
    const auto message = packet->as<Message>();
    const bool is_awaited = message && message->header.nonce == nonce;
    if (is_awaited && !exit) return checked(*message);
    const bool is_known = is_awaited || (handler != nullptr && (*handler)(*packet));
    if (!process_ || (is_known && !exit)) return std::nullopt;
    if (is_known && !std::exchange(left_message, true)) continue;
    if (exit) record_exit(*exit);
    if (const auto stopped = packet->as<wire::Stopped>()) {
      fail(checked(*stopped));
    } else {
      fail_protocol();
    }
    return std::nullopt;
  }
  if (exit) {
    record_exit(*exit);
    fail(outcome_of(*exit, setup_.limits, cpu_limit_s_, wall_limit_s_));
  }
  return std::nullopt;
}

template <class Message>
std::optional<Message> Session::await(std::uint64_t nonce, const PacketHandler* handler) {
  while (process_) {
    if (std::optional<Message> message = poll_message<Message>(nonce, 100ms, handler)) return message;
  }
  return std::nullopt;
}

double Session::most_cpu_s(const WorkerRequest& request, double cpu_limit_s) {
  // A worker that watches its code ends at the limit by itself, and says where the code was.
  return cpu_limit_s + (request.step_limit > 0 ? kSymbolLookupCpuS : 0);
}

void Session::prepare(const WorkerRequest& request, const Memory& memory, double cpu_limit_s,
                      double wall_limit_s) {
  static_cast<void>(take_printed());
  cpu_limit_s_ = cpu_limit_s;
  wall_limit_s_ = wall_limit_s;
  image_ = &request.image;
  process_->renew(most_cpu_s(request, cpu_limit_s), wall_limit_s);

  wire::Prepare prepare;
  prepare.header.nonce = nonce_ = fresh_seed();
  prepare.bytes = memory.bytes;
  prepare.problem_count = memory.problem_count;
  const std::vector<wire::Argument> arguments = image_->arguments();
  prepare.argument_count = static_cast<std::uint32_t>(arguments.size());
  std::ranges::copy(arguments, prepare.arguments.begin());
  prepare.memory = memory.where;
  prepare.placement = request.placement;
  prepare.watch = request.watch;
  prepare.order = request.in_step ? wire::Order::in_step : to_wire(request.order);
  prepare.step_limit = request.step_limit;
  prepare.cpu_limit_s = request.step_limit > 0 ? cpu_limit_s : 0;
  prepare.timed = request.timed;
  prepare.exchange_bytes = memory.exchange_bytes;
  // A worker that is gone shows in await.
  static_cast<void>(wire::send(channel_.get(), prepare, memory.descriptors));
}

bool Session::is_ready() { return await<wire::Ready>(nonce_).has_value(); }

void Session::start(std::uint64_t nonce) {
  nonce_ = nonce;
  static_cast<void>(wire::send(channel_.get(), wire::Start{{.kind = wire::Kind::start, .nonce = nonce_}}));
}

std::optional<wire::Done> Session::poll_done(std::chrono::milliseconds patience,
                                             const PacketHandler& handler) {
  if (!process_) return std::nullopt;
  return poll_message<wire::Done>(nonce_, patience, &handler);
}

void Session::answer(wire::Collected message) const {
  message.header.nonce = nonce_;
  static_cast<void>(wire::send(channel_.get(), message));
}

finding::Site Session::locate() {
  constexpr auto kPatience = 2s;  // a worker looks it up in the compiler's debug information
  static_cast<void>(wire::send(channel_.get(), wire::Locate{{.kind = wire::Kind::locate, .nonce = nonce_}}));
  for (const auto end = std::chrono::steady_clock::now() + kPatience;
       process_ && std::chrono::steady_clock::now() < end;) {
    if (const auto located = poll_message<wire::Located>(nonce_, 100ms)) return located->line;
  }
  return {};
}

bool Session::fetch(Answer& answer) {
  const std::uint64_t nonce = fresh_seed();
  static_cast<void>(wire::send(channel_.get(), wire::Fetch{{.kind = wire::Kind::fetch, .nonce = nonce}}));
  const auto fetched = await<wire::Fetched>(nonce);
  if (!fetched) return false;
  answer.fetched = *fetched;
  return await_details(answer);
}

bool Session::await_details(Answer& answer) {
  const wire::Fetched& fetched = answer.fetched;
  if (!announces_few(fetched)) {
    fail_protocol();
    return false;
  }
  for (std::uint32_t i = 0; i < fetched.violation_count; ++i) {
    const auto seen = await<wire::Violation>(fetched.header.nonce);
    if (!seen) return false;
    answer.violations.push_back(violation_of(*seen, setup_.files));
  }
  for (std::uint32_t i = 0; i < fetched.line_count; ++i) {
    const auto seen = await<wire::Line>(fetched.header.nonce);
    if (!seen) return false;
    if (auto line = profile_of(*seen, setup_.files)) answer.lines.push_back(*std::move(line));
  }
  return true;
}

std::optional<Answer> Session::ask(const WorkerRequest& request, double cpu_limit_s) {
  if (broken_) return std::nullopt;
  const Image& image = request.image;
  const bool timed = request.timed != wire::Timed::no, again = request.timed == wire::Timed::again;
  base::Descriptor output;
  Memory memory{image.bytes(), static_cast<std::uint32_t>(image.problems().size()), image.memory()};
  if (!again) {
    output = wire::create_memory(image.bytes());
    memory.descriptors = {image.input().get(), output.get()};
    if (request.trace != nullptr) memory.descriptors.push_back(request.trace->get());
  }
  prepare(request, memory, cpu_limit_s, wall_limit(setup_, most_cpu_s(request, cpu_limit_s)));
  if (!is_ready()) return std::nullopt;

  // On the host the worker's clock runs from before the inputs are there until the output is ours: whatever
  // it does with them is in it, whenever it says that it has begun or ended.
  const bool by_cpu = timed && image.memory() == wire::Memory::host;
  const double cpu_before_s = by_cpu ? cpu_s() : 0;
  if (request.before_start) request.before_start();

  Answer answer;
  const PacketHandler handler = [&](const wire::Packet& packet) {
    return answer_comparison(packet, request);
  };
  answer.nonce = fresh_seed();
  const auto begin = std::chrono::steady_clock::now();
  start(answer.nonce);
  const bool arrived = timed && !by_cpu && wire::spin_until_readable(channel_.get());
  auto end = std::chrono::steady_clock::now();
  const auto done = await<wire::Done>(nonce_, &handler);
  if (!done) return std::nullopt;
  if (!arrived) end = std::chrono::steady_clock::now();
  answer.call_s = std::chrono::duration<double>(end - begin).count();
  answer.done = *done;
  if (request.after_call) request.after_call();
  if (!request.fetch) return answer;
  const auto copy_output = [&] {
    if (!timed) {
      answer.returned = wire::taken(output, image.bytes());
      return;
    }
    const wire::Mapping mapped(output.get(), image.bytes(), false);
    for (const wire::Buffer& wanted : image.results(image.problems().front())) {
      const auto payload = mapped.bytes().subspan(wanted.offset + wanted.margin_before, wanted.bytes);
      answer.returned.insert(answer.returned.end(), payload.begin(), payload.end());
    }
  };
  if (by_cpu) {
    copy_output();
    answer.cpu_s = cpu_s() - cpu_before_s;
    return answer;
  }

  if (!fetch(answer)) return std::nullopt;
  copy_output();
  return answer;
}

}  // namespace mergelab::judge
