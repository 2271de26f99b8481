// mergelab data: a case's arrays as .npy files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "app/command_line/console.hpp"
#include "app/command_line/say.hpp"
#include "app/grading/chosen_case.hpp"
#include "app/grading/setup.hpp"
#include "app/machine/toolchain.hpp"
#include "app/verbs/verbs.hpp"
#include "base/program_name.hpp"
#include "course/course.hpp"

namespace mergelab::app {
namespace {

/// Inputs that are written to the current folder without being told to.
constexpr std::size_t kMostUnasked = 16;

struct DataOptions {
  std::filesystem::path course, out;
  std::string lab, case_name;
  std::uint64_t seed = 1;
};

/// Those of a k-way merge: all keys, where the lists start, and the merge.
template <class Write>
void write_lists(const judge::Arrays& arrays, Write write) {
  write("_lists", arrays.a);
  write("_starts", arrays.starts);
  std::vector<int> merged = arrays.a;
  std::sort(merged.begin(), merged.end());
  write("_c", merged);
}

int data(const DataOptions& options) {
  const Course course = course::load(course_root(options.course));
  const std::vector<judge::Arrays> problems =
      case_arrays(choose_case(course, options.lab, options.case_name), options.seed);
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
    say::print("{}  {} elements\n", file.string(), keys.size());
  };
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const std::string name = problems.size() == 1 ? beginning : fmt::format("{}_{}", beginning, i);
    if (!problems[i].starts.empty()) {
      write_lists(problems[i],
                  [&](const char* end, const std::vector<int>& keys) { write(name + end, keys); });
      continue;
    }
    write(name + "_a", problems[i].a);
    write(name + "_b", problems[i].b);
    std::vector<int> merged;
    std::merge(problems[i].a.begin(), problems[i].a.end(), problems[i].b.begin(), problems[i].b.end(),
               std::back_inserter(merged));
    write(name + "_c", merged);
  }
  if (problems.size() == 1 && problems.front().starts.empty()) {
    const std::string start = (folder / beginning).lexically_normal().string();
    say::print("{} run {} --a {} --b {}  # merges them with your function\n", base::program_name(),
               lab_number(course::find_lab(course, options.lab)), quoted(start + "_a.npy"),
               quoted(start + "_b.npy"));
  }
  return kGraded;
}

}  // namespace

Run data(Words& words) {
  const auto options = std::make_shared<DataOptions>();
  words.positional("N", options->lab, "The lab whose sizes to use");
  words.positional("CASE", options->case_name, "The case, as `list --cases` names it", false);
  words.option("--out", options->out, "Folder to write to", "DIR");
  words.seed(options->seed);
  words.course(options->course);
  return [options] { return data(*options); };
}

}  // namespace mergelab::app
