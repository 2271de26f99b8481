#include "judge/transport/session.hpp"

#include <poll.h>

#include <fmt/ranges.h>

#include <numeric>
#include <thread>

#include "base/lines.hpp"
#include "judge/workers.hpp"

namespace mergelab::judge {
namespace {

// What a rank can send: ten times all keys and their places, and of few keys also samples.
constexpr std::uint64_t kExchangePerElement = 16, kExchangeBytes = std::uint64_t{1} << 20U;

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

static_assert(kMostRanks == wire::kMostRanks);

// How long the others may go on when a rank is gone: those that end by themselves are heard, so that the
// lowest is reported, whichever ended first.
constexpr Clock::duration kSettling = 1s;
constexpr double kLeastCpuS = 0.1;  // of a problem, whatever those before it took

/// Wall time of a call: ranks share the processors.
double most_wall_s(std::size_t ranks, double cpu_limit_s) {
  const double processors = std::max(1U, std::thread::hardware_concurrency());
  return wall_limit(cpu_limit_s * std::ceil(static_cast<double>(ranks) / processors));
}

}  // namespace

RankImage::RankImage(const Image& whole, const wire::Problem& problem, int rank, int ranks, int begin,
                     int end)
    : interface_(whole.interface()),
      problem_(problem),
      input_at_(static_cast<std::size_t>(interface_.first(Argument::Role::in))),
      output_at_(static_cast<std::size_t>(interface_.first(Argument::Role::out))),
      value_bytes_(value_bytes(whole.type())),
      capacity_(static_cast<int>(problem.outputs)),
      exchange_bytes_(align(kExchangePerElement * problem.outputs + kExchangeBytes)) {
  const auto elements = static_cast<std::size_t>(end - begin);
  problem_.rank = rank;
  problem_.ranks = ranks;
  problem_.outputs += elements;
  problem_.most_host_values = most_host_values_of_rank(static_cast<std::size_t>(ranks),
                                                       std::max<std::size_t>(elements, 1) + problem.outputs);
  given().bytes = elements * value_bytes_;
  problem_.rows_offset = align(sizeof problem_);
  std::size_t next = align(problem_.rows_offset + problem_.row_bytes);
  for (wire::Buffer* buffer : {&given(), &result(), &problem_.returned}) {
    buffer->offset = next;
    next = align(next + buffer->image_bytes());
  }
  bytes_ = next;
  input_ = wire::create_memory(bytes_);
  fill(whole, problem, begin);
  output_ = wire::create_memory(bytes_);
  exchange_ = wire::create_memory(2 * exchange_bytes_);
  exchange_view_ = wire::Mapping(exchange_.get(), 2 * exchange_bytes_, true);
}

void RankImage::fill(const Image& whole, const wire::Problem& problem, int begin) {
  {
    const wire::Mapping writable(input_.get(), bytes_, true);
    const std::span<std::byte> memory = writable.bytes();
    std::memcpy(memory.data(), &problem_, sizeof problem_);
    const std::string& size_of_input = interface_.arguments[input_at_].extents.front();
    write_row(interface_, memory.data() + problem_.rows_offset,
              [&](const Argument& argument) -> std::int64_t {
                if (argument.name == size_of_input)
                  return static_cast<std::int64_t>(given().bytes / value_bytes_);
                return argument.is_array() ? 0 : capacity_;
              });
    const wire::Buffer& all = whole.first_input(problem);
    const std::byte* const keys = whole.sent().data() + all.offset + all.margin_before;
    std::copy_n(keys + static_cast<std::size_t>(begin) * value_bytes_, given().bytes,
                fill_margins(memory, given(), kInputMargin));
    std::fill_n(fill_margins(memory, result(), kOutputMargin), result().bytes, kPoison);
    std::fill_n(memory.data() + problem_.returned.offset, problem_.returned.bytes, kPoison);
  }
  wire::seal_against_writing(input_);
  view_ = wire::Mapping(input_.get(), bytes_, false);
}

void RankImage::take() { taken_ = wire::taken(output_, bytes_); }

Outcome RankImage::check_untouched() const {
  Outcome untouched = judge::check_untouched(interface_, value_bytes_, problem_, view_.bytes(), taken_);
  if (!untouched.passed())
    untouched.why = Statement(Sentence::of_rank, problem_.rank) + std::move(untouched.why);
  return untouched;
}

std::span<const std::byte> RankImage::kept(int count) const {
  return std::span(taken_).subspan(result().offset + result().margin_before,
                                   static_cast<std::size_t>(count) * value_bytes_);
}

int RankImage::returned() const {
  int returned = 0;
  std::memcpy(&returned, taken_.data() + problem_.returned.offset, sizeof returned);
  return returned;
}

TransportSession::TransportSession(const WorkerSetup& setup, StartSession start)
    : setup_(setup), start_(std::move(start)) {
  setup_.loads_meanwhile = true;
}

TransportSession::~TransportSession() { end_workers(); }

void TransportSession::end_workers() {
  for (const auto& rank : ranks_) rank->send_kill();
  ranks_.clear();
}

double TransportSession::cpu_s() const {
  return std::accumulate(ranks_.begin(), ranks_.end(), ended_cpu_s_,
                         [](double sum, const auto& rank) { return sum + rank->cpu_s(); });
}

std::string TransportSession::take_printed() {
  std::string printed = std::exchange(printed_, {});
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    for (const std::string& line : base::lines_of(ranks_[r]->take_printed()))
      printed += fmt::format("rank {}: {}\n", r, line);
  }
  return printed;
}

bool TransportSession::end_all(Outcome why) {
  printed_ = take_printed();
  ended_cpu_s_ = cpu_s();
  end_workers();
  fail(std::move(why));
  return false;
}

bool TransportSession::end_all(std::size_t ranks) {
  const auto gone = std::ranges::find_if(ranks_, [](const auto& rank) { return rank->broken().has_value(); });
  Outcome end = (*gone)->broken().value();
  set_last_launches((*gone)->last_launches());
  // All ranks come to the same TODO.
  if (ranks > 1 && end.verdict != Verdict::todo)
    end.why = Statement(Sentence::of_rank, gone - ranks_.begin()) + std::move(end.why);
  return end_all(std::move(end));
}

TransportSession::Images TransportSession::stage(const WorkerRequest& request, std::size_t problem,
                                                 double cpu_limit_s) {
  const std::vector<int>& starts = request.image.parts(problem);
  const int ranks = static_cast<int>(starts.size()) - 1;
  // The judge's own deadline comes first: a rank may wait for long, and others be to blame.
  const double wall_limit_s = most_wall_s(static_cast<std::size_t>(ranks), most_cpu_s(request, cpu_limit_s));
  Images images;
  for (int r = 0; r < ranks; ++r) {
    const auto at = static_cast<std::size_t>(r);
    images.push_back(std::make_unique<RankImage>(request.image, request.image.problems()[problem], r, ranks,
                                                 starts[at], starts[at + 1]));
    const RankImage& image = *images.back();
    ranks_[at]->prepare(request,
                        {.bytes = image.bytes(),
                         .problem_count = 1,
                         .where = request.image.memory(),
                         .descriptors = {image.input(), image.output(), image.exchange()},
                         .exchange_bytes = image.exchange_bytes()},
                        cpu_limit_s, 2 * wall_limit_s);
  }
  return images;
}

void TransportSession::poll_rank(std::size_t rank, Collectives& collectives) {
  Session& session = *ranks_[rank];
  const Session::PacketHandler handler = [&](const wire::Packet& packet) {
    const auto call = packet.as<wire::Collective>();
    if (!call || !session.is_of_start(call->header) || call->operation > wire::Operation::all_to_all)
      return false;
    return collectives.wait(rank, *call);
  };
  if (session.poll_done(0ms, handler) && !collectives.end(rank)) session.fail_protocol();
}

std::vector<std::size_t> TransportSession::wait_for_any(const Collectives& collectives, std::size_t ranks,
                                                        Clock::time_point& all_at) const {
  constexpr std::chrono::milliseconds kPatience = 5ms;
  std::vector<pollfd> channels(ranks);
  for (std::size_t r = 0; r < ranks; ++r) {
    const bool runs = !ranks_[r]->broken() && !collectives.rests(r);
    channels[r] = {runs ? ranks_[r]->channel() : -1, POLLIN, 0};
  }
  static_cast<void>(::poll(channels.data(), channels.size(), static_cast<int>(kPatience.count())));
  const bool all = Clock::now() >= all_at;
  if (all) all_at = Clock::now() + kPatience;
  std::vector<std::size_t> found;
  for (std::size_t r = 0; r < ranks; ++r) {
    if (all || channels[r].revents != 0) found.push_back(r);
  }
  return found;
}

void TransportSession::add_lines(const Collectives& collectives, Outcome& mistake) {
  for (const std::size_t r : collectives.told_ranks()) {
    const finding::Site site = ranks_[r]->locate();
    if (line_of(site, setup_.files).empty()) continue;
    Finding waits(finding::Message::rank_waits);
    waits.access.at = site;
    waits.numbers[0] = static_cast<std::int64_t>(r);
    mistake.why += Statement(Sentence::line) + waits;
  }
}

bool TransportSession::run(const Images& images, double most_cpu_s, Collectives& collectives) {
  const std::size_t ranks = images.size();
  std::vector<std::span<std::byte>> memories;
  for (const auto& image : images) memories.push_back(image->exchange_memory());
  const auto is_gone = [&](std::size_t r) { return ranks_[r]->broken().has_value(); };
  const double wall_s = most_wall_s(ranks, most_cpu_s);
  const Clock::time_point deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(wall_s));
  std::optional<Clock::time_point> settled;
  Clock::time_point all_at = Clock::now();
  while (!collectives.all_returned()) {
    for (const std::size_t r : wait_for_any(collectives, ranks, all_at)) {
      if (!is_gone(r)) poll_rank(r, collectives);
    }
    bool some_gone = false, some_run = false;
    for (std::size_t r = 0; r < ranks; ++r) {
      some_gone |= is_gone(r);
      some_run |= !is_gone(r) && !collectives.rests(r);
    }
    if (some_gone && !settled) settled = Clock::now() + kSettling;
    if (some_gone && (!some_run || Clock::now() >= *settled)) return end_all(ranks);
    if (some_run) {
      if (Clock::now() < deadline) continue;
      std::size_t late = 0;
      while (is_gone(late) || collectives.rests(late)) ++late;
      Explanation told;
      if (ranks > 1) told += Statement(Sentence::of_rank, late);
      return end_all({Verdict::timed_out, told + Statement(Sentence::no_answer, wall_s), "endless"});
    }
    if (collectives.all_returned()) break;
    if (std::optional<Outcome> mistake = collectives.mistake()) {
      add_lines(collectives, *mistake);
      return end_all(*std::move(mistake));
    }
    collectives.pass_on(memories);
    for (std::size_t r = 0; r < ranks; ++r) ranks_[r]->answer(wire::Collected());
  }
  return true;
}

bool TransportSession::fetch(const Images& images, Answer& answer) {
  const std::size_t ranks = images.size();
  wire::Fetched sum;
  std::uint64_t copies = 0;
  wire::RefusedLaunch refused = answer.fetched.launches.refused;
  for (std::size_t r = 0; r < ranks; ++r) {
    Answer one;
    if (!ranks_[r]->fetch(one)) return end_all(ranks);
    images[r]->take();
    add(sum.traffic, one.fetched.traffic);
    const bool is_first = answer.violations.empty() && !one.violations.empty();
    copies += one.fetched.launches.copies;
    if (one.fetched.launches.count > sum.launches.count) sum.launches = one.fetched.launches;
    if (refused.why == 0) {
      refused = one.fetched.launches.refused;
      refused.problem = static_cast<std::uint32_t>(answer.kept.size());
      refused.first = is_first ? refused.first : 0;
    }
    add(answer.violations, std::move(one.violations));
    add(answer.lines, std::move(one.lines));
  }
  sum.launches.copies = copies;
  sum.launches.refused = refused;
  answer.fetched = sum;
  return true;
}

std::optional<Outcome> TransportSession::refusal(const Images& images, const std::vector<int>& returned,
                                                 int total) {
  for (const auto& image : images) {
    Outcome untouched = image->check_untouched();
    if (!untouched.passed()) return untouched;
  }
  for (std::size_t r = 0; r < images.size(); ++r) {
    const int capacity = images[r]->capacity();
    if (returned[r] >= 0 && returned[r] <= capacity) continue;
    return Outcome{Verdict::wrong_answer, Statement(Sentence::more_returned, r, returned[r], capacity),
                   "returned"};
  }
  const std::int64_t sum = std::accumulate(returned.begin(), returned.end(), std::int64_t{0});
  if (sum == total) return std::nullopt;
  const std::string all = fmt::format("{}", fmt::join(returned, " + "));
  return Outcome{Verdict::wrong_answer,
                 returned.size() > 1 ? Statement(Sentence::other_sum_returned, all, sum, total)
                                     : Statement(Sentence::other_count_returned, all, total),
                 "returned"};
}

bool TransportSession::ask_problem(const WorkerRequest& request, std::size_t problem, double cpu_limit_s,
                                   Answer& answer) {
  const std::size_t ranks = request.image.parts(problem).size() - 1;
  const std::uint64_t keys = request.image.problems()[problem].outputs;
  // Each loads its object while the next is started.
  while (ranks_.size() < ranks) ranks_.push_back(start_(setup_));
  for (std::size_t r = 0; r < ranks; ++r) {
    ranks_[r]->wait_until_loaded();
    if (ranks_[r]->broken()) return end_all(ranks);
  }
  const Images images = stage(request, problem, cpu_limit_s);
  for (std::size_t r = 0; r < ranks; ++r) {
    if (!ranks_[r]->is_ready()) return end_all(ranks);
  }
  for (std::size_t r = 0; r < ranks; ++r) ranks_[r]->start(fresh_seed());
  const double key_bytes = static_cast<double>(keys) * static_cast<double>(value_bytes(request.image.type()));
  Collectives collectives(ranks, images.front()->exchange_bytes(), key_bytes / static_cast<double>(ranks));
  if (!run(images, most_cpu_s(request, cpu_limit_s), collectives) || !fetch(images, answer)) return false;
  std::vector<int> returned;
  for (const auto& image : images) returned.push_back(image->returned());
  answer.sent_bytes = collectives.sent_bytes();
  answer.fullest_rank = collectives.fullest_rank();
  answer.exchanges = collectives.passed_on();
  answer.refused = refusal(images, returned, static_cast<int>(keys));
  if (answer.refused) {
    answer.refused->problem = static_cast<std::uint32_t>(answer.kept.size());
    return true;
  }
  const wire::Buffer& buffer = request.image.output(request.image.problems()[problem]);
  std::byte* c = answer.returned.data() + buffer.offset + buffer.margin_before;
  for (std::size_t r = 0; r < ranks; ++r) {
    const std::span<const std::byte> part = images[r]->kept(returned[r]);
    c = std::copy(part.begin(), part.end(), c);
  }
  answer.kept.push_back(std::move(returned));
  return true;
}

std::optional<Answer> TransportSession::ask(const WorkerRequest& request, double cpu_limit_s) {
  if (broken()) return std::nullopt;
  if (request.timed != wire::Timed::no || request.trace != nullptr)
    throw std::logic_error("ranks are neither timed nor traced");
  static_cast<void>(take_printed());
  Answer answer;
  answer.returned.assign(request.image.sent().begin(), request.image.sent().end());
  std::vector<double> before_s;
  for (const auto& rank : ranks_) before_s.push_back(rank->cpu_s());
  for (std::size_t problem = 0; problem < request.image.problems().size(); ++problem) {
    // The limit holds for all problems together.
    double used_s = 0;
    before_s.resize(ranks_.size());
    for (std::size_t r = 0; r < ranks_.size(); ++r)
      used_s = std::max(used_s, ranks_[r]->cpu_s() - before_s[r]);
    const auto ranks = static_cast<int>(request.image.parts(problem).size()) - 1;
    if (ranks < 1 || ranks > kMostRanks) throw std::logic_error("a call on no ranks, or on too many");
    if (!ask_problem(request, problem, std::max(kLeastCpuS, cpu_limit_s - used_s), answer))
      return std::nullopt;
    if (answer.refused) break;
  }
  return answer;
}

}  // namespace mergelab::judge
