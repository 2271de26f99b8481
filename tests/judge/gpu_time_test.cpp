// Times on a GPU are compared with the reference solution's in the same run, or with the recorded ones for
// that GPU. Whole gradings, on a device whose programs take the time that a test sets.
#include "solver.hpp"
#include "whole_grading.hpp"
#include "wire/digest.hpp"

namespace mergelab::judge {
namespace {

constexpr double kMicrosecond = 1e-6, kPathS = 50 * kMicrosecond;
constexpr const char* kMine = "int_gpu.so";
constexpr const char* kReferenceObject = "reference.so";

/// What the programs on a device do, and what they were asked for.
struct Device {
  std::map<std::string, double> us = {{"yardstick_copy.so", 70},
                                      {"yardstick_cub.so", 100},
                                      {"yardstick_empty.so", 0},
                                      {kReferenceObject, 200},
                                      {kMine, 200}};
  std::map<std::int64_t, double> mine_by_section, reference_by_section;  // where the shape decides
  int reference_calls_until_it_fails = 1'000'000;
  bool fails_for_good = true;  // or works in a new worker while the submission's is gone
  bool reference_is_noisy_beside = false;
  bool reference_is_wrong = false, mine_is_wrong = false;

  struct Call {
    std::string who;
    std::int64_t section;
    std::string input;
  };
  std::vector<Call> calls;  // that were timed
  int running = 0;          // calls at this moment
  int most_running = 0;
  int submissions = 0;  // workers of the submission that are there
  int reference_calls = 0;
};

class Program : public Session {
 public:
  Program(Device& device, const WorkerSetup& setup)
      : device_(device), name_(setup.object.filename().string()) {
    if (name_ == kMine) ++device_.submissions;
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() override {
    if (name_ == kMine) --device_.submissions;
  }

  std::optional<Answer> ask(const WorkerRequest& request, double /*cpu_limit_s*/) override {
    if (broken()) return std::nullopt;
    device_.most_running = std::max(device_.most_running, ++device_.running);
    std::optional<Answer> answer = answered(request);
    --device_.running;
    if (request.after_call) request.after_call();
    return answer;
  }
  double cpu_s() const override { return 0; }
  std::string take_printed() override { return ""; }

 private:
  std::optional<Answer> answered(const WorkerRequest& request) {
    const Image& image = request.image;
    const wire::Problem& problem = image.problems().front();
    const bool is_reference = name_ == kReferenceObject;
    if (is_reference && ++device_.reference_calls > device_.reference_calls_until_it_fails &&
        (device_.fails_for_good || device_.submissions > 0)) {
      fail({Verdict::crashed, Statement(Sentence::words, "a segmentation fault"), "fault", {}});
      return std::nullopt;
    }
    Answer answer;
    Solver solver(image, [](std::uint32_t, std::uint32_t, std::uint32_t) { return false; });
    const auto section = static_cast<int>(image.number(0, 0, "section"));
    const wire::Buffer& c = image.output(problem);
    answer.returned = solver.solve();
    answer.fetched = honest_counts(problem.outputs, section);
    if (request.timed == wire::Timed::no) return answer;
    const auto begin = answer.returned.begin() + static_cast<std::ptrdiff_t>(c.offset + c.margin_before);
    answer.returned = {begin, begin + static_cast<std::ptrdiff_t>(c.bytes)};
    const bool is_wrong = is_reference ? device_.reference_is_wrong : name_ == kMine && device_.mine_is_wrong;
    if (is_wrong) answer.returned[answer.returned.size() / 2] ^= std::byte{1};
    answer.nonce = 7;
    answer.done.digest = wire::digest(answer.returned.data(), answer.returned.size(), answer.nonce);
    answer.done.event_s = seconds(section);
    answer.call_s = answer.done.event_s + kPathS;
    device_.calls.push_back(
        {name_, section,
         std::string(reinterpret_cast<const char*>(image.sent().data()), image.sent().size())});
    return answer;
  }

  [[nodiscard]] double seconds(int section) {
    const auto& by_section = name_ == kMine ? device_.mine_by_section : device_.reference_by_section;
    const bool has_shape = (name_ == kMine || name_ == kReferenceObject) && by_section.contains(section);
    double us = has_shape ? by_section.at(section) : device_.us.at(name_);
    if (name_ == kReferenceObject && device_.reference_is_noisy_beside && device_.submissions > 0)
      us *= 1 + (device_.reference_calls % 3);
    return us * kMicrosecond;
  }

  Device& device_;
  std::string name_;
};

class GpuTime : public testing::Test {
 protected:
  void SetUp() override {
    for (Family& family : course_.families) {
      if (family.name != "device_timing") continue;
      for (CaseSpec& spec : family.cases) {
        KeysCase keys = keys_case(spec);
        keys.m = Size("2000");
        keys.n = Size(spec.name == "lopsided" ? "100" : "2000");
        set_case(keys, spec);
      }
    }
  }

  LabResult grade(const std::string& gpu, bool with_reference, const char* name = "03_basic_kernel") {
    Lab lab = *course_.find_lab(name);
    std::erase_if(lab.items, [](const Item& item) { return item.id != "plain" && item.id != "time"; });
    job_ = {};
    job_.lab = lab;
    job_.families = course_.families;
    job_.backend = Backend::gpu;
    job_.gpu = gpu;
    job_.objects[BuildKind(Backend::gpu, ValueType::int32)] = kMine;
    job_.objects[BuildKind(Backend::gpu, ValueType::record)] = kMine;
    if (with_reference) job_.reference = kReferenceObject;
    Runner runner(job_, [&](const WorkerSetup& setup) { return std::make_unique<Program>(device_, setup); });
    std::vector<Observation> seen;
    for (const PlannedTest& test : plan(job_)) {
      Observation one;
      one.backend = Backend::gpu;
      one.item = test.item->id;
      one.family = test.family->name;
      one.test = test.name();
      one.outcome = runner.run(test);
      seen.push_back(observation_from_line(observation_to_line(one)));
    }
    return score::score_lab(lab, Backends{Backend::gpu}, {}, seen);
  }

  static const ItemResult& time_of(const LabResult& lab) {
    return *std::find_if(lab.items.begin(), lab.items.end(),
                         [](const ItemResult& item) { return item.id == "time"; });
  }
  /// Of two times the reference's, in the third lab's curve.
  static void expect_twice(const ItemResult& time) {
    ASSERT_TRUE(time.metrics.contains("slowdown")) << time.message;
    EXPECT_NEAR(time.metrics.at("slowdown"), 2, 1e-6) << time.message;
    EXPECT_EQ(time.status, Verdict::too_slow);
    EXPECT_NEAR(time.score / time.max_score, 0.759, 0.01);
  }
  static void expect_unjudged(const LabResult& lab) {
    const ItemResult& time = time_of(lab);
    EXPECT_EQ(time.status, Verdict::not_run) << time.message;
    EXPECT_EQ(time.max_score, 0);
    EXPECT_EQ(lab.score, lab.max_score) << lab.message;
    EXPECT_TRUE(contains(time.message, say(Sentence::no_reference_figure, "NVIDIA T4")));
  }

  Course course_ = course::load(MERGELAB_SOURCE_DIR);
  Device device_;
  Job job_;
};
using GpuTimeSlow = GpuTime;

TEST_F(GpuTime, is_held_against_the_reference_in_the_same_run) {
  // Beside CUB the reference takes 2, and not the 3.7 that an H200's figures say.
  for (const char* gpu : {"NVIDIA T4", "NVIDIA H200"}) {
    device_.us[kMine] = 200;
    const LabResult same = grade(gpu, true);
    EXPECT_EQ(same.score, same.max_score) << gpu << ": " << same.message;
    EXPECT_NEAR(time_of(same).metrics.at("slowdown"), 1, 1e-6) << gpu;
    EXPECT_NEAR(time_of(same).metrics.at("reference_ms"), 0.2, 1e-6) << gpu;
    device_.us[kMine] = 400;
    const LabResult slow = grade(gpu, true);
    expect_twice(time_of(slow));
    EXPECT_EQ(time_of(slow).message,
              say(Sentence::beside_reference, 0.4, 2.0, 0.2) + say(Sentence::full_points_up_to_times, 1.2));
  }
}

TEST_F(GpuTime, is_held_against_what_is_recorded_on_that_gpu_alone) {
  device_.us[kMine] = 371;
  const LabResult recorded = grade("NVIDIA H200", false);
  EXPECT_NEAR(time_of(recorded).metrics.at("slowdown"), 1, 1e-6);
  EXPECT_EQ(recorded.score, recorded.max_score);
  device_.us[kMine] = 742;  // the worst case counts, which is not the lopsided one
  expect_twice(time_of(grade("NVIDIA H200", false)));
  for (const double us : {200.0, 4000.0}) {
    device_.us[kMine] = us;
    expect_unjudged(grade("NVIDIA T4", false));
  }
}

TEST_F(GpuTime, tells_times_beside_cub_and_a_copy_where_it_is_not_judged) {
  const ItemResult time = time_of(grade("NVIDIA T4", false));
  EXPECT_EQ(time.message, say(Sentence::no_reference_figure, "NVIDIA T4") + say(Sentence::here) +
                              say(Sentence::beside_cub, 0.2, 2.0, "cub::DeviceMerge", 0.1) +
                              say(Sentence::beside_copy, 0.07));
  EXPECT_NEAR(time.metrics.at("time_ms"), 0.2, 1e-6);
  EXPECT_NEAR(time.metrics.at("cub_ratio"), 2, 1e-6);
  EXPECT_NEAR(time.metrics.at("copy_fraction"), 0.35, 1e-6);
  EXPECT_FALSE(time.metrics.contains("slowdown"));
}

TEST_F(GpuTime, is_not_judged_there_whatever_the_submission_does) {
  device_.mine_is_wrong = true;
  expect_unjudged(grade("NVIDIA T4", false));
  EXPECT_EQ(time_of(grade("NVIDIA H200", false)).status, Verdict::wrong_answer);
  EXPECT_EQ(time_of(grade("NVIDIA T4", true)).status, Verdict::wrong_answer);
}

TEST_F(GpuTime, costs_nobody_points_where_the_reference_fails_from_the_start) {
  for (const bool crashes : {true, false}) {
    device_.reference_calls = 0;
    device_.reference_calls_until_it_fails = crashes ? 0 : 1'000'000;
    device_.reference_is_wrong = !crashes;
    device_.us[kMine] = 371;
    expect_unjudged(grade("NVIDIA T4", true));
    const LabResult recorded = grade("NVIDIA H200", true);
    EXPECT_EQ(recorded.score, recorded.max_score) << recorded.message;
    EXPECT_NEAR(time_of(recorded).metrics.at("slowdown"), 1, 1e-6);
  }
}

TEST_F(GpuTime, costs_nobody_points_where_the_reference_fails_later) {
  device_.reference_calls_until_it_fails = 9;  // two trials of each case were fine
  device_.us[kMine] = 371;
  const LabResult recorded = grade("NVIDIA H200", true);
  EXPECT_EQ(recorded.score, recorded.max_score) << recorded.message;
  device_.reference_calls = 0;
  const LabResult failed = grade("NVIDIA T4", true);
  EXPECT_EQ(time_of(failed).status, Verdict::grader_error) << time_of(failed).message;
  EXPECT_FALSE(failed.score) << "no score beats a wrong one";
}

TEST_F(GpuTimeSlow, takes_the_reference_alone_where_it_fails_or_is_noisy_beside_the_submission) {
  device_.us[kMine] = 400;
  device_.reference_calls_until_it_fails = 9;
  device_.fails_for_good = false;
  expect_twice(time_of(grade("NVIDIA T4", true)));
  device_.reference_calls_until_it_fails = 1'000'000;
  device_.reference_is_noisy_beside = true;
  expect_twice(time_of(grade("NVIDIA T4", true)));
  EXPECT_TRUE(contains(time_of(grade("NVIDIA T4", true)).message, say(Sentence::known_ratio_here, 2.0, 2.0)));
}

TEST_F(GpuTime, lets_one_program_run_at_a_time_and_answers_no_input_before_the_submission) {
  EXPECT_EQ(time_of(grade("NVIDIA T4", true)).status, Verdict::passed);
  EXPECT_EQ(device_.most_running, 1);
  std::set<std::string> known;  // that the reference had
  std::set<std::string> mine;   // that the submission had
  std::size_t shared = 0;
  for (const Device::Call& call : device_.calls) {
    if (call.who == kReferenceObject) known.insert(call.input);
    if (call.who == kReferenceObject && mine.contains(call.input)) ++shared;
    if (call.who != kMine) continue;
    EXPECT_FALSE(known.contains(call.input)) << "the reference had merged it before";
    EXPECT_TRUE(mine.insert(call.input).second) << "an input came twice";
  }
  EXPECT_EQ(shared, 2U * 12) << "in each round the reference gets the submission's input";
}

TEST_F(GpuTime, takes_each_in_its_own_best_shape) {
  device_.mine_by_section = {{4096, 500}, {8192, 300}};
  device_.reference_by_section = {{4096, 150}, {8192, 220}};
  Lab& lab = *std::find_if(course_.labs.begin(), course_.labs.end(),
                           [](const Lab& each) { return each.name == "04_tiled_kernel"; });
  lab.timed_shapes = {{{"section", 4096}, {"tile", 1024}}, {{"section", 8192}, {"tile", 1024}}};
  const ItemResult time = time_of(grade("NVIDIA T4", true, "04_tiled_kernel"));
  expect_twice(time);
  EXPECT_EQ(time.metrics.at("section"), 8192);
  const auto last = std::find_if(device_.calls.rbegin(), device_.calls.rend(),
                                 [](const Device::Call& call) { return call.who == kReferenceObject; });
  EXPECT_EQ(last->section, 4096);
}

TEST_F(GpuTime, has_figures_of_one_case_in_its_message_and_its_metrics) {
  device_.us[kMine] = 900;
  const ItemResult time = time_of(grade("NVIDIA T4", true));
  EXPECT_NEAR(time.metrics.at("time_ms") / time.metrics.at("reference_ms"), time.metrics.at("slowdown"),
              1e-6);
  EXPECT_NEAR(time.metrics.at("copy_ms") / time.metrics.at("time_ms"), time.metrics.at("copy_fraction"),
              1e-6);
}

}  // namespace
}  // namespace mergelab::judge
