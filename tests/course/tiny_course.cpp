#include "tiny_course.hpp"
#include "support/test.hpp"

#include "course/course.hpp"

namespace mergelab::course {
namespace {

constexpr const char* kCourseText = R"({
  "schema": "mergelab.course/1",
  "title": "Tiny",
  "labs": ["01_add", "02_tiled"]
}
)";

constexpr const char* kFirstLabText = R"({
  "schema": "mergelab.lab/1",
  "title": "Add",
  "file": "add.cuh",
  "function": "add",
  "kit": "merge", "interface": { "runs": "host", "arguments": [ { "name": "A", "type": "value", "in": ["m"] }, { "name": "m", "size": true }, { "name": "B", "type": "value", "in": ["n"] }, { "name": "n", "size": true }, { "name": "C", "type": "value", "out": ["m+n"] } ] },
  "points": 4,
  "shape": {"section": 100, "tile": 20},
  "items": [
    {"id": "plain", "kind": "correctness", "points": 2, "about": "adds"},
    {"id": "stability", "kind": "correctness", "points": 0.5, "about": "keeps order", "family": "plain", "value": "record"},
    {"id": "comparisons", "kind": "performance", "points": 1, "about": "few", "family": "plain", "value": "counted",
     "backends": ["cpu"], "metric": "comparison_ratio", "yardstick": "merge_comparisons", "max_ratio": 1, "anchor": 1},
    {"id": "time", "kind": "performance", "points": 0.5, "about": "fast", "family": "plain",
     "metric": "time_ratio", "yardstick": "std_merge", "full": 2, "zero": 8}
  ],
  "hints": [{"items": ["plain"], "symptom": "payload", "only": true, "text": "Look."}]
}
)";

constexpr const char* kSecondLabText = R"({
  "schema": "mergelab.lab/1",
  "title": "Tiled",
  "file": "tiled.cuh",
  "function": "tiled",
  "kit": "merge", "interface": { "runs": "device", "arguments": [ { "name": "A", "type": "value", "in": ["m"] }, { "name": "m", "size": true }, { "name": "B", "type": "value", "in": ["n"] }, { "name": "n", "size": true }, { "name": "C", "type": "value", "out": ["m+n"] }, { "name": "section" }, { "name": "tile" } ] },
  "points": 3,
  "uses": ["01_add"],
  "shape": {"section": 100, "tile": 20},
  "limits": {"case_cpu_s": 3, "memory_mib": 64},
  "items": [
    {"id": "plain", "kind": "correctness", "points": 1, "about": "tiles"},
    {"id": "boundaries", "kind": "correctness", "points": 2, "about": "ends"}
  ],
  "hints": [{"text": "Think."}]
}
)";

constexpr const char* kCatalogText = R"({
  "schema": "mergelab.catalog/1",
  "families": [
    {"name": "plain", "about": "Easy.", "generator": "distinct", "seed": 5,
     "cases": [
       {"name": "one", "m": "tile/2", "n": 3},
       {"name": "runs", "generator": "runs", "m": 6, "n": 7, "run": "tile+1", "count": 2, "offset": [1, 0, 3],
        "adjacent": true, "section": 50, "tile": 7, "seed": 9},
       {"name": "written", "a": [-1, 2, 2], "b": []}
     ]},
    {"name": "boundaries", "about": "Ends.", "generator": "few", "hidden": true, "backends": ["cpu", "gpu"],
     "cases": [{"name": "block", "m": "block+1", "n": 0, "distinct": 3}]}
  ]
}
)";

}  // namespace

TinyCourse::TinyCourse() {
  for (const char* folder : {"labs/01_add", "labs/02_tiled", "datasets"})
    std::filesystem::create_directories(root() / folder);
  write(kCourseFile, kCourseText);
  write(kFirstLab, kFirstLabText);
  write(kSecondLab, kSecondLabText);
  write(kCatalog, kCatalogText);
}

std::string TinyCourse::read(const std::string& name) const { return read_text(root() / name); }

void TinyCourse::write(const std::string& name, const std::string& text) const {
  write_text(root() / name, text);
}

void TinyCourse::replace(const std::string& name, const std::string& from, const std::string& to) const {
  replace_text(root() / name, from, to);
}

std::string TinyCourse::complaint() const try {
  (void)load(root());
  return "";
} catch (const Error& error) {
  return error.what();
}

std::string complaint_with(const std::string& name, const std::string& from, const std::string& to) {
  const TinyCourse course;
  course.replace(name, from, to);
  return course.complaint();
}

}  // namespace mergelab::course
