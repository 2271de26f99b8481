#include "app/grading/lab_grader.hpp"

#include <sys/socket.h>

#include <condition_variable>
#include <exception>
#include <system_error>
#include <thread>

#include "base/lines.hpp"
#include "score/score.hpp"
#include "submission/compile.hpp"
#include "submission/policy.hpp"

namespace mergelab::app {
namespace {

using namespace std::chrono_literals;

void send_all(int fd, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t wrote =
        TEMP_FAILURE_RETRY(::send(fd, text.data() + sent, text.size() - sent, MSG_NOSIGNAL));
    if (wrote <= 0) return;  // a judge that died says so by its exit
    sent += static_cast<std::size_t>(wrote);
  }
}

/// Splits what arrives into lines.
class LineReader {
 public:
  explicit LineReader(int fd) : fd_(fd) {}
  /// Reads what is there; false at the end.
  bool read_some(std::vector<std::string>& lines) {
    std::array<char, 1 << 16> part{};
    const ssize_t got = ::recv(fd_, part.data(), part.size(), MSG_DONTWAIT);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got == 0) return false;
    pending_.append(part.data(), static_cast<std::size_t>(got));
    for (std::size_t end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n')) {
      lines.push_back(pending_.substr(0, end));
      pending_.erase(0, end + 1);
    }
    return true;
  }

 private:
  int fd_;
  std::string pending_;
};

struct Listener {
  std::function<void(const Observation&)> seen;
  /// Whether a judge that shares its job takes its next part; may wait.
  std::function<bool()> may_go_on = nullptr;
};

JudgeResult listen(const std::filesystem::path& judge, const judge::Job& job, const Listener& listener,
                   const std::stop_token& stop) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  const base::Descriptor ours(ends[0]);
  base::Descriptor theirs(ends[1]);

  sandbox::Command command;
  command.argv = {judge.string(), sandbox::to_string(sandbox::isolation().level)};
  command.env = {{"LANG", "C"},
                 {"PATH", submission::tool_path()},              // where bubblewrap was found
                 {"GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"}};  // large pages for arrays of millions
  command.channel = theirs.get();
  command.limits.open_files = 256;
  command.limits.file_bytes = 0;  // the shared memory of a large case counts as a file
  sandbox::Process process(command);
  theirs.reset();
  send_all(ours.get(), judge::job_to_json(job) + "\n");
  const auto say_no_more = [&] { ::shutdown(ours.get(), SHUT_WR); };
  if (!job.shared) say_no_more();

  JudgeResult result;
  LineReader reader(ours.get());
  std::optional<sandbox::Exit> exit;
  for (bool open = true; open || !exit;) {
    if (!exit && stop.stop_requested()) exit = process.kill();
    if (!exit) exit = process.poll(open ? 200ms : 1000ms, open ? ours.get() : -1);
    std::vector<std::string> lines;
    if (open && (exit || wire::is_readable(ours.get()))) open = reader.read_some(lines);
    for (const std::string& line : lines) {
      if (line == judge::kAsksForPart) {
        listener.may_go_on() ? send_all(ours.get(), "+") : say_no_more();
        continue;
      }
      result.observations.push_back(judge::observation_from_line(line));
      listener.seen(result.observations.back());
    }
  }
  if (exit->end != sandbox::End::exited || exit->code != 0)
    result.failure =
        fmt::format("the judge ended early ({}): {}",
                    exit->end == sandbox::End::signalled ? sandbox::describe_signal(exit->signal)
                                                         : fmt::format("exit code {}", exit->code),
                    exit->output);
  return result;
}

/// Which judge has which of the parts of a plan.
class Shares {
 public:
  explicit Shares(std::size_t parts) : back_(parts), parts_(parts) {}

  /// Of the first judge. If the other one is at its last part, it waits for that result.
  bool take_first() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return front_ < back_ || over_; });
    if (front_ == back_) return false;
    ++front_;
    return true;
  }
  /// Of the second one, which leaves the first part to the first judge, however late that begins.
  bool take_last() {
    const std::lock_guard lock(mutex_);
    if (over_ || back_ <= std::max<std::size_t>(front_, 1)) return false;
    --back_;
    return true;
  }
  /// The second judge has no more to say; where that does not count, the first one has all.
  void end_second(bool counts) {
    const std::lock_guard lock(mutex_);
    over_ = true;
    if (!counts) back_ = parts_;
    changed_.notify_all();
  }
  [[nodiscard]] std::size_t of_second() {
    const std::lock_guard lock(mutex_);
    return parts_ - back_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t front_ = 0, back_;  // between them are the parts not taken yet
  std::size_t parts_;
  bool over_ = false;
};

/// Whether it changes nothing for later tests: see LabContext. A wrong answer does not either, but what
/// counts as one may depend on earlier tests.
bool is_independent(const Observation& seen, bool may_be_wrong) {
  const Verdict verdict = seen.outcome.verdict;
  const bool is_ordinary = verdict == Verdict::passed || verdict == Verdict::too_slow ||
                           (may_be_wrong && verdict == Verdict::wrong_answer);
  return is_ordinary && seen.outcome.violations.empty();
}

bool forbids(const Lab& lab, const std::string& name) {
  return std::ranges::any_of(lab.forbidden, [&](const ForbiddenName& each) { return each.name == name; });
}

/// The lines of a refused build's log that name what the course forbids.
std::vector<std::string> refusals_of(const ForbiddenName& name, const submission::Build& built) {
  const std::string sentence = submission::course_refusal(name);
  std::vector<std::string> lines;
  for (const BuildResult& result : built.results) {
    if (result.verdict != Verdict::forbidden) continue;
    for (const std::string& line : base::lines_of(result.log)) {
      if (line.find(sentence) != std::string::npos) lines.push_back(line);
    }
  }
  return lines;
}

/// Takes the names off the lab's list for which its build was refused but the lab is not: those that only
/// cost points, which become deductions, and those that only a reference's file uses, or an earlier lab's,
/// which loses points for them. Returns whether there were any: then build it again.
bool allow_used_names(const Course& course, const submission::Sources& sources,
                      const submission::Build& built, Lab& lab, std::vector<Deduction>& deductions) {
  constexpr double kAllPercent = 100;
  const auto is_excused = [&](const std::string& line, const std::string& name) {
    return std::ranges::any_of(sources, [&](const auto& source) {
      const Lab& of = *course.find_lab(source.first);
      if (!line.starts_with(of.file + ":")) return false;
      return of.name != lab.name && forbids(of, name);
    });
  };
  const std::size_t removed = std::erase_if(lab.forbidden, [&](const ForbiddenName& name) {
    std::vector<std::string> lines = refusals_of(name, built);
    if (lines.empty()) return false;
    std::erase_if(lines, [&](const std::string& line) { return is_excused(line, name.name); });
    if (!lines.empty() && name.percent >= kAllPercent) return false;
    if (!lines.empty()) deductions.push_back({"forbidden", lines.front(), name.percent, 0});
    return true;
  });
  if (removed > 0) return true;
  // Logs omit a reference's file: a refused name without a message is in one, and not the student's fault.
  const bool has_reference = !submission::references_in(sources).empty();
  const bool untold = std::ranges::any_of(built.results, [](const BuildResult& result) {
    return result.verdict == Verdict::forbidden && result.log.empty();
  });
  if (lab.forbidden.empty() || !has_reference || !untold) return false;
  lab.forbidden.clear();
  return true;
}

/// One of a limited number of places on the GPU, while it lives.
class GpuPlace {
 public:
  explicit GpuPlace(std::counting_semaphore<>& places) : places_(places) { places_.acquire(); }
  GpuPlace(const GpuPlace&) = delete;
  GpuPlace& operator=(const GpuPlace&) = delete;
  ~GpuPlace() { places_.release(); }

 private:
  std::counting_semaphore<>& places_;
};

/// Counts as at work while it lives.
class AtWork {
 public:
  explicit AtWork(std::atomic<unsigned>& count) : count_(count), number_(++count) {}
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;
  ~AtWork() { --count_; }
  [[nodiscard]] unsigned number() const { return number_; }

 private:
  std::atomic<unsigned>& count_;
  unsigned number_;
};

/// Only compute-sanitizer sees broken rules on a GPU.
bool needs_sanitizer(const Item& item, Backend backend) {
  return item.checker == CheckerRule::accesses && backend == Backend::gpu;
}

}  // namespace

JudgeResult run_two_judges(const std::filesystem::path& judge, const judge::Job& job,
                           const std::function<void(const Observation&)>& seen) {
  judge::Job first_job = job, second_job = job;
  first_job.shared = second_job.shared = second_job.backward = true;
  const std::vector<judge::PlannedTest> tests = judge::plan(job);
  std::vector<std::size_t> begins;  // of parts, among the tests
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (judge::begins_part(job, tests, i)) begins.push_back(i);
  }
  begins.push_back(tests.size());
  Shares shares(begins.size() - 1);

  std::stop_source stop;
  const auto give_up_second = [&] {
    shares.end_second(false);
    stop.request_stop();
  };
  std::map<std::string, Observation> by_second;
  std::exception_ptr failed;
  std::jthread second([&] {
    try {
      const auto keep = [&](const Observation& one) {
        if (is_independent(one, false))
          by_second.emplace(one.test, one);
        else
          give_up_second();
      };
      const JudgeResult result =
          listen(judge, second_job, {keep, [&] { return shares.take_last(); }}, stop.get_token());
      const std::size_t begin = begins[begins.size() - 1 - shares.of_second()];
      shares.end_second(result.failure.empty() && by_second.size() == tests.size() - begin);
    } catch (...) {
      shares.end_second(false);
    }
  });
  const auto look = [&](const Observation& one) {
    if (!is_independent(one, true)) give_up_second();
    seen(one);
  };
  JudgeResult result;
  try {
    result = listen(judge, first_job, {look, [&] { return shares.take_first(); }}, {});
  } catch (...) {
    failed = std::current_exception();
  }
  stop.request_stop();
  second.join();
  if (failed) std::rethrow_exception(failed);
  for (std::size_t i = begins[begins.size() - 1 - shares.of_second()];
       result.failure.empty() && i < tests.size(); ++i) {
    result.observations.push_back(by_second.at(tests[i].name()));
    seen(result.observations.back());
  }
  return result;
}

bool LabGrader::runs(const Item& item, Backend backend) const {
  return options_.backends.has(backend) && item.backends.has(backend) &&
         (!options_.sanitizer.empty() || !needs_sanitizer(item, backend));
}

LabResult LabGrader::grade(const Lab& lab, const submission::Sources& sources) {
  return grade_as(lab, course_.families, sources);
}

LabResult LabGrader::grade_as(const Lab& asked, const std::vector<Family>& families,
                              const submission::Sources& sources) {
  Lab lab = asked;
  for (Item& item : lab.items) {
    if (options_.sanitizer.empty() && needs_sanitizer(item, Backend::gpu)) item.backends.remove(Backend::gpu);
  }
  Observed seen = observed(lab, families, sources);
  if (shows_details(lab, options_.now)) {
    for (Observation& each : seen.observations) each.hidden = false;
  }
  LabResult result = score::score_lab(lab, options_.backends, seen.builds, seen.observations,
                                      submission::references_in(sources));
  for (Deduction& deduction : seen.deductions) score::deduct(result, std::move(deduction));
  return result;
}

void LabGrader::keep_in(ObservedRuns* runs, bool may_run, const std::string& how) {
  runs_ = runs;
  may_run_ = may_run;
  how_ = how;
}

Observed LabGrader::observed(const Lab& lab, const std::vector<Family>& families,
                             const submission::Sources& sources) {
  if (runs_ == nullptr || !lab.whole || !lab.only.empty()) return run(lab, families, sources);
  const std::string inputs = inputs_of(lab, sources, how_);
  const std::map<std::string, std::string> items = item_inputs(lab, families);
  std::optional<Observed> known = runs_->find(lab.name, inputs);
  std::set<std::string> stale = stale_items(lab, items, known.value_or(Observed()));
  Observed fresh;
  if (!known || !stale.empty()) {
    if (!may_run_) throw NeedsRun{lab.name};
    Lab part = lab;
    std::erase_if(part.items, [&](const Item& item) { return !stale.contains(item.id); });
    fresh = run(std::move(part), families, sources);
  }
  std::vector<Deduction> deductions = known ? known->deductions : fresh.deductions;
  Observed all = merged(lab, std::move(known).value_or(Observed()), std::move(fresh), stale);
  all.lab = lab.name;
  all.inputs = inputs;
  all.items = items;
  all.deductions = std::move(deductions);
  for (const Observation& seen : all.observations) {
    if (seen.outcome.verdict == Verdict::grader_error) all.items.erase(seen.item);  // to be tried again
  }
  runs_->keep(all);
  return all;
}

Observed LabGrader::run(Lab lab, const std::vector<Family>& families, const submission::Sources& sources) {
  watch_(lab, {Step::What::building, 0, 0});
  const AtWork here(at_work_);
  Observed seen;
  submission::Build built;
  {
    const std::shared_lock lock(machine_);
    std::vector<std::shared_future<std::filesystem::path>> references;
    std::vector<std::shared_future<OracleObject>> oracles;
    for (const Backend backend : options_.backends.all()) {
      references.push_back(references_.of(lab, backend));
      if (backend == Backend::gpu) references.push_back(references_.library_of(lab));
      oracles.push_back(oracles_.of(lab, backend));
    }
    built = build(lab, sources);
    while (allow_used_names(course_, sources, built, lab, seen.deductions)) {
      std::error_code ignored;
      std::filesystem::remove_all(built.folder, ignored);
      built = build(lab, sources);
    }
    if (options_.backends.has(Backend::cpu)) seen.observations = observe(lab, families, built, Backend::cpu);
    // Nothing is compiled while times are taken.
    for (const auto& reference : references) reference.wait();
    for (const auto& oracle : oracles) oracle.wait();
  }
  if (options_.backends.has(Backend::gpu)) {
    std::vector<Observation> on_gpu = observe_on_gpu(lab, families, built);
    seen.observations.insert(seen.observations.end(), std::make_move_iterator(on_gpu.begin()),
                             std::make_move_iterator(on_gpu.end()));
  }
  seen.builds = std::move(built.results);
  std::error_code ignored;
  if (!built.folder.empty()) std::filesystem::remove_all(built.folder, ignored);
  return seen;
}

std::map<std::string, std::string> LabGrader::item_inputs(const Lab& lab,
                                                          const std::vector<Family>& families) {
  const std::lock_guard lock(inputs_mutex_);
  std::map<std::string, std::string>& inputs = item_inputs_[lab.name];
  if (!inputs.empty()) return inputs;
  for (const Backend backend : options_.backends.all()) {
    for (auto& [item, text] : inputs_of_items(job_of(lab, families, backend))) inputs[item] += text;
  }
  const std::string reference = references_.are_wanted() ? fingerprint_of_reference(course_, lab) : "";
  const std::string oracle = oracles_.fingerprint(lab);
  for (const Item& item : lab.items)
    inputs[item.id] +=
        oracle + (item.yardstick == kReferenceYardstick || item.is_timed_on_device() ? reference : "");
  return inputs;
}

std::filesystem::path LabGrader::fresh_folder(const std::string& name) {
  const std::lock_guard lock(folder_mutex_);
  return folder_.fresh(name);
}

submission::Build LabGrader::build(const Lab& lab, const submission::Sources& sources) {
  std::set<BuildKind> kinds;
  for (const Item& item : lab.items) {
    for (const Backend backend : item.backends.all()) {
      if (options_.backends.has(backend)) kinds.insert(build_of(item, backend));
    }
  }
  // The CPU engine's compiler checks the source policy, whatever runs.
  if (!kinds.empty() && !programs_.toolchain.simt_cc.empty()) kinds.insert(BuildKind(ValueType::int32));
  return submission::build(course_, lab, sources, {kinds.begin(), kinds.end()}, programs_.toolchain,
                           fresh_folder(lab.name));
}

std::vector<Observation> LabGrader::observe(const Lab& lab, const std::vector<Family>& families,
                                            const submission::Build& build, Backend backend) {
  const auto failed = [](const Observation& seen) { return seen.outcome.verdict == Verdict::grader_error; };
  const auto of_oracle = [](const Observation& seen) { return is_of_oracle(seen.outcome.why); };
  std::vector<Observation> seen = judge_once(lab, families, build, backend);
  if (const auto first = std::ranges::find_if(seen, of_oracle); first != seen.end()) {
    const std::lock_guard lock(failures_mutex_);
    oracle_failures_.emplace(lab.name, first->outcome.message);
    return seen;
  }
  if (std::ranges::any_of(seen, failed)) seen = judge_once(lab, families, build, backend);
  return seen;
}

std::vector<Observation> LabGrader::observe_on_gpu(const Lab& lab, const std::vector<Family>& families,
                                                   const submission::Build& build) {
  if (is_timed_on_gpu(lab)) {
    const std::unique_lock alone(machine_);
    return observe(lab, families, build, Backend::gpu);
  }
  const std::shared_lock lock(machine_);
  const GpuPlace place(gpu_places_);
  return observe(lab, families, build, Backend::gpu);
}

judge::Job LabGrader::job_of(const Lab& lab, const std::vector<Family>& families, Backend backend) const {
  judge::Job job;
  job.lab = lab;
  job.backend = backend;
  job.worker = backend == Backend::cpu ? programs_.worker : programs_.gpu_worker;
  if (backend == Backend::gpu) {
    job.environment = cuda_environment();
    job.yardsticks = programs_.yardsticks;
    job.sanitizer = options_.sanitizer;
    job.gpu = options_.gpu;
  }
  job.seed = options_.seed;
  job.secret = options_.secret;
  job.only = lab.only;
  job.order = options_.order;
  job.profile = options_.profile;
  job.trace = options_.trace;
  job.trace_numbers = options_.trace_numbers;
  job.local = options_.local && options_.secret.empty();
  for (const Family& family : families) {
    const bool used =
        std::ranges::any_of(job.lab.items, [&](const Item& item) { return item.family == family.name; });
    if (used) job.families.push_back(family);
    if (used && options_.secret.empty()) job.families.back().hidden = false;
  }
  return job;
}

std::vector<Observation> LabGrader::judge_once(const Lab& lab, const std::vector<Family>& families,
                                               const submission::Build& build, Backend backend) {
  judge::Job job = job_of(lab, families, backend);
  job.objects = build.objects;
  job.sources = build.sources;
  job.reference = references_.of(lab, backend).get();
  if (backend == Backend::gpu) job.library = references_.library_of(lab).get();
  if (lab.library) job.library_name = lab.library->name;
  OracleObject oracle = oracles_.of(lab, backend).get();
  {
    const std::lock_guard lock(failures_mutex_);
    if (const auto known = oracle_failures_.find(lab.name); known != oracle_failures_.end())
      oracle.failure = known->second;
  }
  give_oracle(oracle, lab, job);
  // Items whose build failed are decided without the judge.
  std::erase_if(job.lab.items, [&](const Item& item) {
    return !item.backends.has(backend) || !build.objects.contains(build_of(item, backend));
  });
  std::erase_if(job.families, [&](const Family& family) {
    return std::ranges::none_of(job.lab.items, [&](const Item& item) { return item.family == family.name; });
  });
  const std::vector<judge::PlannedTest> tests = judge::plan(job);
  if (tests.empty()) return {};
  std::size_t done = 0;
  // Names are not secret, but with a secret a student must not see which hidden case takes long.
  const auto running = [&] {
    return done < tests.size() && options_.secret.empty() ? tests[done].name() : "";
  };
  watch_(lab, {Step::What::testing, done, tests.size(), nullptr, running()});
  const auto tell = [&](const Observation& seen) {
    ++done;
    watch_(lab, {Step::What::testing, done, tests.size(), &seen, running()});
  };
  std::optional<AtWork> second;
  // Nothing in it may measure CPU time, which a second judge would spoil.
  if (job.backend == Backend::cpu && !job.lab.on_host()) second.emplace(at_work_);
  if (second && second->number() > options_.jobs) second.reset();
  JudgeResult seen;
  if (!oracle.failure.empty()) {
    seen.failure = oracle.failure;
  } else {
    seen = second ? run_two_judges(programs_.judge, job, tell) : listen(programs_.judge, job, {tell}, {});
  }
  // A judge that ended early must not pass an item by the tests that it no longer saw.
  for (std::size_t i = seen.observations.size(); i < tests.size(); ++i) {
    Observation missing;
    missing.backend = backend;
    missing.item = tests[i].item->id;
    missing.family = tests[i].family->name;
    missing.test = tests[i].name();
    missing.outcome.message = seen.failure.empty() ? "the judge left this test out" : seen.failure;
    if (!oracle.failure.empty()) missing.outcome.why = Statement(Sentence::no_oracle, oracle.failure);
    seen.observations.push_back(std::move(missing));
  }
  return seen.observations;
}

bool shows_details(const Lab& lab, std::optional<Moment> now) {
  return now && lab.details_from && *now >= *lab.details_from;
}

}  // namespace mergelab::app
