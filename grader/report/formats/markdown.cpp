// A summary for GITHUB_STEP_SUMMARY: a table of the labs, and what was wrong, folded. Messages are in code
// blocks, so that nothing in them is a link, a picture or HTML.
#include "report/causes.hpp"
#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"
#include "report/phrases.hpp"

namespace mergelab::report {
namespace {

/// One line of text without any meaning in Markdown or HTML.
std::string escape(const std::string& text) {
  std::string out;
  for (const char c : first_line(text)) {
    if (std::string_view("\\`*_{}[]()<>#+-.!|~&@:=$").find(c) != std::string_view::npos) out += '\\';
    out += c == '\t' ? ' ' : c;
  }
  return out;
}

/// A code block, fenced by more backticks than the text has in a row.
std::string block(const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("\n{}text\n{}\n{}\n", fence, text, fence);
}

std::string details(const LabResult& lab, const Setting& setting) {
  std::string body;
  for (const ItemResult& item : lab.items) {
    const bool lost = item.score < item.max_score || item.status == Verdict::grader_error;
    if (!lost || item.status == Verdict::not_run) continue;
    body += fmt::format("\n**{}**, {} / {}, {}\n", escape(item.id), item.score, item.max_score,
                        headline_of(item));
    if (const std::string text = fit(item_text(item), setting.output_bytes); !text.empty())
      body += block(text);
  }
  if (const std::string notes = fit(lab_notes(lab), setting.output_bytes); !notes.empty())
    body += block(notes);
  if (body.empty()) return "";
  return fmt::format("\n<details>\n<summary>{}</summary>\n{}\n</details>\n", xml_escape(first_line(lab.name)),
                     body);
}

}  // namespace

std::string markdown(const Grading& grading, const Setting& setting) {
  std::string text =
      fmt::format("## {}\n\n| lab | points | | |\n|---|---:|---:|---|\n", escape(headline(grading)));
  for (const LabResult& lab : grading.labs) {
    text +=
        fmt::format("| {} | {} | / {} | {}{} |\n", escape(lab.name), points(lab.score), lab.max_score,
                    headline_of(lab), lab.carried_forward.empty() ? "" : ", " + escape(carried_note(lab)));
  }
  for (const LabResult& lab : grading.labs) text += details(lab, setting);
  return text + fmt::format("\nbackend {}, isolation {}, seed {}\n", escape(grading.backend),
                            escape(grading.isolation), grading.seed);
}

}  // namespace mergelab::report
