#include "app/grading/reference_objects.hpp"

#include "app/grading/course_grader.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "submission/layout.hpp"

namespace mergelab::app {
namespace {

/// The object, whose build begins now if it has not begun before.
template <class Object>
std::shared_future<Object> begun(std::shared_future<Object>& object, std::function<Object()> build) {
  if (!object.valid()) object = std::async(std::launch::async, std::move(build)).share();
  return object;
}

/// Builds the reference solution in `folder`, with the names that only students may not use.
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

}  // namespace

bool is_timed_on_gpu(const Lab& lab) {
  return std::ranges::any_of(lab.items, [](const Item& item) { return item.is_timed_on_device(); });
}

std::shared_future<std::filesystem::path> ReferenceObjects::of(const Lab& lab, Backend backend) {
  const std::lock_guard lock(mutex_);
  const Lab& whole = *course_.find_lab(lab.name);
  return begun<std::filesystem::path>(objects_[{lab.name, backend}],
                                      [this, &whole, backend] { return build(whole, backend); });
}

std::shared_future<std::filesystem::path> ReferenceObjects::library_of(const Lab& lab) {
  const std::lock_guard lock(mutex_);
  const Lab& whole = *course_.find_lab(lab.name);
  return begun<std::filesystem::path>(libraries_[lab.name], [this, &whole] {
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
  if (!wanted_ || std::ranges::none_of(lab.items, is_timed_here)) return {};
  return build_reference(course_, lab, backend, programs_, fresh_()).object;
}

void give_oracle(const OracleObject& oracle, const Lab& lab, judge::Job& job) {
  job.oracle = oracle.objects;
  job.oracle_is_reference = oracle.is_reference;
  if (!lab.oracle.empty()) job.oracle_sources = {lab.oracle};
}

std::shared_future<OracleObject> OracleObjects::of(const Lab& lab, Backend backend) {
  const std::lock_guard lock(mutex_);
  const Lab& whole = *course_.find_lab(lab.name);
  return begun<OracleObject>(objects_[{lab.name, backend}],
                             [this, &whole, backend] { return build(whole, backend); });
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

judge::Oracle& OwnCases::oracle() {
  if (!oracle_) build_oracle();
  oracle_->begin_test(test_);
  return *oracle_;
}

void OwnCases::build_oracle() {
  programs_ = find_programs();
  folder_ = std::make_unique<WorkFolder>();
  OracleObjects objects(course_, programs_, [&] { return folder_->fresh("oracle"); });
  const OracleObject built = objects.of(lab_, Backend::cpu).get();
  if (!built.failure.empty()) throw judge::OracleError(Statement(Sentence::no_oracle, built.failure));
  job_.lab = lab_;
  job_.worker = programs_.worker;
  give_oracle(built, lab_, job_);
  oracle_ = std::make_unique<judge::Oracle>(job_, judge::start_session);
}

std::vector<judge::Inputs> OwnCases::inputs(const Family& family, const CaseSpec& spec,
                                            std::uint64_t seed) try {
  if (lab_.kit) return problems(family, spec, seed).inputs;
  test_ = family.name.substr(family.name.find('/') + 1) + "/" + spec.name;
  const std::uint64_t of_case = judge::case_seed(seed, family, spec, "");
  std::vector<judge::Inputs> inputs = judge::make_inputs(lab_, spec, of_case);
  const std::string source = base::read_file(lab_.oracle).value_or("");
  if (defines(source, OracleCall::generate)) oracle().generate(lab_, inputs, of_case);
  return inputs;
} catch (const judge::OracleError& error) {
  throw course::Error(error.what());
}

judge::ProblemSet OwnCases::problems(const Family& family, const CaseSpec& spec, std::uint64_t seed) {
  if (!lab_.kit) return judge::own_problems(lab_, inputs(family, spec, seed));
  if (spec.needs_launch)
    throw UsageError(
        fmt::format("the sizes of '{0}' depend on your launch and are known only during a run\n  `{1} "
                    "--case {0}` shows them if the case fails",
                    spec.name, base::command("run", lab_number(lab_))));
  return lab_.kit->problems(lab_, spec, std::nullopt, judge::case_seed(seed, family, spec, ""));
}

judge::Expected OwnCases::expected(const std::vector<judge::Inputs>& inputs) {
  return oracle().expected(judge::own_problems(lab_.interface, inputs));
}

std::vector<std::vector<std::vector<std::byte>>> OwnCases::outputs(const judge::ProblemSet& set) {
  std::vector<std::vector<std::vector<std::byte>>> all(set.queries.size());
  const auto copy = [](std::span<const std::byte> bytes) { return std::vector(bytes.begin(), bytes.end()); };
  if (lab_.kit) {
    for (std::size_t p = 0; p < all.size(); ++p) {
      for (const std::vector<int>& elements : lab_.kit->expected(set, p))
        all[p].push_back(copy(std::as_bytes(std::span(elements))));
    }
    return all;
  }
  const judge::Expected right = expected(set.inputs);
  for (std::size_t p = 0; p < all.size(); ++p) {
    const judge::Outputs outputs = right.outputs(p);
    for (const std::span<const std::byte> array : outputs.arrays) all[p].push_back(copy(array));
    all[p].push_back(copy(outputs.returned));
  }
  return all;
}

}  // namespace mergelab::app
