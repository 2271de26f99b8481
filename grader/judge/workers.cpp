#include "judge/workers.hpp"

#include "judge/transport/session.hpp"

namespace mergelab::judge {
namespace {

constexpr int kGpuOpenFiles = 1024;        // the driver opens dozens
constexpr std::int64_t kDriverMib = 4096;  // the driver's limit besides the student's memory, ample

// Above this many outputs a call may take longer than the lab's limit says, by this much per output.
constexpr double kExtraCpuPerOutputS = 0.5e-6;
// A process that waits for a GPU uses CPU time; no lab keeps one busy for longer.
constexpr double kGpuCaseCpuS = 5;
// Threads that run so many basic blocks together, and more per output, are in an endless loop.
constexpr std::uint64_t kSteps = 100'000'000, kStepsPerOutput = 1000;

constexpr int kMostRefusedLaunches = 3;

}  // namespace

WorkerSetup worker_setup(const Job& job, const std::filesystem::path& object) {
  WorkerSetup setup;
  setup.worker = job.worker;
  setup.object = object;
  setup.limits = job.lab.limits;
  setup.backend = job.backend;
  setup.environment = job.environment;
  return setup;
}

sandbox::Command worker_command(const WorkerSetup& setup, int channel) {
  sandbox::Command command;
  command.argv = setup.wrapper;
  command.argv.insert(command.argv.end(), {setup.worker.string(), setup.object.string()});
  command.env = {{"LANG", "C"}, {"PATH", "/usr/bin:/bin"}};
  command.env.insert(setup.environment.begin(), setup.environment.end());
  command.channel = channel;
  command.limits.cpu_s = kLoadCpuS;
  command.limits.wall_s = wall_limit(setup, kLoadCpuS);
  // CUDA reserves far more than it uses.
  if (setup.backend == Backend::cpu) command.limits.address_space_bytes = setup.limits.memory_mib << 20;
  if (setup.backend == Backend::gpu) {
    command.limits.open_files = kGpuOpenFiles;
    if (setup.wrapper.empty()) command.limits.resident_bytes = (setup.limits.memory_mib + kDriverMib) << 20;
  }
  command.limits.file_bytes = 1 << 20;
  command.limits.output_bytes = setup.limits.output_kib << 10;
  command.limits.drops_output = setup.local;
  command.confinement.emplace();
  command.confinement->readable = {setup.worker.parent_path(), setup.object};
  if (!setup.written.empty()) command.confinement->writable = {setup.written};
  if (setup.backend == Backend::gpu) {
    sandbox::show_gpu(command);
  } else {
    command.locks_itself = true;  // CUDA starts threads, and talks to its driver's services
  }
  return command;
}

WorkerSetup Workers::setup(const Item& item) const {
  WorkerSetup setup = worker_setup(job_, job_.objects.at(build_of(item, job_.backend)));
  setup.value_size = static_cast<int>(value_bytes(item.value));
  setup.files = files_;
  setup.local = job_.local;
  return setup;
}

std::optional<Outcome> Workers::lost(const Item& item) const {
  if (item_ != &item || session_ == nullptr || !session_->broken()) return std::nullopt;
  Outcome lost = *session_->broken();
  lost.why = {{Statement(Sentence::lost_program, lost_at_)}, lost.why.findings()};
  lost.untried = true;
  return lost;
}

void Workers::end_test(const PlannedTest& test) {
  if (session_ == nullptr || !session_->broken()) return;
  // CUDA goes on after a launch that it refused, and so do the item's other cases. If it refuses many, they
  // show nothing new, and a GPU's worker takes long to start.
  const std::string& symptom = session_->broken()->symptom;
  if (is_of_failed_call(symptom) && session_->broken()->verdict != Verdict::timed_out &&
      ++refused_launches_ <= kMostRefusedLaunches)
    return replace();
  if (lost_at_.empty()) lost_at_ = test.name();
}

void Workers::replace() {
  if (session_ == nullptr) return;
  spent_cpu_s_ += session_->cpu_s();
  session_.reset();
}

wire::Launches Workers::last_launches() const {
  return session_ != nullptr ? session_->last_launches() : wire::Launches();
}

bool Workers::raced() const {
  return std::ranges::any_of(violations_,
                             [](const Violation& violation) { return violation.rule == "race"; });
}

bool Workers::update_races() const {
  return std::ranges::any_of(violations_, [](const Violation& violation) {
    return std::ranges::any_of(violation.why.findings(), [](const Finding& found) {
      return found.advice == finding::Advice::barrier_or_atomic;
    });
  });
}

void Workers::end_item() {
  lost_at_.clear();
  if (!starts_are_long()) session_.reset();
  item_ = nullptr;
}

bool Workers::starts_are_long() const { return job_.backend == Backend::gpu || job_.lab.on_ranks(); }

Session& Workers::session(const PlannedTest& test) {
  const Item& item = *test.item;
  const BuildKind kind = build_of(item, job_.backend);
  const bool same_item = item_ == &item;
  // A worker that has seen hidden cases could reveal them in its message about a visible one.
  const bool shared = starts_are_long() && session_ != nullptr && !session_->broken() && kind_ == kind &&
                      hidden_ == test.family->hidden;
  if (!same_item) {
    lost_at_.clear();
    refused_launches_ = 0;
  }
  item_ = &item;
  if (session_ == nullptr || !(same_item || shared)) {
    if (session_ != nullptr) spent_cpu_s_ += session_->cpu_s();
    session_.reset();
    session_ =
        job_.lab.on_ranks() ? std::make_unique<TransportSession>(setup(item), start_) : start_(setup(item));
    kind_ = kind;
    hidden_ = test.family->hidden;
  }
  return *session_;
}

void Workers::add_violations(const Answer& answer) {
  const wire::RefusedLaunch& refused = answer.fetched.launches.refused;
  if (!answer.violations.empty() && refused.first != 0) {
    if (std::optional<Violation> told = violation_of(refused, files_)) {
      told->why += Statement(Sentence::after_that) + answer.violations.front().why;
      violations_.push_back(*std::move(told));
    }
  }
  violations_.insert(violations_.end(), answer.violations.begin(), answer.violations.end());
}

std::optional<Answer> Workers::ask(const PlannedTest& test, WorkerRequest request, Outcome& why) {
  Session& worker = session(test);
  const double left = job_.lab.limits.lab_cpu_s - spent_cpu_s_ - worker.cpu_s();
  if (left <= 0) {
    why = {Verdict::timed_out, Statement(Sentence::lab_time_used_up, job_.lab.limits.lab_cpu_s), "endless"};
    why.untried = true;
    return std::nullopt;
  }
  std::int64_t results = 0;
  for (const wire::Problem& problem : request.image.problems()) {
    for (const wire::Buffer& result : request.image.results(problem))
      results += static_cast<std::int64_t>(result.bytes / sizeof(int));
  }
  if (test.item->checks && job_.backend == Backend::cpu) {
    request.watch |= wire::kWatchAccesses;
    request.step_limit = kSteps + kStepsPerOutput * static_cast<std::uint64_t>(results);
  }
  double limit = job_.lab.limits.case_cpu_s + kExtraCpuPerOutputS * static_cast<double>(results);
  if (job_.backend == Backend::gpu) limit = std::min(limit, kGpuCaseCpuS);
  limit *= request.cpu_share;
  std::optional<Answer> answer = worker.ask(request, std::min(limit, left));
  printed_ = worker.take_printed();
  if (answer && answer->refused) {
    why = *std::move(answer->refused);
    tell_refused_first(answer->fetched.launches.refused, files_, why);
    add_violations(*answer);
    answer.reset();
  } else if (answer) {
    add_violations(*answer);
  } else {
    const Outcome& end = *worker.broken();
    if (end.verdict == Verdict::checker_violation) violations_.push_back({end.symptom, end.why});
    why = end;
  }
  any_violation_ |= !violations_.empty();
  return answer;
}

}  // namespace mergelab::judge
