// What says what is right, in a lab without a kit: it is asked no more once it has failed.
#include "judge/any_lab/oracle.hpp"
#include "support/test.hpp"

namespace mergelab::judge {
namespace {

/// Never answers.
class SilentOracle : public Session {
 public:
  explicit SilentOracle(int& asked) : asked_(asked) {}
  std::optional<Answer> ask(const WorkerRequest& /*request*/, double /*cpu_limit_s*/) override {
    ++asked_;
    fail({Verdict::timed_out, Statement(Sentence::words, "still running"), "endless", {}});
    return std::nullopt;
  }

 private:
  int& asked_;
};

/// The oracle of a function that fills an array of three ints.
class OracleOfThree : public testing::Test {
 protected:
  void SetUp() override {
    job_.lab.name = "11_three";
    job_.lab.interface = {
        .arguments = {{.name = "y", .role = Argument::Role::out, .type = "int", .extents = {"3"}}},
        .returns = {}};
    job_.oracle[OracleCall::expected] = "expected.so";
  }
  [[nodiscard]] ProblemSet set() const {
    return own_problems(job_.lab, {Inputs{{}, std::vector<Elements>(1)}});
  }

  Job job_;
  int asked_ = 0;
  WorkerSetup setup_;
  Oracle oracle_{job_, [&](const WorkerSetup& setup) {
                   setup_ = setup;
                   return std::make_unique<SilentOracle>(asked_);
                 }};
};

TEST_F(OracleOfThree, is_asked_no_more_after_it_took_too_long) {
  for (const char* test : {"plain/one", "edges/none"}) {
    oracle_.begin_test(test);
    try {
      static_cast<void>(oracle_.expected(set()));
      FAIL();
    } catch (const OracleError& error) {
      EXPECT_TRUE(is_of_oracle(error.why));
      EXPECT_STREQ(error.what(), "labs/11_three/oracle.cpp, plain/one: still running") << "of the first one";
    }
  }
  EXPECT_EQ(asked_, 1);
  EXPECT_LE(setup_.wall_s, 15) << "one that sleeps";
  EXPECT_GT(setup_.wall_s, setup_.limits.case_cpu_s) << "one that computes reaches the other limit first";
}

TEST_F(OracleOfThree, explains_no_more_after_that_took_too_long) {
  job_.oracle[OracleCall::explain] = "explain.so";
  const std::vector<std::byte> right(12), wrong(12, std::byte{1});
  for (int test = 0; test < 3; ++test) {
    oracle_.begin_test("plain/one");
    const Outcome outcome =
        oracle_.judge(job_.lab.interface, set().inputs.front(), {{right}, {}}, {{wrong}, {}});
    EXPECT_EQ(outcome.verdict, Verdict::wrong_answer);
  }
  EXPECT_EQ(asked_, 1);
}

}  // namespace
}  // namespace mergelab::judge
