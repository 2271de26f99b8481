#include "app/batch/batch_words.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command_line/errors.hpp"
#include "app/grading/fingerprint.hpp"
#include "app/grading/setup.hpp"
#include "base/hash.hpp"
#include "base/read_file.hpp"

namespace mergelab::app {
namespace {

constexpr std::size_t kMostLog = 64 << 10;

}  // namespace

std::vector<std::string> grading_words(const BatchSetting& setting) {
  const GradingOptions& grading = setting.grading;
  std::vector<std::string> words{"--jobs", "1", "--quiet", "--plain", "--seed", std::to_string(grading.seed)};
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

std::vector<std::string> grade_words(const std::vector<std::string>& options,
                                     const std::filesystem::path& folder, const std::filesystem::path& json) {
  std::vector<std::string> words{"grade",       folder.string(),  "--json",
                                 json.string(), "--observations", observations_beside(json).string()};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

std::vector<std::string> grade_words(const BatchSetting& setting, const std::filesystem::path& folder,
                                     const std::filesystem::path& json) {
  return grade_words(grading_words(setting), folder, json);
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

std::string complaint(const std::filesystem::path& log, int code) {
  const std::string text = base::read_file(log, kMostLog).value_or("");
  constexpr std::string_view kError = "error: ";
  const std::size_t at = text.find(kError);
  if (at == std::string::npos) return fmt::format("the grader ended with {}", code);
  const std::size_t begin = at + kError.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::string to_text(const BatchOptions& options) {
  const GradingOptions& grading = options.grading;
  const auto absolute = [](const std::filesystem::path& path) {
    return path.empty() ? "" : std::filesystem::absolute(path).string();
  };
  nlohmann::json json{{"course", absolute(grading.course)},
                      {"backend", grading.backend},
                      {"sanitizer", grading.sanitizer},
                      {"seed", grading.seed},
                      {"order", grading.order},
                      {"secret_file", absolute(grading.secret_file)},
                      {"isolation", grading.require_isolation},
                      {"labs", options.labs},
                      {"times_of_files", options.times_of_files},
                      {"separator", std::string(1, options.table.separator)},
                      {"decimal", std::string(1, options.table.decimal)}};
  if (grading.settings) json["settings"] = absolute(*grading.settings);
  return json.dump();
}

BatchOptions batch_options_from(const std::string& text) try {
  const auto json = nlohmann::json::parse(text);
  BatchOptions options;
  options.grading.official = true;
  options.grading.course = json.at("course").get<std::string>();
  options.grading.backend = json.at("backend");
  options.grading.sanitizer = json.at("sanitizer");
  options.grading.seed = json.at("seed");
  options.grading.order = json.at("order");
  options.grading.secret_file = json.at("secret_file").get<std::string>();
  options.grading.require_isolation = json.at("isolation");
  options.labs = json.at("labs").get<std::vector<std::string>>();
  options.times_of_files = json.at("times_of_files");
  options.table = {json.value("separator", ",").at(0), json.value("decimal", ".").at(0)};
  if (json.contains("settings")) options.grading.settings = json.at("settings").get<std::string>();
  return options;
} catch (const nlohmann::json::exception&) {
  throw UsageError(
      "this gradebook does not record how it was graded: an earlier mergelab wrote it\n  run the same "
      "`batch` again; it does not grade anything twice");
}

std::filesystem::path observations_beside(std::filesystem::path json) {
  return json.replace_extension(".observations");
}

BatchSetting batch_setting(Setup& setup, const BatchOptions& options, const Grading& empty,
                           const std::filesystem::path& work) {
  BatchSetting setting;
  setting.course = &setup.course();
  setting.grading = options.grading;
  setting.times_of_files = options.times_of_files;
  setting.table = options.table;
  setting.jobs = setup.jobs();
  setting.compiler = empty.compiler;
  setting.options = to_text(options);
  for (const Lab* lab : graded_labs(setup.course(), options.labs)) setting.labs.push_back(lab->name);
  setting.conditions = batch_conditions(setting, empty, work / "nothing") + "-" + setup.grader_fingerprint();
  return setting;
}

}  // namespace mergelab::app
