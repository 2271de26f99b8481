#include "app/grading/own_cases.hpp"

#include <fmt/format.h>

#include <span>

#include "app/command_line/errors.hpp"
#include "base/program_name.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "judge/image.hpp"
#include "judge/inputs.hpp"

namespace mergelab::app {

judge::Oracle& OwnCases::oracle() {
  if (oracle_) return *oracle_;
  programs_ = find_programs();
  folder_ = std::make_unique<WorkFolder>();
  OracleObjects objects(course_, programs_, [&] { return folder_->fresh("oracle"); });
  const OracleObject built = objects.of(lab_, Backend::cpu).get();
  if (!built.failure.empty()) throw judge::OracleError(built.failure);
  job_.lab = lab_;
  job_.worker = programs_.worker;
  give_oracle(built, lab_, job_);
  oracle_ = std::make_unique<judge::Oracle>(job_, judge::start_session);
  return *oracle_;
}

std::vector<judge::Inputs> OwnCases::inputs(const Family& family, const CaseSpec& spec,
                                            std::uint64_t seed) try {
  if (lab_.kit) return problems(family, spec, seed).inputs;
  const std::uint64_t of_case = judge::case_seed(seed, family, spec, "");
  std::vector<judge::Inputs> inputs = judge::make_inputs(lab_, spec, of_case);
  const std::string source = base::read_file(lab_.oracle).value_or("");
  if (defines(source, OracleCall::generate)) oracle().generate(lab_, inputs, of_case);
  return inputs;
} catch (const judge::OracleError& error) {
  throw course::Error(error.what());
}

judge::ProblemSet OwnCases::problems(const Family& family, const CaseSpec& spec, std::uint64_t seed) {
  if (!lab_.kit) return judge::own_problems(lab_, inputs(family, spec, seed));
  if (spec.needs_launch) {
    throw UsageError(
        fmt::format("the sizes of '{0}' depend on your launch and are known only during a run\n  {1} run {2} "
                    "--case {0} shows them if the case fails",
                    spec.name, base::program_name(), lab_number(lab_)));
  }
  return lab_.kit->problems(lab_, spec, std::nullopt, judge::case_seed(seed, family, spec, ""));
}

judge::Expected OwnCases::expected(const std::vector<judge::Inputs>& inputs) {
  return oracle().expected(judge::own_problems(lab_.interface, inputs));
}

std::vector<std::vector<std::vector<std::byte>>> OwnCases::outputs(const judge::ProblemSet& set) {
  std::vector<std::vector<std::vector<std::byte>>> all(set.queries.size());
  const auto copy = [](std::span<const std::byte> bytes) { return std::vector(bytes.begin(), bytes.end()); };
  if (lab_.kit) {
    for (std::size_t p = 0; p < all.size(); ++p) {
      for (const std::vector<int>& elements : lab_.kit->expected(set, p))
        all[p].push_back(copy(std::as_bytes(std::span(elements))));
    }
    return all;
  }
  const judge::Expected right = expected(set.inputs);
  for (std::size_t p = 0; p < all.size(); ++p) {
    const judge::Outputs outputs = right.outputs(p);
    for (const std::span<const std::byte> array : outputs.arrays) all[p].push_back(copy(array));
    all[p].push_back(copy(outputs.returned));
  }
  return all;
}

}  // namespace mergelab::app
