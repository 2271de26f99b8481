// mergelab data: a case's arrays as .npy files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "app/setup.hpp"
#include "app/toolchain.hpp"
#include "app/verbs.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"
#include "judge/generate.hpp"

namespace mergelab::app {
namespace {

/// Inputs that are written to the current folder without being told to.
constexpr std::size_t kMostUnasked = 16;

struct Options {
  std::filesystem::path course, out;
  std::string lab, case_name;
  std::uint64_t seed = 1;
};

struct Chosen {
  const Lab* lab;
  const Family* family;
  const CaseSpec* spec;
};

/// The case that a test's name, "ties/runs_of_tile", means in this lab.
Chosen choose(const Course& course, const Options& options) {
  const Lab& lab = course::find_lab(course, options.lab);
  std::vector<std::string> names;
  for (const Item& item : lab.items) {
    const std::vector<std::string> cases = case_names(course, item);
    if (options.case_name == item.id) {
      throw UsageError(fmt::format("'{}' is an item of {}; name one of its cases\n  {}", item.id, lab.name,
                                   fmt::join(cases, ", ")));
    }
    const auto found = std::find(cases.begin(), cases.end(), options.case_name);
    if (found != cases.end()) {
      const Family* family = course.find_family(item.family);
      return {&lab, family, &family->cases[static_cast<std::size_t>(found - cases.begin())]};
    }
    names.insert(names.end(), cases.begin(), cases.end());
  }
  throw no_such_case(lab, options.case_name, names);
}

int data(const Options& options) {
  const Course course = course::load(course_root(options.course));
  const auto [lab, family, spec] = choose(course, options);
  if (spec->needs_launch()) {
    throw UsageError(
        fmt::format("the sizes of '{}' follow from your own launch and are known only in a run\n"
                    "  {} run {} --case {} names them when the case fails",
                    options.case_name, base::program_name(), lab_number(*lab), options.case_name));
  }
  const Symbols symbols = spec->symbols({.section = lab->section, .tile = lab->tile});
  const auto problems = judge::generate(*spec, symbols, judge::case_seed(options.seed, *family, *spec, ""));
  if (options.out.empty() && problems.size() > kMostUnasked) {
    throw UsageError(
        fmt::format("'{}' has {} inputs, of three files each\n  --out FOLDER says where to write them",
                    options.case_name, problems.size()));
  }
  const std::filesystem::path folder = options.out.empty() ? "." : options.out;
  std::string beginning = options.case_name;  // cases of two items may have one name
  std::replace(beginning.begin(), beginning.end(), '/', '_');
  const auto write = [&](const std::string& name, const std::vector<int>& keys) {
    const std::filesystem::path file = folder / (name + ".npy");
    course::write_npy(file, keys);
    fmt::print("{}  {} elements\n", file.string(), keys.size());
  };
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const std::string name = problems.size() == 1 ? beginning : fmt::format("{}_{}", beginning, i);
    write(name + "_a", problems[i].a);
    write(name + "_b", problems[i].b);
    std::vector<int> merged;
    std::merge(problems[i].a.begin(), problems[i].a.end(), problems[i].b.begin(), problems[i].b.end(),
               std::back_inserter(merged));
    write(name + "_c", merged);
  }
  return kGraded;
}

}  // namespace

Run data(Words& words) {
  const auto options = std::make_shared<Options>();
  words.positional("N", options->lab, "The lab whose sizes to use");
  words.positional("CASE", options->case_name, "The case, as `list --cases` names it");
  words.option("--out", options->out, "Folder to write to", "DIR");
  words.seed(options->seed);
  words.course(options->course);
  return [options] { return data(*options); };
}

}  // namespace mergelab::app
