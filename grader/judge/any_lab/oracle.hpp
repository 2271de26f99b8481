// What a function without a kit has to give: oracle.cpp's answers, or the reference solution's, from workers
// of their own.
#pragma once

#include "judge/any_lab/compare.hpp"
#include "judge/protocol.hpp"
#include "judge/session.hpp"

namespace mergelab::judge {

/// The instructor's mistake: never a student's.
struct OracleError : std::runtime_error {
  explicit OracleError(Statement of) : std::runtime_error(finding::text_of(of)), why(std::move(of)) {}
  Statement why;  // is_of_oracle()
};

/// What all problems of a set have to give.
class Expected {
 public:
  explicit Expected(Image image) : image_(std::move(image)) {}

  /// The answer to the image.
  void take(std::vector<std::byte> returned) { returned_ = std::move(returned); }
  [[nodiscard]] const Image& image() const { return image_; }
  /// Valid as long as this is.
  [[nodiscard]] Outputs outputs(std::size_t problem) const;

 private:
  Image image_;
  std::vector<std::byte> returned_;
};

class Oracle {
 public:
  Oracle(const Job& job, StartSession start) : job_(job), start_(std::move(start)) {}

  /// Throws OracleError: it is missing, ends, takes too long, leaves part of an output unwritten, gives other
  /// outputs when it is asked again, or its check refuses them. Then nothing asks it again.
  [[nodiscard]] Expected expected(const ProblemSet& set);
  /// The same of a test's usual inputs, kept until another one's are asked for.
  [[nodiscard]] const Expected& expected(const PlannedTest& test, const ProblemSet& set);
  /// The set that is asked for next has other problems of the same test.
  void forget() { last_ = nullptr; }
  /// Another test begins, of this name: what outputs of the last one did to the oracle's processes must not
  /// reach it.
  void begin_test(std::string name);

  /// Whether oracle.cpp has this function.
  [[nodiscard]] bool has(OracleCall call) const { return job_.oracle.contains(call); }
  /// Lets `generate` change inputs that the case's generators made. Throws OracleError, as expected() does.
  void generate(const Lab& lab, std::vector<Inputs>& inputs, std::uint64_t seed);
  /// Whether outputs are right: by `check`, or else compared with the expected ones, with the words of
  /// `explain`. Throws OracleError.
  [[nodiscard]] Outcome judge(const Interface& interface, const Inputs& inputs, const Outputs& expected,
                              const Outputs& got);

 private:
  /// The answer to the same problems twice, which must be one. Throws OracleError.
  [[nodiscard]] Expected answered_twice(OracleCall call, const ProblemSet& set);
  [[nodiscard]] std::vector<std::byte> asked(OracleCall call, const Image& image);
  /// The text that `check` or `explain` gives.
  [[nodiscard]] std::string told(OracleCall call, const Interface& interface, const Inputs& inputs,
                                 const Outputs& got, std::int64_t argument = 0, std::int64_t element = 0);
  /// Of the lab's oracle: the first one counts from now on.
  [[noreturn]] void fail(Statement why);
  /// "labs/11_scan/oracle.cpp"
  [[nodiscard]] std::string file() const;
  /// What `check` says of a submission's outputs; that it can't read them, where it ends at them, but not at
  /// right ones. Throws OracleError.
  [[nodiscard]] std::string checked(const Interface& interface, const Inputs& inputs, const Outputs& right,
                                    const Outputs& got);

  const Job& job_;
  StartSession start_;
  std::map<OracleCall, std::unique_ptr<Session>> sessions_;
  std::string test_;
  std::optional<Statement> failure_;  // the first one: no further call is made
  bool explains_ = true;              // `explain` has not failed
  const CaseSpec* last_ = nullptr;
  std::unique_ptr<Expected> kept_;
};

/// The arrays in what a worker returned, by argument, and what its calls returned.
[[nodiscard]] Outputs outputs_in(const Image& image, const wire::Problem& problem,
                                 std::span<const std::byte> returned);

/// Of every problem, compared with what the oracle says; inputs and margins must be untouched. Throws
/// OracleError.
[[nodiscard]] Outcome check_any(Oracle& oracle, const PlannedTest& test, const ProblemSet& set,
                                const Image& image, std::span<const std::byte> returned);

}  // namespace mergelab::judge
