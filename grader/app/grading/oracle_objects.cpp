#include "app/grading/oracle_objects.hpp"

#include <fmt/format.h>

#include "app/grading/course_grader.hpp"
#include "submission/oracle.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {

std::shared_future<OracleObject> OracleObjects::of(const Lab& lab, Backend backend) {
  const std::lock_guard lock(mutex_);
  const Lab& whole = *course_.find_lab(lab.name);
  std::shared_future<OracleObject>& object = objects_[{lab.name, backend}];
  if (!object.valid())
    object =
        std::async(std::launch::async, [this, &whole, backend] { return build(whole, backend); }).share();
  return object;
}

OracleObject OracleObjects::build(const Lab& lab, Backend backend) const try {
  if (lab.kit) return {};
  if (!lab.oracle.empty()) {
    submission::OracleBuild built =
        submission::build_oracle(lab, programs_.toolchain, fresh_(), build_root() / "oracles");
    return {std::move(built.object), false, std::move(built.failure)};
  }
  const submission::Sources sources = reference_sources(course_, lab, reference_file(course_, lab));
  for (const auto& [name, source] : sources) {
    if (!source.file.empty()) continue;
    return {
        {},
        true,
        fmt::format("labs/{}/oracle.cpp is missing, and so is the reference solution: nothing says what is "
                    "right\n  add one of them (docs/formats.md)",
                    lab.name)};
  }
  Lab unforbidden = lab;
  unforbidden.forbidden.clear();  // of students
  const BuildKind kind(backend, ValueType::int32);
  const submission::Build built =
      submission::build(course_, unforbidden, sources, {kind}, programs_.toolchain, fresh_());
  const auto object = built.objects.find(kind);
  if (object == built.objects.end()) {
    return {{},
            true,
            fmt::format("the reference solution of {}, which says what is right, does not build\n{}",
                        lab.name, built.results.empty() ? "" : built.results.front().log)};
  }
  return {object->second, true, ""};
} catch (const std::exception& error) {
  return {{}, false, error.what()};
}

}  // namespace mergelab::app
