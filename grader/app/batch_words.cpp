#include "app/batch_words.hpp"

#include <fmt/format.h>

#include "app/fingerprint.hpp"
#include "app/setup.hpp"
#include "base/hash.hpp"

namespace mergelab::app {

std::vector<std::string> grade_words(const BatchSetting& setting, const std::filesystem::path& folder,
                                     const std::filesystem::path& json) {
  const GradingOptions& grading = setting.grading;
  std::vector<std::string> words{
      "grade", folder.string(), "--json",  json.string(), "--jobs",
      "1",     "--quiet",       "--plain", "--seed",      std::to_string(grading.seed)};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {name, value});
  };
  add("--course", grading.course.string());
  if (grading.settings) words.insert(words.end(), {"--settings", grading.settings->string()});
  add("--backend", grading.backend);
  add("--order", grading.order);
  add("--secret-file", grading.secret_file.string());
  add("--require-isolation", grading.require_isolation);
  if (grading.sanitizer) words.emplace_back("--sanitizer");
  for (const std::string& lab : setting.labs) add("--lab", lab);
  return words;
}

std::string batch_conditions(const BatchSetting& setting, const Grading& empty,
                             const std::filesystem::path& no_submission) {
  std::uint64_t hash = base::kHashOfNothing;
  for (const std::string& name : setting.labs) {
    hash = base::hash_text(hash, name);
    hash = base::hash_text(hash, fingerprint(*setting.course, *setting.course->find_lab(name), no_submission,
                                             setting.grading, empty));
  }
  hash = base::hash_text(hash, find_secret(setting.grading.secret_file, setting.course->settings));
  return fmt::format("{:016x}", base::mix(hash));
}

}  // namespace mergelab::app
