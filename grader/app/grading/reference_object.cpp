#include "app/grading/reference_object.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/grading/course_grader.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "submission/submission.hpp"

namespace mergelab::app {
namespace {

using Object = std::shared_future<std::filesystem::path>;

/// The object, whose build begins now if it has not begun before.
Object begun(Object& object, std::function<std::filesystem::path()> build) {
  if (!object.valid()) object = std::async(std::launch::async, std::move(build)).share();
  return object;
}

}  // namespace

bool is_timed_on_gpu(const Lab& lab) {
  return std::any_of(lab.items.begin(), lab.items.end(),
                     [](const Item& item) { return item.is_timed_on_device(); });
}

std::shared_future<std::filesystem::path> ReferenceObjects::of(const Lab& lab, Backend backend) {
  const std::lock_guard lock(mutex_);
  const Lab& whole = *course_.find_lab(lab.name);
  return begun(objects_[{lab.name, backend}], [this, &whole, backend] { return build(whole, backend); });
}

std::shared_future<std::filesystem::path> ReferenceObjects::library_of(const Lab& lab) {
  const std::lock_guard lock(mutex_);
  const Lab& whole = *course_.find_lab(lab.name);
  return begun(libraries_[lab.name], [this, &whole] {
    if (!wanted_ || !whole.library) return std::filesystem::path();
    return submission::build_library(course_, whole, programs_.toolchain, fresh_());
  });
}

std::string fingerprint_of_reference(const Course& course, const Lab& lab) {
  std::uint64_t hash = base::kHashOfNothing;
  for (const auto& [name, source] : reference_sources(course, lab, reference_file(course, lab)))
    hash = base::hash_text(hash, base::read_file(source.file).value_or(""));
  return fmt::format("{:016x}", hash);
}

std::filesystem::path ReferenceObjects::build(const Lab& lab, Backend backend) const {
  const auto is_timed_here = [&](const Item& item) {
    return backend == Backend::gpu ? item.is_timed_on_device()
                                   : item.yardstick == kReferenceYardstick && !item.is_timed_on_device();
  };
  if (!wanted_ || std::none_of(lab.items.begin(), lab.items.end(), is_timed_here)) return {};
  return build_reference(course_, lab, backend, programs_, fresh_()).object;
}

ReferenceBuild build_reference(const Course& course, const Lab& lab, Backend backend,
                               const Programs& programs, const std::filesystem::path& folder) {
  const submission::Sources sources = reference_sources(course, lab, reference_file(course, lab));
  for (const auto& [name, source] : sources) {
    if (source.file.empty()) return {.is_missing = true};
  }
  Lab unforbidden = lab;
  unforbidden.forbidden.clear();  // of students
  const BuildKind kind(backend, ValueType::int32);
  const submission::Build built =
      submission::build(course, unforbidden, sources, {kind}, programs.toolchain, folder);
  const auto object = built.objects.find(kind);
  if (object != built.objects.end()) return {.object = object->second};
  return {.log = built.results.empty() ? "" : built.results.front().log};
}

}  // namespace mergelab::app
