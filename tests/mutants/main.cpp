// mergelab-mutants: how many generated mistakes lose points. Exit code 0 if enough of those that change
// anything do, 1 otherwise.
#include <CLI/CLI.hpp>
#include <exception>

#include "app/course_files/wrong_file.hpp"
#include "app/machine/children.hpp"
#include "compare.hpp"
#include "grade.hpp"
#include "tally.hpp"

namespace mergelab::mutants {
namespace {

struct Options {
  app::GradingOptions grading;
  std::vector<std::string> labs;
  int from = 1;
  std::optional<std::size_t> sample;
  std::uint64_t seed = 1;
  bool list = false;
  std::filesystem::path compare;
};

void print_result(const Mutant& mutant, const Result& result) {
  switch (result.status) {
    case MutantStatus::killed:
      return fmt::print("  killed      {}  ({})\n", mutant.id(), result.why);
    case MutantStatus::equivalent:
      return fmt::print("  equivalent  {}\n", mutant.id());
    case MutantStatus::not_built:
      return fmt::print("  not built   {}\n", mutant.id());
    case MutantStatus::survived:
      return fmt::print("  SURVIVED    {}\n              differs from the solution: {}\n", mutant.id(),
                        result.why);
  }
}

std::vector<Mutant> all_mutants(const Course& course, const std::vector<const Lab*>& labs) {
  std::vector<Mutant> all;
  for (const Lab* lab : labs) {
    const std::vector<Mutant> mutants =
        mutants_of(lab->name, app::read_text(app::reference_file(course, *lab)));
    all.insert(all.end(), mutants.begin(), mutants.end());
  }
  return all;
}

/// Throws std::runtime_error for a solution that loses points itself: then mutants that do say nothing.
void check_solutions(const app::Setup& setup, const std::vector<const Lab*>& labs, MutantGrader& grader) {
  app::for_each_index(labs.size(), setup.jobs(), [&](std::size_t i) {
    const std::string lost = grader.lost_by_solution(*labs[i]);
    if (!lost.empty())
      throw std::runtime_error(fmt::format("{}: the solution loses {}", labs[i]->name, lost));
  });
}

Tally grade(const app::Setup& setup, MutantGrader& grader, const std::vector<Mutant>& mutants) {
  Tally tally;
  std::mutex mutex;
  app::for_each_index(mutants.size(), setup.jobs(), [&](std::size_t i) {
    const Result result = grader.grade(mutants[i]);
    const std::lock_guard lock(mutex);
    tally.add(mutants[i], result.status);
    print_result(mutants[i], result);
    std::fflush(stdout);
  });
  return tally;
}

int run(const Options& options) {
  app::Setup setup(options.grading);
  const std::vector<const Lab*> labs = app::named_labs(setup.course(), options.labs);
  if (!options.compare.empty()) {
    fmt::print("{}\n", difference(setup, *labs.front(), options.compare));
    return app::kGraded;
  }
  std::vector<Mutant> mutants = all_mutants(setup.course(), labs);
  std::erase_if(mutants, [&](const Mutant& mutant) { return mutant.line < options.from; });
  if (options.sample) mutants = sample(std::move(mutants), *options.sample, options.seed);
  if (options.list) {
    for (const Mutant& mutant : mutants) fmt::print("{}\n", mutant.id());
    return app::kGraded;
  }
  MutantGrader grader(setup);
  check_solutions(setup, labs, grader);
  const Tally tally = grade(setup, grader, mutants);
  fmt::print("\n{}\n{:.1f}% of those that differ from the solution lose points; {:.0f}% have to{}\n",
             tally.table(), 100 * tally.rate(), 100 * kEnough, options.sample ? ", or all but one" : "");
  return tally.enough(options.sample.has_value()) ? app::kGraded : app::kPointsLost;
}

int main(int argc, char** argv) {
  CLI::App program("Grades solutions with one small mistake each, and counts those that lose points.",
                   "mergelab-mutants");
  Options options;
  options.grading.backend = "cpu";
  options.grading.text.quiet = true;
  program.add_option("--lab", options.labs, "Only this lab (may be repeated)")->type_name("N")->take_all();
  program.add_option("--course", options.grading.course, "Folder with labs/, solutions/ and datasets/")
      ->type_name("DIR");
  program.add_option("--from", options.from, "Only those from this line on: after a run that was ended")
      ->type_name("LINE");
  program.add_option("--sample", options.sample, "So many of all mutants, drawn by the seed")
      ->type_name("COUNT");
  program.add_option("--seed", options.seed, "Of the sample")->type_name("S")->capture_default_str();
  program.add_option("--jobs", options.grading.jobs, "Mutants graded at once; 0: one per processor")
      ->type_name("J")
      ->check(CLI::Range(0U, 256U))
      ->capture_default_str();
  program.add_flag("--list", options.list, "Name the mutants, and grade none");
  program.add_option("--compare", options.compare, "Say how this file differs from the solution of --lab")
      ->type_name("FILE")
      ->check(CLI::ExistingFile)
      ->needs("--lab");
  CLI11_PARSE(program, argc, argv);
  try {
    return run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return app::kGraderFailed;
  }
}

}  // namespace
}  // namespace mergelab::mutants

int main(int argc, char** argv) { return mergelab::mutants::main(argc, argv); }
