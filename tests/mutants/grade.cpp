#include "grade.hpp"

#include <fstream>

namespace mergelab::mutants {
namespace {

namespace fs = std::filesystem;

Lab with_items(Lab lab, const std::vector<Item>& items) {
  lab.items = items;
  lab.points = 0;
  for (const Item& item : items) lab.points += item.points;
  return lab;
}

/// The lab's items in parts, so that a mutant that loses the first is not tried with the rest: the quick ones
/// of small inputs, the steps up to `plain`, all others that run under the checks, then merges of millions.
/// What asks the checks what they saw is in each of those that run under them.
std::vector<Lab> in_parts(const Lab& lab) {
  constexpr std::size_t kUnchecked = 3;  // the last part
  std::vector<std::vector<Item>> parts(kUnchecked + 1);
  std::vector<Item> checkers;
  std::size_t step = 1;
  for (const Item& item : lab.items) {
    if (item.is_timed()) continue;  // no mutant counts as found by how long it took
    if (item.checker == CheckerRule::accesses) {
      checkers.push_back(item);
      continue;
    }
    const bool quick = item.family == "edges" || item.id == lab.items.front().id;
    const bool unchecked = !item.checks && item.value != ValueType::counted;
    parts[unchecked ? kUnchecked : quick ? 0 : step].push_back(item);
    if (item.id == "plain") step = 2;
  }
  std::vector<Lab> labs;
  for (std::vector<Item>& items : parts) {
    if (items.empty()) continue;
    if (&items != &parts[kUnchecked]) items.insert(items.end(), checkers.begin(), checkers.end());
    labs.push_back(with_items(lab, items));
  }
  return labs;
}

bool lost(const ItemResult& item) { return item.status != Verdict::not_run && item.score < item.max_score; }

}  // namespace

Result MutantGrader::grade_file(const Lab& lab, const fs::path& file) {
  bool built = true;
  for (const Lab& part : in_parts(lab)) {
    const LabResult result = setup_.grader().grade(part, app::reference_sources(setup_.course(), lab, file));
    if (!result.score)
      throw std::runtime_error(fmt::format("{}: the grader failed: {}", lab.name, result.message));
    for (const ItemResult& item : result.items) {
      if (!lost(item)) continue;
      if (item.status != Verdict::build_failed)
        return {MutantStatus::killed, fmt::format("{}: {}", item.id, to_string(item.status))};
      built = false;
    }
    if (result.status == Verdict::build_failed) break;
  }
  return {built ? MutantStatus::survived : MutantStatus::not_built, ""};
}

Result MutantGrader::grade(const Mutant& mutant) {
  const Lab& lab = *setup_.course().find_lab(mutant.lab);
  const fs::path file = write(mutant, lab);
  Result result = grade_file(lab, file);
  if (result.status == MutantStatus::survived) {
    result.why = difference(lab, file);
    if (result.why.empty()) result.status = MutantStatus::equivalent;
  }
  return result;
}

std::string MutantGrader::lost_by_solution(const Lab& lab) {
  const Result result = grade_file(lab, app::reference_file(setup_.course(), lab));
  if (result.status == MutantStatus::survived) return "";
  return result.why.empty() ? "all: it does not compile" : result.why;
}

std::string MutantGrader::difference(const Lab& lab, const fs::path& file) const {
  sandbox::Command command;
  command.argv = {"/proc/self/exe", "--course",   setup_.course().root.string(), "--lab", lab.name,
                  "--compare",      file.string()};
  for (const char* name : {"PATH", "CXX", "TMPDIR", "MERGELAB_ISOLATION", app::kKeptObjects}) {
    if (const char* value = std::getenv(name)) command.env[name] = value;
  }
  command.limits.open_files = 256;
  command.limits.file_bytes = 0;  // shared memory counts as a file
  const sandbox::Exit exit = sandbox::run(command);
  if (exit.end != sandbox::End::exited || exit.code != app::kGraded)
    throw std::runtime_error(fmt::format("comparing {} with its solution failed: {}", lab.name, exit.output));
  return exit.output.substr(0, exit.output.find('\n'));
}

fs::path MutantGrader::write(const Mutant& mutant, const Lab& lab) {
  fs::path folder;
  {
    const std::lock_guard lock(folder_mutex_);
    folder = folder_.fresh(lab.name);
  }
  fs::create_directories(folder);
  std::ofstream(folder / lab.file) << mutant.text;
  return folder / lab.file;
}

}  // namespace mergelab::mutants
