#include "app/grading/own_cases.hpp"

#include "base/read_file.hpp"
#include "course/course.hpp"
#include "judge/generate.hpp"
#include "judge/image.hpp"
#include "submission/oracle.hpp"

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
  job_.oracle = built.objects;
  job_.oracle_is_reference = built.is_reference;
  if (!lab_.oracle.empty()) job_.oracle_sources = {lab_.oracle};
  oracle_ = std::make_unique<judge::Oracle>(job_, judge::start_session);
  return *oracle_;
}

std::vector<judge::Inputs> OwnCases::inputs(const Family& family, const CaseSpec& spec,
                                            std::uint64_t seed) try {
  const std::uint64_t of_case = judge::case_seed(seed, family, spec, "");
  std::vector<judge::Inputs> inputs = judge::make_inputs(lab_, spec, of_case);
  const std::string source = base::read_file(lab_.oracle).value_or("");
  if (submission::defines(source, OracleCall::generate)) oracle().generate(lab_, inputs, of_case);
  return inputs;
} catch (const judge::OracleError& error) {
  throw course::Error(error.what());
}

judge::Expected OwnCases::expected(const std::vector<judge::Inputs>& inputs) {
  judge::ProblemSet set;
  set.kit = std::nullopt;
  set.interface = &lab_.interface;
  set.inputs = inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) set.queries.push_back({.arrays = i});
  return oracle().expected(set);
}

}  // namespace mergelab::app
