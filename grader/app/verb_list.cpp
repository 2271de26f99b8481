// mergelab list: the labs, or with --cases everything that can be asked for by name.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "app/errors.hpp"
#include "app/toolchain.hpp"
#include "app/verbs.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"

namespace mergelab::app {
namespace {

struct Options {
  std::filesystem::path course;
  bool cases = false;
};

int list(const Options& options) {
  const Course course = course::load(course_root(options.course));
  if (!options.cases) {
    fmt::print("{}\n\n", course.title);
    double total = 0;
    for (const Lab& lab : course.labs) {
      fmt::print("  {}  {:<22} {:>4} points  labs/{}/{}\n", lab_number(lab), lab.title, lab.points, lab.name,
                 lab.file);
      total += lab.points;
    }
    fmt::print("  {:25} {:>4} points\n", "total", total);
    fmt::print("\n`{0} run 1` tries your file of lab 1; `{0} list --cases` shows every case by name.\n",
               base::program_name());
    return kGraded;
  }
  for (const Lab& lab : course.labs) {
    fmt::print("{}\n", lab.name);
    for (const Item& item : lab.items) {
      fmt::print("  {:<12} {:>4} points  {}\n", item.id, item.points, item.about);
      for (const CaseSpec& spec : course.find_family(item.family)->cases) {
        fmt::print("    {}/{}\n", item.id, spec.name);
      }
    }
    for (const auto& [group, about] : lab.groups) {
      std::vector<std::string> ids;
      for (const Item& item : lab.items) {
        if (item.group == group) ids.push_back(item.id);
      }
      fmt::print("  {:<12} group        {}: {}\n", group, about, fmt::join(ids, ", "));
    }
  }
  return kGraded;
}

}  // namespace

Run list(Words& words) {
  const auto options = std::make_shared<Options>();
  words.course(options->course);
  words.flag("--cases", options->cases, "Show every rubric item, case and group by name");
  return [options] { return list(*options); };
}

}  // namespace mergelab::app
