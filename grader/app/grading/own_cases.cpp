#include "app/grading/own_cases.hpp"

#include "base/read_file.hpp"
#include "course/course.hpp"
#include "kits/keys/generate.hpp"
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
  const std::uint64_t of_case = judge::case_seed(seed, family, spec, "");
  std::vector<judge::Inputs> inputs = judge::make_inputs(lab_, spec, of_case);
  const std::string source = base::read_file(lab_.oracle).value_or("");
  if (defines(source, OracleCall::generate)) oracle().generate(lab_, inputs, of_case);
  return inputs;
} catch (const judge::OracleError& error) {
  throw course::Error(error.what());
}

judge::Expected OwnCases::expected(const std::vector<judge::Inputs>& inputs) {
  return oracle().expected(judge::own_problems(lab_.interface, inputs));
}

}  // namespace mergelab::app
