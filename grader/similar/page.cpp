#include "similar/page.hpp"

#include <fmt/ranges.h>

#include "report/formats/rows.hpp"
#include "report/page.hpp"

namespace mergelab::similar {
namespace {

constexpr std::size_t kHues = 4;

constexpr const char* kStyle = R"(
body { max-width: 110rem; }
:root { --h0: #dbeafa; --h1: #fde7d0; --h2: #def3e3; --h3: #ecdffb; }
@media (prefers-color-scheme: dark) { :root { --h0: #173556; --h1: #4d2f10; --h2: #183824; --h3: #38235a; } }
.sides { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 60rem) { .sides { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
.sides pre { border: 1px solid var(--rule); white-space: pre; overflow: auto; max-height: 75vh; margin: 0;
  padding: .4rem .6rem; line-height: 1.5; }
.sides i { display: inline-block; min-width: 2.2em; margin-right: .8em; text-align: right; color: var(--quiet);
  font-style: normal; user-select: none; }
mark { color: var(--ink); } mark.h0 { background: var(--h0); } mark.h1 { background: var(--h1); }
mark.h2 { background: var(--h2); } mark.h3 { background: var(--h3); }
a.to { font: 600 .75rem/1 system-ui, sans-serif; color: var(--ink); border: 1px solid; border-radius: .6rem;
  padding: .05rem .4rem; margin-right: .3rem; text-decoration: none; scroll-margin: 6rem; }
a.to:target { outline: 3px solid var(--focus); }
)";

std::string escaped(std::string_view text) { return report::xml_escape(report::clean(text)); }

/// A half-open run of bytes of one side, and the number of its stretch.
struct Marked {
  std::size_t begin, end, number;
};

/// One file, its lines numbered and its stretches marked; `side` and `other` are 'a' and 'b'.
std::string side_of(const Handed& file, std::vector<Marked> marks, std::size_t pair, char side, char other) {
  std::ranges::sort(marks, [](const Marked& x, const Marked& y) { return x.begin < y.begin; });
  const std::string& text = file.text;
  std::string html = fmt::format("<pre tabindex=\"0\" role=\"region\" aria-label=\"The file of {}\">",
                                 escaped(file.student));
  auto mark = marks.begin();
  int line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    html += fmt::format("<i>{}</i>", ++line);
    while (at < end) {
      while (mark != marks.end() && mark->end <= at) ++mark;
      const bool inside = mark != marks.end() && mark->begin <= at;
      const std::size_t limit = mark == marks.end() ? end : inside ? mark->end : mark->begin;
      const std::size_t piece = std::min(end, limit);
      const std::string words = escaped(std::string_view(text).substr(at, piece - at));
      if (!inside) {
        html += words;
      } else {
        if (at == mark->begin)
          html += fmt::format(
              "<a class=\"to\" id=\"p{0}{1}{3}\" href=\"#p{0}{2}{3}\" "
              "title=\"Go to stretch {3} in the other file\">{3}</a>",
              pair, side, other, mark->number);
        html += fmt::format("<mark class=\"h{}\">{}</mark>", mark->number % kHues, words);
      }
      at = piece;
    }
    html += '\n';
    at = end + 1;
  }
  return html + "</pre>";
}

/// "ada", or "ada, also bob and cleo with the same file".
std::string author(const Compared& lab, std::size_t file) {
  const std::string& name = lab.code.files[file].student;
  for (const std::vector<std::size_t>& same : lab.found.identical) {
    if (same.front() != file) continue;
    std::vector<std::string> others;
    for (std::size_t i = 1; i < same.size(); ++i) others.push_back(lab.code.files[same[i]].student);
    return fmt::format("{} (the same file: {})", name, fmt::join(others, ", "));
  }
  return name;
}

std::string remark(const Listed& each) {
  if (each.pair->same_tokens) return "the same but for names, comments and layout";
  return each.is_expected() ? "no more than the course's own solutions" : "";
}

std::string pair_html(const Listed& each, const BaseGrams& base, std::size_t number) {
  const LabCode& code = each.lab->code;
  const Pair& pair = *each.pair;
  const std::vector<Stretch> stretches = stretches_of(code, base, pair.first, pair.second);
  std::vector<Marked> first, second;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    first.push_back({stretches[i].first_begin, stretches[i].first_end, i + 1});
    second.push_back({stretches[i].second_begin, stretches[i].second_end, i + 1});
  }
  const std::string note = remark(each);
  return fmt::format(
      "<section id=\"p{}\">\n<h2>{}. {}: {} and {}</h2>\n<p>{}: {} of {}'s {}, and {} of {}'s {}{}. "
      "<a href=\"#pairs\">Back to the list</a></p>\n<div class=\"sides\">\n<div><h3>{}</h3>\n{}</div>\n"
      "<div><h3>{}</h3>\n{}</div>\n</div>\n</section>\n",
      number, number, escaped(code.title), escaped(code.files[pair.first].student),
      escaped(code.files[pair.second].student),
      pair.shared == 1 ? "1 fingerprint in common" : fmt::format("{} fingerprints in common", pair.shared),
      percent(pair.part_of_first()), escaped(code.files[pair.first].student), pair.of_first,
      percent(pair.part_of_second()), escaped(code.files[pair.second].student), pair.of_second,
      note.empty() ? "" : "; " + note, escaped(author(*each.lab, pair.first)),
      side_of(code.files[pair.first], std::move(first), number, 'a', 'b'),
      escaped(author(*each.lab, pair.second)),
      side_of(code.files[pair.second], std::move(second), number, 'b', 'a'));
}

std::string labs_html(const std::vector<Compared>& labs) {
  std::string rows;
  for (const Compared& lab : labs) {
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td>{}</td></tr>\n",
                        escaped(lab.code.title), lab.code.files.size(), escaped(expected_text(lab)));
  }
  return "<section>\n<h2>Expected similarity</h2>\n<p>Labs are short, and much of each is handed out, so "
         "independent solutions of a small task look alike. These figures show how much independently "
         "written files share.</p>\n<div class=\"wide\"><table>\n<thead><tr>"
         "<th scope=\"col\">Lab</th><th scope=\"col\" class=\"number\">Files</th><th scope=\"col\">Shared"
         "</th></tr></thead>\n<tbody>\n" +
         rows + "</tbody>\n</table></div>\n</section>\n";
}

std::string identical_html(const std::vector<Compared>& labs) {
  std::string items;
  for (const Compared& lab : labs) {
    for (const std::vector<std::size_t>& same : lab.found.identical) {
      std::vector<std::string> names;
      for (const std::size_t file : same) names.push_back(escaped(lab.code.files[file].student));
      items += fmt::format("<li>{}: {}</li>\n", escaped(lab.code.title), fmt::join(names, ", "));
    }
  }
  if (items.empty()) return "";
  return "<section>\n<h2>The same file, byte for byte</h2>\n<ul>\n" + items + "</ul>\n</section>\n";
}

std::string notes_html(const std::vector<std::string>& notes) {
  if (notes.empty()) return "";
  std::string items;
  for (const std::string& note : notes) items += fmt::format("<li>{}</li>\n", escaped(note));
  return "<section>\n<h2>Not compared</h2>\n<ul>\n" + items + "</ul>\n</section>\n";
}

std::string list_html(const std::vector<Listed>& pairs, std::size_t shown) {
  std::string rows;
  for (std::size_t i = 0; i < shown; ++i) {
    const LabCode& code = pairs[i].lab->code;
    const Pair& pair = *pairs[i].pair;
    rows += fmt::format(
        "<tr><td class=\"number\"><a href=\"#p{0}\" aria-label=\"Pair {0} side by side\">{0}</a></td><td>{1}"
        "</td><td>{2}</td><td>{3}</td><td class=\"number\">{4}</td><td class=\"number\">{5}</td>"
        "<td class=\"number\">{6}</td><td>{7}</td></tr>\n",
        i + 1, escaped(code.title), escaped(code.files[pair.first].student),
        escaped(code.files[pair.second].student), pair.shared, percent(pair.part_of_first()),
        percent(pair.part_of_second()), remark(pairs[i]));
  }
  const std::string caption =
      shown == pairs.size()
          ? fmt::format("All {}.", report::counted(shown, "pair"))
          : fmt::format("The first {} of {} pairs that share a fingerprint.", shown, pairs.size());
  return fmt::format(
      "<section id=\"pairs\">\n<h2>Pairs to look at</h2>\n<div "
      "class=\"wide\"><table>\n<caption>{}</caption>\n"
      "<thead><tr><th scope=\"col\" class=\"number\">Pair</th><th scope=\"col\">Lab</th><th "
      "scope=\"col\">First"
      "</th><th scope=\"col\">Second</th><th scope=\"col\" class=\"number\">Shared</th><th scope=\"col\" "
      "class=\"number\">Of first</th><th scope=\"col\" class=\"number\">Of second</th><th "
      "scope=\"col\">Remark"
      "</th></tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n</section>\n",
      caption, rows);
}

constexpr double kPercent = 100;
constexpr std::size_t kManyPairs = 100;  // for a share in 100 of them to mean something

std::string row(const Compared& lab, std::size_t first, std::size_t second,
                const std::vector<std::string>& rest) {
  std::vector<std::string> cells{report::csv_cell(lab.code.lab),
                                 report::csv_cell(lab.code.files[first].student),
                                 report::csv_cell(lab.code.files[second].student)};
  cells.insert(cells.end(), rest.begin(), rest.end());
  return report::csv_row(cells);
}

std::string at_most(double part) { return part == 0 ? "nothing" : "at most " + percent(part); }

}  // namespace

std::string page_of(const std::vector<Compared>& labs, std::size_t most,
                    const std::vector<std::string>& notes) {
  const std::vector<Listed> pairs = ranked(labs);
  const std::size_t shown = std::min(most, pairs.size());
  std::string body = fmt::format(
      "<header>\n<h1>Similar files</h1>\n<p>Similarity to look at, not a verdict. Handed-out code and the "
      "course's own solutions are left out; names, comments and layout do not count. The rest is compared in "
      "runs of at least {} tokens. The numbers in the code link to the same stretch in the other "
      "file.</p>\n</header>\n<main>\n",
      kGram);
  body += labs_html(labs) + notes_html(notes) + identical_html(labs);
  if (pairs.empty()) {
    body +=
        "<section><h2>Pairs to look at</h2><p>No two different files have a fingerprint in common.</p>"
        "</section>\n";
  } else {
    body += list_html(pairs, shown);
  }
  std::map<const Compared*, BaseGrams> bases;
  for (const Compared& lab : labs) bases[&lab] = base_of(lab.code);
  for (std::size_t i = 0; i < shown; ++i) body += pair_html(pairs[i], bases.at(pairs[i].lab), i + 1);
  return report::html_page("Similar files", body + "</main>\n", kStyle);
}

// The lists of all labs: the order of pairs, the words about what to expect, and the CSV.

std::string percent(double part) {
  double rounded = std::round(part * kPercent);
  if (rounded == 0 && part > 0) rounded = 1;
  if (rounded == kPercent && part < 1) rounded = kPercent - 1;
  return fmt::format("{:.0f} %", rounded);
}

std::vector<Listed> ranked(const std::vector<Compared>& labs) {
  std::vector<Listed> all;
  for (const Compared& lab : labs) {
    for (const Pair& pair : lab.found.pairs) all.push_back({&lab, &pair});
  }
  std::ranges::stable_sort(all, [](const Listed& one, const Listed& other) {
    if (one.pair->shared != other.pair->shared) return one.pair->shared > other.pair->shared;
    return one.pair->greater_part() > other.pair->greater_part();
  });
  return all;
}

std::string expected_text(const Compared& lab) {
  const Expected& expected = lab.found.expected;
  std::string text;
  if (expected.solutions >= 2) {
    text = fmt::format("The course's {} solutions, by one author, share at most {}, {} of one. ",
                       expected.solutions, report::counted(expected.most_shared, "fingerprint"),
                       percent(expected.most_of_solutions));
  } else {
    text = "The course has one solution of this lab, so there are none to compare. ";
  }
  if (expected.pairs > 0) {
    text += fmt::format("Of the {} here, half share {}", report::counted(expected.pairs, "pair"),
                        at_most(expected.half));
    if (expected.pairs >= kManyPairs) text += fmt::format(" and 95 of 100 {}", at_most(expected.most));
    text += '.';
  }
  if (lab.found.common > 0)
    text += fmt::format(" {} in more than {} files each {} left out as common.",
                        report::counted(lab.found.common, "fingerprint"), lab.found.most_files,
                        lab.found.common == 1 ? "is" : "are");
  return text;
}

std::string table_of(const std::vector<Compared>& labs) {
  std::string table = report::csv_row({"lab", "first", "second", "shared", "of_first", "of_second",
                                       "percent_of_first", "percent_of_second", "same", "expected_percent"});
  for (const Compared& lab : labs) {
    for (const std::vector<std::size_t>& same : lab.found.identical) {
      for (std::size_t i = 0; i < same.size(); ++i) {
        for (std::size_t j = i + 1; j < same.size(); ++j)
          table += row(lab, same[i], same[j], {"", "", "", "100", "100", "bytes", ""});
      }
    }
  }
  for (const Listed& each : ranked(labs)) {
    const Pair& pair = *each.pair;
    table += row(*each.lab, pair.first, pair.second,
                 {std::to_string(pair.shared), std::to_string(pair.of_first), std::to_string(pair.of_second),
                  fmt::format("{:.1f}", kPercent * pair.part_of_first()),
                  fmt::format("{:.1f}", kPercent * pair.part_of_second()), pair.same_tokens ? "tokens" : "",
                  fmt::format("{:.1f}", kPercent * each.lab->found.expected.most_of_solutions)});
  }
  return table;
}

}  // namespace mergelab::similar
