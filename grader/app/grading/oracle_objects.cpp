#include "app/grading/oracle_objects.hpp"

#include <fmt/format.h>

#include "app/grading/reference_object.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "submission/oracle.hpp"

namespace mergelab::app {

void give_oracle(const OracleObject& oracle, const Lab& lab, judge::Job& job) {
  job.oracle = oracle.objects;
  job.oracle_is_reference = oracle.is_reference;
  if (!lab.oracle.empty()) job.oracle_sources = {lab.oracle};
}

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
    return {std::move(built.objects), false, std::move(built.failure)};
  }
  const ReferenceBuild reference = build_reference(course_, lab, backend, programs_, fresh_());
  std::string failure;
  if (reference.is_missing) {
    failure = fmt::format(
        "labs/{}/oracle.cpp is missing, and so is the reference solution: nothing says what is right\n  add "
        "one of them (docs/formats.md)",
        lab.name);
  } else if (reference.object.empty()) {
    failure = fmt::format("the reference solution of {}, which says what is right, does not build\n{}",
                          lab.name, reference.log);
  }
  return {{{OracleCall::expected, reference.object}}, true, std::move(failure)};
} catch (const std::exception& error) {
  return {{}, false, error.what()};
}

std::string OracleObjects::fingerprint(const Lab& lab) const {
  if (lab.kit) return "";
  if (lab.oracle.empty()) return fingerprint_of_reference(course_, lab);
  return fmt::format("{:016x}",
                     base::hash_text(base::kHashOfNothing, base::read_file(lab.oracle).value_or("")));
}

}  // namespace mergelab::app
