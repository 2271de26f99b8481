#include "judge/problems.hpp"

#include <utility>

namespace mergelab::judge {

std::uint64_t seed_of(const LabContext& context, const PlannedTest& test) {
  return case_seed(context.job.seed, *test.family, *test.spec, context.job.secret);
}

ProblemSet problems(LabContext& context, const PlannedTest& test, std::uint64_t seed) {
  const Lab& lab = context.job.lab;
  if (lab.kit) return lab.kit->problems(lab, *test.spec, context.launch, seed);
  std::vector<Inputs> inputs = make_inputs(lab, *test.spec, seed);
  context.oracle.generate(lab, inputs, seed);
  return own_problems(lab, std::move(inputs));
}

std::int64_t outputs(const ProblemSet& set) {
  if (set.kit) return set.kit->outputs(set);
  std::int64_t results = 0;
  for (const Inputs& inputs : set.inputs) {
    if (!set.interface->returns.empty()) ++results;
    for (const Argument& argument : set.interface->arguments) {
      if (argument.is_output())
        results += elements_of(argument, [&](std::string_view name) { return inputs.number(name); });
    }
  }
  return results;
}

Outcome check_outputs(LabContext& context, const PlannedTest& test, const ProblemSet& set, const Image& image,
                      const Answer& answer, bool locates) {
  return set.kit ? set.kit->check(set, image, answer.returned, answer.kept, locates)
                 : check_any(context.oracle, test, set, image, answer.returned);
}

}  // namespace mergelab::judge
