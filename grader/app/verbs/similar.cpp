// mergelab similar: which students' files have code in common, for a person to look at.
#include "app/batch/batch_run.hpp"
#include "app/course_files/hand_out.hpp"
#include "app/course_files/wrong_file.hpp"
#include "app/grading/report_file.hpp"
#include "app/verbs/verbs.hpp"
#include "base/atomic_file.hpp"
#include "batch/text.hpp"
#include "report/page.hpp"
#include "similar/page.hpp"

namespace mergelab::app {
namespace {

using similar::Compared;

constexpr std::size_t kMostPrinted = 20;
constexpr const char *kPageMark = "<title>Similar files</title>", *kTableMark = "lab,first,second,shared,";

struct SimilarOptions {
  fs::path submissions, html, csv, course;
  std::vector<std::string> labs, base;
  std::uint64_t most = 50, common = 0;
  TextOptions text;
};

/// Where a page or a table goes. Throws UsageError for a file that was hardly meant.
ReportFile output_file(const fs::path& file, const char* option, const char* mark,
                       const SimilarOptions& options) {
  ReportFile output(file);
  if (!output.is_wanted() || output.is_stdout()) return output;
  const fs::path full = fs::weakly_canonical(fs::absolute(file)),
                 folder = fs::weakly_canonical(fs::absolute(options.submissions));
  if (!is_results_folder(folder) &&
      std::mismatch(folder.begin(), folder.end(), full.begin(), full.end()).first == folder.end()) {
    throw UsageError(fmt::format("{} is inside the submissions\n  give {} a file outside {}", file.string(),
                                 option, options.submissions.string()));
  }
  if (!base::is_replaceable(file, mark))
    throw UsageError(fmt::format(
        "{} exists and was not written by `similar`, so it was not changed\n  choose another name: {} FILE",
        file.string(), option));
  return output;
}

/// The right solutions that a course has of a lab.
std::vector<std::string> solutions_of(const Course& course, const Lab& lab) {
  std::vector<std::string> solutions{read_text(reference_file(course, lab))};
  for (const WrongFile& file : find_wrong_files(course, lab)) {
    if (file.is_variant()) solutions.push_back(file.source);
  }
  return solutions;
}

similar::LabCode code_of(const Course& course, const Lab& lab, const HandedIn& handed,
                         const std::vector<std::string>& more_base) {
  similar::LabCode code;
  code.lab = lab.name;
  code.title = lab.title;
  code.file = lab.file;
  code.solutions = solutions_of(course, lab);
  code.base = more_base;
  for (const Lab& other : course.labs) {
    code.base.push_back(skeleton_text(course, other));
    code.kept.insert(other.function);
    if (other.name == lab.name) continue;
    for (std::string& text : solutions_of(course, other)) code.base.push_back(std::move(text));
  }
  for (const HandedIn::Student& student : handed.students) {
    for (const batch::ContentFile& file : student.content.files) {
      if (file.lab == lab.name && file.refusal.empty())
        code.files.push_back({batch::printable_line(student.id), file.bytes});
    }
  }
  return code;
}

void put_lab(report::Page& page, const Compared& lab) {
  page.put("", fmt::format("{}: {}.", lab.code.title, report::counted(lab.code.files.size(), "file")),
           report::Colour::bold);
  if (lab.code.files.size() < 2) return;
  page.put("  ", similar::expected_text(lab));
  const bool is_one = lab.found.too_short.size() == 1;
  if (!lab.found.too_short.empty())
    page.put("  ", fmt::format("{} {} too little code of {} own to compare.",
                               report::counted(lab.found.too_short.size(), "file"), is_one ? "has" : "have",
                               is_one ? "its" : "their"));
  for (const std::vector<std::size_t>& same : lab.found.identical) {
    std::vector<std::string> names;
    for (const std::size_t file : same) names.push_back(lab.code.files[file].student);
    page.put("  ", fmt::format("The same file, byte for byte: {}.", fmt::join(names, ", ")));
  }
}

std::string line_of(const similar::Listed& each) {
  const similar::LabCode& code = each.lab->code;
  const similar::Pair& pair = *each.pair;
  const std::string &first = code.files[pair.first].student, &second = code.files[pair.second].student;
  std::string line = fmt::format("{}: {} and {}: {} shared, {} of {}'s and {} of {}'s", code.lab, first,
                                 second, pair.shared, similar::percent(pair.part_of_first()), first,
                                 similar::percent(pair.part_of_second()), second);
  if (pair.same_tokens) {
    line += "; the same but for names, comments and layout";
  } else if (each.is_expected()) {
    line += "; no more than the course's own solutions";
  }
  return line;
}

void print(const std::vector<Compared>& labs, const HandedIn& handed, std::FILE* out,
           const TextOptions& text) {
  const report::TextStyle style = text_style(text, out);
  report::Page page(style);
  page.put("",
           "Similarity to look at, not a verdict. Handed-out code and the course's solutions are left out; "
           "names, comments and layout don't count.");
  for (const std::string& note : handed.notes) page.put("  ", note);
  for (const Compared& lab : labs) put_lab(page, lab);
  const std::vector<similar::Listed> pairs = similar::ranked(labs);
  page.gap();
  if (pairs.empty()) {
    page.put("", "No two different files have a fingerprint in common.");
  } else {
    page.put("", "Pairs to look at, those with the most fingerprints in common first:");
  }
  const std::size_t shown = std::min(kMostPrinted, pairs.size());
  for (std::size_t i = 0; i < shown; ++i) page.put(fmt::format("{:3}  ", i + 1), line_of(pairs[i]));
  if (shown < pairs.size())
    page.put("", fmt::format("and {} more; --csv lists all, --html shows them side by side",
                             pairs.size() - shown));
  say::print(out, "{}", page.take());
}

int run(const SimilarOptions& options) {
  const Course course = course::load(course_root(options.course));
  if (is_hand_out(course.root))
    throw in_a_hand_out(
        "it does not contain the course's solutions, so unavoidable similarity could not be left out\n  run "
        "`similar` in the course's own checkout");
  const ReportFile html = output_file(options.html, "--html", kPageMark, options);
  const ReportFile csv = output_file(options.csv, "--csv", kTableMark, options);
  if (html.is_stdout() && csv.is_stdout())
    throw UsageError("--html and --csv can't both write to standard output: give one of them a file");
  std::vector<std::string> base;
  for (const std::string& file : options.base) base.push_back(read_text(file));
  Progress progress(options.text);
  progress.only_on_terminal();
  const HandedIn handed = read_handed_in(course, options.submissions, progress);
  std::vector<Compared> labs;
  for (const Lab* lab : named_labs(course, options.labs)) {
    progress.note("similar", fmt::format("comparing {}", lab->title));
    similar::LabCode code = code_of(course, *lab, handed, base);
    similar::Comparison found = similar::compare(code, static_cast<std::size_t>(options.common));
    labs.push_back({std::move(code), std::move(found)});
  }
  progress.clear();
  std::FILE* const text = html.is_stdout() || csv.is_stdout() ? stderr : stdout;
  if (!options.text.quiet) print(labs, handed, text, options.text);
  if (html.is_wanted()) {
    html.write(similar::page_of(labs, static_cast<std::size_t>(options.most), handed.notes));
    html.announce("side by side", text);
  }
  if (csv.is_wanted()) {
    csv.write(similar::table_of(labs));
    csv.announce("all pairs", text);
  }
  return kGraded;
}

}  // namespace

Run similar(CommandOptions& command) {
  const auto options = std::make_shared<SimilarOptions>();
  command.positional("SUBMISSIONS", options->submissions,
                     "A folder with a folder, zip or tar file per student, or the results of `batch`");
  command.labs(options->labs);
  command.option("--html", options->html, "Write a page that shows the pairs side by side", "FILE");
  command.option("--csv", options->csv, "Write a table of all pairs; - is standard output", "FILE");
  command.number("--most", options->most, "Number of pairs that the page shows side by side", "P");
  command.number(
      "--common", options->common,
      "Leave out code that more than this many files share; 0: more than a tenth of them, and more than 10",
      "F");
  command.option("--base", options->base,
                 "Leave out this file's code too, because it was handed out (may be repeated)", "FILE");
  command.course(options->course);
  add_text(command, options->text, "Print no text");
  return [options] { return run(*options); };
}

}  // namespace mergelab::app
