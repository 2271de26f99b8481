#include "report/passed_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/conclusion.hpp"
#include "report/lab_rows.hpp"
#include "report/page.hpp"
#include "report/phrases.hpp"
#include "report/plain_text.hpp"

namespace mergelab::report {
namespace {

std::string rows_text(const LabResult& lab, const TextStyle& style, bool a_line_each) {
  Page page(style);
  const std::vector<Row> rows = rows_of(lab, style);
  const std::vector<std::string> heads = row_heads(rows, style);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool was_run = rows[i].first().status != Verdict::not_run;
    const std::string about = was_run ? rows[i].about : cause(rows[i].first());
    if (a_line_each) {
      page.raw(heads[i] + paint(shortened(about, columns(clean(heads[i])), style), Colour::dim, style));
    } else {
      page.put(heads[i], about, Colour::dim);
    }
  }
  return page.take();
}

}  // namespace

std::string uncounted_rule(const std::string& message, const TextStyle& style) {
  constexpr std::size_t kLines = 9;
  if (message.empty()) return "";
  Page page(style);
  page.put(fmt::format("  {} ", paint(mark(Verdict::checker_violation, style),
                                      colour_of(Verdict::checker_violation), style)),
           with_code_apart("a rule of CUDA is broken, and these points leave that out. " + message),
           Colour::none, kLines);
  return page.take();
}

std::string passed_text(const LabResult& lab, const std::string& above, const TextStyle& style) {
  constexpr std::ptrdiff_t kBelow = 7;  // the verdict, and what is next
  const std::string below = uncounted_rule(lab.status == Verdict::passed ? public_message(lab) : "", style);
  std::string rows = rows_text(lab, style, false);
  const std::string all = above + rows + below;
  if (std::count(all.begin(), all.end(), '\n') + kBelow > style.lines) rows = rows_text(lab, style, true);
  return above + rows + below + '\n' + verdict_line(lab, style) + '\n';
}

}  // namespace mergelab::report
