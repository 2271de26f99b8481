#include "app/grading/fingerprint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>

#include "app/grading/lab_grader.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& file) { return base::read_file(file).value_or(""); }

/// A lab's file as the grader finds it, or why it takes none.
std::string lab_file(const fs::path& root, const Lab& lab) {
  const submission::LabFile file = submission::find_lab_file(root, lab);
  return file.state == submission::FileState::present ? bytes_of(file.path) : "- " + file.reason;
}

constexpr std::size_t kLongestInput = std::size_t{256} << 20U;

/// In eights: a program has megabytes.
std::uint64_t hash_bytes(std::uint64_t hash, const std::string& bytes) {
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t eight = 0;
    std::copy_n(bytes.data() + at, sizeof(eight), reinterpret_cast<char*>(&eight));
    hash = base::mix(hash ^ eight);
  }
  return base::hash_text(hash, std::string_view(bytes).substr(at));
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder, ignored)) {
    if (file.is_regular_file(ignored)) files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::string fingerprint(const Course& course, const Lab& lab, const fs::path& submission,
                        const GradingOptions& options, const Grading& grading) {
  std::uint64_t hash = base::kHashOfNothing;
  const auto add = [&](std::string_view text) { hash = base::hash_text(hash, text); };
  for (const std::string& text :
       {grading.backend, grading.device, grading.compiler, std::to_string(options.seed), options.only,
        options.order, std::string(options.sanitizer ? "sanitizer" : ""),
        std::string(grading.secret ? "secret" : ""), std::string(MERGELAB_VERSION),
        bytes_of(course.root / "datasets" / "catalog.json"), course.settings.fingerprint,
        grading.settings ? grading.settings->submitted : "",
        std::string(shows_details(lab, std::time(nullptr)) ? "details" : "")}) {
    add(text);
  }
  for (const Hint& hint : lab.hints) {  // also those of course.json, whose other labs don't matter here
    add(fmt::format("{} {} {} {}", fmt::join(hint.items, ","), fmt::join(hint.symptoms, ","), hint.only,
                    hint.text));
  }
  for (const Lab& earlier : course.labs) {
    for (const std::string_view file : course::kLabFiles)
      add(bytes_of(course.root / "labs" / earlier.name / file));
    add(lab_file(submission, earlier));
    add(lab_file(course.root / "solutions", earlier));
    if (earlier.name == lab.name) break;
  }
  return fmt::format("{:016x}", hash);
}

std::string fingerprint_of(const Programs& programs) {
  std::vector<fs::path> files{programs.judge, programs.worker, programs.gpu_worker,
                              programs.toolchain.simt_cc};
  for (const fs::path& folder :
       {programs.toolchain.include_dir / "mergelab", programs.toolchain.worker_dir}) {
    const std::vector<fs::path> found = files_below(folder);
    files.insert(files.end(), found.begin(), found.end());
  }
  std::uint64_t hash = base::kHashOfNothing;
  for (const fs::path& file : files) {
    if (!file.empty()) hash = hash_bytes(hash, base::read_file(file, kLongestInput).value_or(""));
  }
  return fmt::format("{:016x}", hash);
}

std::string inputs_of(const Lab& lab, const submission::Sources& sources, const std::string& how) {
  std::uint64_t hash = base::hash_text(base::kHashOfNothing, how);
  for (const auto& [name, source] : sources) {
    for (const std::string& text : {name, std::string(source.is_reference ? "reference" : ""),
                                    base::read_file(source.file).value_or("")})
      hash = base::hash_text(hash, text);
  }
  hash = base::hash_text(
      hash, fmt::format("{} {} {} {}", lab.name, lab.file, lab.function, lab.limits.build_cpu_s));
  for (const ForbiddenName& name : lab.forbidden)
    hash = base::hash_text(hash, fmt::format("{} {} {}", name.name, name.percent, name.why));
  return fmt::format("{:016x}", hash);
}

std::map<std::string, std::string> inputs_of_items(const judge::Job& job) {
  std::map<std::string, std::string> inputs;
  judge::Job alone = job;
  alone.worker.clear();  // a path; its bytes count in how a lab is graded
  alone.yardsticks.clear();
  alone.objects.clear();
  alone.sources.clear();
  alone.reference.clear();
  for (Item item : job.lab.items) {
    alone.families.clear();
    for (const Family& family : job.families) {
      if (family.name == item.family) alone.families.push_back(family);
    }
    item.full.reset();
    item.max_ratio.reset();
    alone.lab.items = {item};
    inputs[item.id] =
        fmt::format("{:016x}", base::hash_text(base::kHashOfNothing, judge::job_to_json(alone)));
  }
  return inputs;
}

}  // namespace mergelab::app
