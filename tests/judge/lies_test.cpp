// For any answer of a worker, the lab is graded: no number in it causes an error of the grader, and no lie
// makes a wrong output right. Whole gradings, with answers made here instead of a worker's. Long because all
// tests share the liar.
#include "solver.hpp"
#include "support/long_run.hpp"
#include "whole_grading.hpp"

namespace mergelab::judge {
namespace {

constexpr std::int64_t kLargestCase = 700;  // of those that are graded here

/// What goes wrong in arithmetic, if anything does.
template <class Number>
Number odd_number(Random& random) {
  constexpr Number kMost = std::numeric_limits<Number>::max();
  const Number numbers[] = {0,         1,         2,         3,
                            7,         1024,      1025,      65535,
                            kMost / 2, kMost - 1, kMost,     static_cast<Number>(kMost / 2 + 1),
                            kMost / 3, kMost / 4, kMost / 5, static_cast<Number>(random.next())};
  return numbers[random.below(std::size(numbers))];
}

template <class Message>
void fill_with_noise(Message& message, Random& random) {
  const auto header = message.header;
  for (std::byte& byte : std::as_writable_bytes(std::span(&message, 1)))
    byte = static_cast<std::byte>(random.next());
  message.header = header;
}

struct Lies {
  std::uint64_t seed = 0;
  bool numbers = true;        // of launches, counters, violations and ends
  bool any_launch = false;    // also of such as make large cases
  bool spoil_output = false;  // changes an element of each
  double cpu_s = 0.01;        // that each call took
};

/// A worker's replacement: right outputs, and a right kernel's messages, with lies between them.
class Liar : public Session {
 public:
  Liar(const Lies& lies, std::uint64_t& told) : lies_(lies), told_(told), random_(lies.seed * 7919 + told) {}

  std::optional<Answer> ask(const WorkerRequest& request, double /*cpu_limit_s*/) override {
    if (broken()) return std::nullopt;
    ++told_;
    const Image& image = request.image;
    if (lies_.numbers && random_.below(40) == 0) {
      wire::Stopped stopped;
      fill_with_noise(stopped, random_);
      if (random_.below(2) == 0) stopped.reason = static_cast<wire::Stop>(random_.below(8));
      lie(stopped.launches);
      fail(checked(stopped));
      return std::nullopt;
    }
    if (request.before_start) request.before_start();
    Answer answer;
    answer.returned = solved(request);
    answer.cpu_s = answer.call_s = lies_.cpu_s;
    answer.fetched = honest_counts(image.problems().front().outputs, image.number(0, 0, "section"));
    if (lies_.spoil_output) spoil(image, answer.returned);
    if (request.timed != wire::Timed::no) {  // then it is only C's payload
      const wire::Buffer& c = image.output(image.problems().front());
      const auto begin = answer.returned.begin() + static_cast<std::ptrdiff_t>(c.offset + c.margin_before);
      answer.returned = {begin, begin + static_cast<std::ptrdiff_t>(c.bytes)};
    }
    if (lies_.numbers) lie(answer);
    if (lies_.numbers && !compares(request)) return std::nullopt;
    answer.fetched = checked(answer.fetched);
    answer.done = checked(answer.done);
    return answer;
  }
  double cpu_s() const override { return 0; }

 private:
  /// The same cases come again and again.
  static std::vector<std::byte> solved(const WorkerRequest& request) {
    static std::map<std::string, std::vector<std::byte>, std::less<>> known;
    const Image& image = request.image;
    const auto less = [&](std::uint32_t problem, std::uint32_t a, std::uint32_t b) {
      if (request.compared) static_cast<void>(request.compared(problem));
      return image.labels().less(a, b);
    };
    Solver solver(image, less);
    if (image.type() == ValueType::counted) return solver.solve();  // never the same
    const auto [entry, is_new] = known.try_emplace(
        std::string(reinterpret_cast<const char*>(image.sent().data()), image.sent().size()));
    if (is_new) entry->second = solver.solve();
    return entry->second;
  }

  /// Asks for comparisons that no merge needs. False: the judge ended it.
  bool compares(const WorkerRequest& request) {
    if (!request.compared || random_.below(2) == 0) return true;
    const std::uint64_t more = random_.below(5000);
    const auto problem = static_cast<std::uint32_t>(random_.below(request.image.problems().size()));
    for (std::uint64_t i = 0; i < more; ++i) {
      if (request.compared(problem)) continue;
      fail({Verdict::too_slow, Statement(Sentence::too_many_comparisons), "comparisons", {}});
      return false;
    }
    return true;
  }

  void spoil(const Image& image, std::vector<std::byte>& returned) {
    for (const wire::Problem& problem : image.problems()) {
      const wire::Buffer& c = image.output(problem);
      if (c.bytes == 0) continue;
      std::byte& byte = returned[c.offset + c.margin_before + random_.below(c.bytes)];
      byte ^= std::byte{1} << random_.below(8);
    }
  }

  void lie(wire::Launches& launches) {
    launches.count = odd_number<std::uint64_t>(random_);
    launches.elsewhere = odd_number<std::uint64_t>(random_);
    for (auto* extents : {&launches.grid, &launches.block}) {
      for (std::uint32_t& extent : *extents)
        if (random_.below(3) == 0) extent = odd_number<std::uint32_t>(random_);
    }
    launches.dynamic_shared_bytes = odd_number<std::uint64_t>(random_);
    launches.static_shared_bytes = odd_number<std::uint64_t>(random_);
    launches.refused.why = static_cast<std::uint32_t>(random_.below(12));
    launches.refused.axis = odd_number<std::uint32_t>(random_);
    launches.refused.asked = odd_number<std::int64_t>(random_);
    launches.refused.line = {std::string(100, '/'), odd_number<std::int32_t>(random_)};
  }

  void lie(Answer& answer) {
    wire::Fetched& fetched = answer.fetched;
    if (random_.below(lies_.any_launch ? 2 : 20) == 0) lie(fetched.launches);
    if (!lies_.any_launch && volume(fetched.launches.block) > 1024) fetched.launches.count = 0;
    if (!lies_.any_launch && volume(fetched.launches.grid) > 64) fetched.launches.count = 0;
    if (random_.below(2) == 0) {
      std::uint64_t words[sizeof(wire::Traffic) / sizeof(std::uint64_t)];
      std::memcpy(words, &fetched.traffic, sizeof words);
      for (std::uint64_t& word : words)
        if (random_.below(3) == 0) word = odd_number<std::uint64_t>(random_);
      std::memcpy(&fetched.traffic, words, sizeof words);
    }
    if (random_.below(20) == 0) {
      fetched.uncovered.count = odd_number<std::uint64_t>(random_);
      fetched.uncovered.first = odd_number<std::uint64_t>(random_);
    }
    if (random_.below(4) == 0) answer.returned[random_.below(answer.returned.size())] ^= std::byte{0x10};
    for (std::uint64_t i = random_.below(8); i >= 6; i = random_.below(8)) {
      wire::Violation violation;
      fill_with_noise(violation, random_);
      answer.violations.push_back(violation_of(violation, {}));
      wire::Line line;
      fill_with_noise(line, random_);
      if (const auto seen = profile_of(line, {})) answer.lines.push_back(*seen);
    }
  }

  Lies lies_;
  std::uint64_t& told_;
  Random random_;
};

class LiesTest : public testing::Test {
 protected:
  LabResult grade(const Lab& lab, const Lies& lies) {
    Job job = job_of(lab, course_);
    job.profile = lies.seed % 4 == 0;
    return judge::grade(job, [&](const WorkerSetup&) { return std::make_unique<Liar>(lies, told_); });
  }

  Course course_ = small_course(kLargestCase);
  std::uint64_t told_ = 0;  // answers yet
};
using LiesTestSlow = LiesTest;

TEST_F(LiesTestSlow, who_does_not_lie_gets_all_points) {
  for (const Lab& lab : course_.labs) {
    const LabResult result = grade(lab, {.numbers = false});
    EXPECT_EQ(result.score, result.max_score) << lab.name << ": " << result.message;
  }
}

TEST_F(LiesTestSlow, no_answer_of_a_worker_is_an_error_of_the_grader) {
  const auto answers = in_long_run<std::uint64_t>(100'000, 5'000);
  for (std::uint64_t seed = 0; told_ < answers && !HasFatalFailure(); ++seed) {
    for (const Lab& lab : course_.labs) {
      const Lies lies{.seed = seed};
      expect_graded(grade(lab, lies), "seed " + std::to_string(seed));
    }
  }
}

TEST_F(LiesTestSlow, no_launch_makes_cases_that_the_grader_has_no_room_for) {
  for (Lab& lab : course_.labs) {
    if (lab.name != "03_basic_kernel") continue;
    std::erase_if(lab.items, [&](const Item& item) { return item.family != "launch_boundaries"; });
    ASSERT_EQ(lab.items.size(), 1U);
    for (std::uint64_t seed = 0; seed < 8 && !HasFatalFailure(); ++seed) {
      const Lies lies{.seed = seed, .any_launch = true};
      expect_graded(grade(lab, lies), "seed " + std::to_string(seed));
    }
  }
}

TEST_F(LiesTestSlow, no_number_makes_a_wrong_output_right) {
  for (const Lab& lab : course_.labs) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const LabResult result = grade(lab, {.seed = seed, .spoil_output = true});
      for (const ItemResult& item : result.items) {
        // The launch is not an output: its record is the worker's message.
        const bool of_launch = lab.find_item(item.id)->checker == CheckerRule::launch;
        if (of_launch) continue;
        EXPECT_EQ(item.score, 0) << lab.name << " " << item.id << ", seed " << seed;
      }
    }
  }
}

TEST_F(LiesTestSlow, no_time_that_can_not_be_true_and_no_wrong_output_in_time_earns_anything) {
  const Course whole = course::load(MERGELAB_SOURCE_DIR);  // small_course() has no timed items
  for (const char* name : {"01_sequential_merge", "02_co_rank"}) {
    Lab lab = *whole.find_lab(name);
    std::erase_if(lab.items, [](const Item& item) { return item.metric != "time_ratio"; });
    ASSERT_EQ(lab.items.size(), 1U) << name;
    for (Family& family : course_.families) {
      for (CaseSpec& spec : family.cases) {
        KeysCase keys = keys_case(spec);
        keys.m = keys.n = Size("20000");
        if (family.name == lab.items[0].family) set_case(keys, spec);
      }
    }
    const auto timed = [&](const Lies& lies) { return grade(lab, lies).items.at(0); };
    EXPECT_EQ(timed({.numbers = false, .cpu_s = 1e-9}).status, Verdict::invalid_measurement) << name;
    const ItemResult wrong = timed({.numbers = false, .spoil_output = true, .cpu_s = 1e-4});
    EXPECT_EQ(wrong.status, Verdict::wrong_answer) << name;
    EXPECT_EQ(wrong.score, 0) << name;
    EXPECT_EQ(timed({.numbers = false, .cpu_s = 1e-5}).status, Verdict::passed) << name;
  }
}

TEST_F(LiesTest, no_time_of_the_devices_clock_is_an_error_of_the_grader) {
  Item item;
  item.metric = kDeviceMetric;
  item.full = 1.2;
  item.zero = 10;
  Random random(1);
  const double odd[] = {0,    -0.0,     -1,           1e-300,           -1e300,           1e300, 1e306, 3599,
                        3601, 0.000149, std::nan(""), double{INFINITY}, -double{INFINITY}};
  for (int round = 0; round < 10'000; ++round) {
    const bool is_fast = round % 3 == 0;  // the answer comes faster than the path takes
    DeviceSamples samples;
    samples.outputs = 1 << 25;
    for (int call = 0; call < 11; ++call) {
      samples.empty_s.push_back(50e-6);
      samples.copy.add(120e-6, 70e-6);
      samples.cub.add(150e-6, 100e-6);
      wire::Done done;
      done.event_s = odd[round % 2 == 0 ? random.below(std::size(odd)) : round % std::size(odd)];
      samples.submission.add(is_fast ? 40e-6 : 200e-6, checked(done).event_s);
    }
    const Outcome outcome = DeviceFigures(samples).judged(item, KnownRatio{1.5, ""});
    for (const auto& [name, value] : outcome.metrics) EXPECT_TRUE(std::isfinite(value)) << name;
    for (const auto& [name, values] : outcome.samples)
      for (const double value : values) EXPECT_TRUE(std::isfinite(value)) << name;
    // The judge's own clock saw 150 us without the path, of which it forgives another half.
    EXPECT_TRUE(is_fast || !outcome.passed() || outcome.metrics.at("slowdown") > 0.8);
    EXPECT_NE(outcome.verdict, Verdict::grader_error);
  }
}

}  // namespace
}  // namespace mergelab::judge
