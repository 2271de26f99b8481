// mergelab list, or mergelab without words: the labs, how far the student is, and what is next; with --cases
// everything that can be asked for by name.
#include "app/learning/student_state.hpp"
#include "app/verbs/verbs.hpp"

namespace mergelab::app {
namespace {

struct ListOptions {
  std::filesystem::path course, folder;
  std::string lab;  // empty: all
  bool cases = false;
  TextOptions text;
};

void print_cases(const Course& course, const Lab& lab) {
  say::print("{}\n", lab.name);
  for (const Item& item : lab.items) {
    say::print("  {:<12} {:>4} points  {}\n", item.id, item.points, item.about);
    for (const CaseSpec& spec : course.find_family(item.family)->cases) {
      say::print("    {}/{}\n", item.id, spec.name);
    }
  }
  for (const auto& [group, about] : lab.groups) {
    std::vector<std::string> ids;
    for (const Item& item : lab.items) {
      if (item.group == group) ids.push_back(item.id);
    }
    say::print("  {:<12} group        {}: {}\n", group, about, fmt::join(ids, ", "));
  }
}

int list(const ListOptions& options) {
  const Course course = course::load(course_root(options.course));
  if (!options.cases && options.lab.empty()) {
    const StateFile file(course, submission_folder(options.folder, course));
    say::print("{}", overview({course, options.folder}, file.read(), text_style(options.text)));
    return kGraded;
  }
  if (!options.lab.empty()) {
    print_cases(course, course::find_lab(course, options.lab));
    return kGraded;
  }
  for (const Lab& lab : course.labs) print_cases(course, lab);
  return kGraded;
}

}  // namespace

Run list(CommandOptions& command) {
  const auto options = std::make_shared<ListOptions>();
  command.positional("N", options->lab, "Show this lab's items, cases and groups by name", false);
  command.dir(options->folder);
  command.course(options->course);
  command.flag("--cases", options->cases, "Show the items, cases and groups of all labs, or of lab N");
  command.plain(options->text.plain);
  return [options] { return list(*options); };
}

}  // namespace mergelab::app
