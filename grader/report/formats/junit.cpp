// JUnit XML in GoogleTest's shape: a suite is a lab, a test case an item. What the grader failed at is an
// error, what could not be run here is skipped.
#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"

namespace mergelab::report {
namespace {

struct Counts {
  int tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const Counts& more) {
    tests += more.tests;
    failures += more.failures;
    errors += more.errors;
    skipped += more.skipped;
    seconds += more.seconds;
  }
  [[nodiscard]] std::string attributes() const {
    return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")", tests, failures,
                       errors, skipped, seconds);
  }
};

std::string test_case(const LabResult& lab, const ItemResult& item, const Setting& setting, Counts& counts) {
  const double seconds = shown_seconds(item);
  counts.add({1, 0, 0, 0, seconds});
  std::string xml = fmt::format("    <testcase name=\"{}\" classname=\"{}\" time=\"{:.3f}\">",
                                xml_escape(item.id), xml_escape(lab.name), seconds);
  const std::string text = xml_escape(fit(item_text(item), setting.output_bytes));
  const std::string title = xml_escape(fit(first_line(item.message), setting.output_bytes));
  if (item.status == Verdict::not_run) {
    ++counts.skipped;
    xml += fmt::format("<skipped message=\"{}\"/>", title);
  } else if (item.status == Verdict::grader_error || !lab.score) {
    ++counts.errors;
    xml += fmt::format("<error message=\"{}\" type=\"{}\">{}</error>", title,
                       to_string(Verdict::grader_error), text);
  } else if (item.score < item.max_score) {
    ++counts.failures;
    xml += fmt::format("<failure message=\"{} / {}: {}\" type=\"{}\">{}</failure>", item.score,
                       item.max_score, title, to_string(item.status), text);
  } else if (!text.empty()) {
    xml += fmt::format("<system-out>{}</system-out>", text);
  }
  return xml + "</testcase>\n";
}

std::string suite(const LabResult& lab, const Setting& setting, Counts& all) {
  Counts counts;
  std::string cases;
  for (const ItemResult& item : lab.items) cases += test_case(lab, item, setting, counts);
  if (lab.items.empty()) {
    ItemResult whole;
    whole.id = "grading";
    whole.status = lab.status;
    whole.message = lab.message;
    cases += test_case(lab, whole, setting, counts);
  }
  all.add(counts);
  std::string xml = fmt::format("  <testsuite name=\"{}\" {}>\n    <properties>\n", xml_escape(lab.name),
                                counts.attributes());
  if (lab.score) xml += fmt::format("      <property name=\"score\" value=\"{}\"/>\n", *lab.score);
  xml += fmt::format(
      "      <property name=\"max_score\" value=\"{}\"/>\n      <property name=\"status\" value=\"{}\"/>\n"
      "    </properties>\n",
      lab.max_score, to_string(lab.status));
  xml += cases;
  if (const std::string notes = lab_notes(lab); !notes.empty())
    xml += fmt::format("    <system-out>{}</system-out>\n", xml_escape(fit(notes, setting.output_bytes)));
  return xml + "  </testsuite>\n";
}

}  // namespace

std::string junit(const Grading& grading, const Setting& setting) {
  Counts counts;
  std::string suites;
  for (const LabResult& lab : grading.labs) suites += suite(lab, setting, counts);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {} timestamp=\"{}\" name=\"mergelab\">\n{}"
      "</testsuites>\n",
      counts.attributes(), xml_escape(grading.started), suites);
}

}  // namespace mergelab::report
