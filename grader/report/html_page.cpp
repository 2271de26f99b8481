#include "report/html_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/formats/rows.hpp"

namespace mergelab::report {
namespace {

// Text and shape say what colours say; all pairs of colours have a contrast of 4.5 or more.
constexpr const char* kStyle = R"(
:root { --ground: #f6f6f3; --card: #fff; --ink: #1c1e21; --quiet: #5a6068; --rule: #d9dad5; --bar: #0b5fae;
  --bar-2: #a64b00; --track: #e3e5e8; --wrong: #b3161f; --good: #1a6b33; --focus: #7a3ff2;
  --mono: ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
@media (prefers-color-scheme: dark) { :root { --ground: #15171a; --card: #1e2125; --ink: #e9eaec;
  --quiet: #a9b0b9; --rule: #363b42; --bar: #74b4ff; --bar-2: #ffab5e; --track: #343a41; --wrong: #ff8087;
  --good: #79d493; --focus: #b79cff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.25rem 1rem 3rem; max-width: 72rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: .95rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
.quiet { color: var(--quiet); font-size: .875rem; }
.total { font-size: 1.5rem; font-weight: 700; font-variant-numeric: tabular-nums; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: .6rem; padding: .9rem 1rem;
  margin: 1rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
caption { text-align: left; color: var(--quiet); font-size: .875rem; padding-bottom: .25rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--rule);
  overflow-wrap: break-word; }
th { font-size: .875rem; font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th[scope=row] { font-family: var(--mono); font-weight: 500; }
.lost { color: var(--wrong); font-weight: 600; }
.kept { color: var(--good); font-weight: 600; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.45 var(--mono); margin: .25rem 0 .75rem;
  padding: .6rem .8rem; border-left: 4px solid var(--wrong); background: var(--ground); }
pre.note { border-color: var(--quiet); }
.bar { display: block; width: 7rem; height: .65rem; border-radius: .3rem; margin-top: .45rem; background: var(--track);
  overflow: hidden; }
.bar rect { fill: var(--bar); }
svg.chart { display: block; max-width: 100%; height: auto; }
svg.chart text { fill: var(--ink); font-size: 12px; font-family: inherit; }
svg.chart .axis { stroke: var(--quiet); stroke-width: 1; }
svg.chart .column { fill: var(--bar); }
svg.chart .mark { stroke: var(--bar-2); stroke-width: 2.5; stroke-dasharray: 5 3; }
a { color: var(--bar); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
@media print { body { max-width: none; } section { break-inside: avoid; } }
)";

}  // namespace

std::string html_page(const std::string& title, const std::string& body, const std::string& more_style) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" "
      "content=\"no-referrer\">\n"
      "<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      xml_escape(title), kStyle, more_style, body);
}

std::string html_bar(double part) {
  constexpr double kAll = 100;
  return fmt::format(
      "<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      "<rect width=\"{:.4g}\" height=\"10\"/></svg>",
      kAll * std::clamp(part, 0.0, 1.0));
}

}  // namespace mergelab::report
