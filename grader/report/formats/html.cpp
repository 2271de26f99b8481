// A student's report as a page for a browser: the labs, their items, and what was found, each cause once.
#include <fmt/ranges.h>

#include "report/formats/format.hpp"
#include "report/formats/rows.hpp"
#include "report/lab_rows.hpp"

namespace mergelab::report {
namespace {

/// Items that lost points and say the same.
struct Loss {
  std::vector<std::string> ids;
  const ItemResult* item = nullptr;
  std::string cause;
};

bool lost_points(const ItemResult& item) {
  const bool lost = item.score < item.max_score || item.status == Verdict::grader_error;
  return lost && item.status != Verdict::not_run;
}

std::vector<Loss> losses(const LabResult& lab) {
  std::vector<Loss> found;
  for (const ItemResult& item : lab.items) {
    if (!lost_points(item)) continue;
    const std::string text = fmt::format("{} {}", phrase(item.status), cause(item));
    auto same = std::ranges::find_if(found, [&](const Loss& one) { return one.cause == text; });
    if (same == found.end()) same = found.insert(found.end(), {{}, &item, text});
    same->ids.push_back(item.id);
  }
  return found;
}

double part_of(Points score, Points max_score) { return max_score > 0 ? score / max_score : 1; }

std::string pre(const std::string& text, const char* kind) {
  return text.empty() ? "" : fmt::format("<pre{}>{}</pre>\n", kind, xml_escape(text));
}

std::string verdict_cell(const ItemResult& item) {
  if (item.status == Verdict::not_run) return fmt::format("<td>not run: {}</td>", xml_escape(item.message));
  return fmt::format("<td class=\"{}\">{}</td>", lost_points(item) ? "lost" : "kept",
                     xml_escape(headline_of(item)));
}

std::string figures_of(const ItemResult& item) {
  if (item.kind != ItemKind::performance) return "";
  std::vector<std::string> figures;
  for (const auto& [name, value] : public_metrics(item))
    figures.push_back(fmt::format("{} {:.4g}", name, value));
  return figures.empty() ? ""
                         : fmt::format(" <span class=\"quiet\">({})</span>",
                                       xml_escape(fmt::format("{}", fmt::join(figures, ", "))));
}

std::string lab_section(const LabResult& lab, const Setting& setting) {
  std::string html = fmt::format("<section>\n<h2>{}: {} / {}</h2>\n", xml_escape(first_line(lab.name)),
                                 points(lab.score), lab.max_score);
  html += pre(fit(lab_notes(lab), setting.output_bytes), " class=\"note\"");
  if (lab.items.empty()) return html + "</section>\n";
  html +=
      "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">item</th><th scope=\"col\" "
      "class=\"number\">points</th><th scope=\"col\">result</th><th "
      "scope=\"col\">requirement</th></tr></thead>\n<tbody>\n";
  for (const ItemResult& item : lab.items) {
    html +=
        fmt::format("<tr><th scope=\"row\">{}</th><td class=\"number\">{} / {}</td>{}<td>{}{}</td></tr>\n",
                    xml_escape(item.id), item.score, item.max_score, verdict_cell(item),
                    xml_escape(item.about), figures_of(item));
  }
  html += "</tbody></table></div>\n";
  for (const Loss& each : losses(lab)) {
    const std::string text = fit(item_text(*each.item), setting.output_bytes);
    html += fmt::format("<h3>{}: {}</h3>\n{}", xml_escape(fmt::format("{}", fmt::join(each.ids, ", "))),
                        xml_escape(headline_of(*each.item)), pre(text, ""));
  }
  return html + "</section>\n";
}

}  // namespace

std::string html(const Grading& grading, const Setting& setting) {
  std::string body = fmt::format("<main>\n<h1>{}</h1>\n", xml_escape(first_line(grading.submission)));
  body += grading.score
              ? fmt::format("<p class=\"total\">{} / {} points</p>\n", *grading.score, grading.max_score)
              : fmt::format("<p class=\"total lost\">{}</p>\n", xml_escape(headline(grading)));
  body +=
      "<section>\n<h2>Labs</h2>\n<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">lab</th><th "
      "scope=\"col\" class=\"number\">points</th><th scope=\"col\"><span class=\"quiet\">part</span></th><th "
      "scope=\"col\">result</th></tr></thead>\n<tbody>\n";
  for (const LabResult& lab : grading.labs) {
    body += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\">{} / {}</td><td>{}</td><td>{}</td></tr>\n",
        xml_escape(first_line(lab.name)), points(lab.score), lab.max_score,
        html_bar(part_of(lab.score.value_or(0), lab.max_score)), xml_escape(headline_of(lab)));
  }
  body += "</tbody></table></div>\n</section>\n";
  for (const LabResult& lab : grading.labs) body += lab_section(lab, setting);
  body += fmt::format("<p class=\"quiet\">graded {}, backend {}, seed {}</p>\n</main>\n",
                      xml_escape(grading.started), xml_escape(grading.backend), grading.seed);
  return html_page(headline(grading), body);
}

}  // namespace mergelab::report
