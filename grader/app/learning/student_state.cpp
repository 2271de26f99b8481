#include "app/learning/student_state.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "app/command_line/say.hpp"
#include "base/atomic_file.hpp"
#include "base/descriptor.hpp"
#include "base/read_file.hpp"

namespace mergelab::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kSchema = "mergelab.progress/1";
constexpr std::size_t kLargest = 1 << 20;

/// Throws std::exception for other text than ours.
StudentState from_text(const std::string& text) {
  const json top = json::parse(text);
  if (top.at("schema") != kSchema) throw std::runtime_error("another schema");
  StudentState state;
  for (const auto& [name, lab] : top.at("labs").items()) {
    state[name] = {lab.at("best"),
                   lab.at("max_score"),
                   lab.at("inputs"),
                   lab.at("hints"),
                   lab.at("hints_shown"),
                   lab.value("predicted", std::size_t{0}),
                   lab.value("passed", std::vector<std::string>()),
                   lab.value("lost", std::vector<std::string>()),
                   lab.value("solved", false)};
  }
  return state;
}

std::string to_text(const StudentState& state) {
  json labs = json::object();
  for (const auto& [name, lab] : state) {
    labs[name] = {{"best", lab.best},
                  {"max_score", lab.max_score},
                  {"inputs", lab.inputs},
                  {"hints", lab.hints},
                  {"hints_shown", lab.hints_shown},
                  {"predicted", lab.predicted},
                  {"passed", lab.passed},
                  {"lost", lab.lost},
                  {"solved", lab.solved}};
  }
  const json top = {{"schema", kSchema}, {"labs", labs}};
  return top.dump(1, ' ', false, json::error_handler_t::replace) + '\n';
}

/// The file's text, or empty. Throws std::system_error.
std::string text_of(const fs::path& file) {
  const std::optional<std::string> text = base::read_file(file, kLargest);
  if (!text && errno != ENOENT) throw std::system_error(errno, std::generic_category(), file.string());
  return text.value_or("");
}

/// Nothing for a text that is not ours.
std::optional<StudentState> understand(const std::string& text) try {
  return text.empty() ? StudentState() : from_text(text);
} catch (const std::exception&) {
  return std::nullopt;
}

/// Two runs that end at once both keep their results. A run that can't get the lock soon goes on without.
base::Descriptor lock(const fs::path& folder) {
  constexpr int kAttempts = 20;
  constexpr auto kPause = std::chrono::milliseconds(10);
  base::Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (int i = 0; descriptor && i < kAttempts && ::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0; ++i)
    std::this_thread::sleep_for(kPause);
  return descriptor;
}

void set_aside(const fs::path& file) {
  fs::path aside = file;
  for (int number = 1; fs::exists(aside); ++number) aside = fmt::format("{}.{}", file.string(), number);
  fs::rename(file, aside);
  say::print(stderr, "note: {} can't be read; it is now {}, and your progress starts again\n", file.string(),
             aside.filename().string());
}

}  // namespace

StateFile::StateFile(const Course& course, const fs::path& folder) {
  std::error_code ignored;
  if (!fs::equivalent(folder, course.root / "solutions", ignored)) file_ = folder / ".mergelab.json";
}

StudentState StateFile::read() const try {
  return file_.empty() ? StudentState() : understand(text_of(file_)).value_or(StudentState());
} catch (const std::exception&) {
  return {};
}

bool StateFile::update(const std::function<void(StudentState&)>& change) const try {
  if (file_.empty()) return false;
  const base::Descriptor held = lock(file_.parent_path());
  const std::string text = text_of(file_);
  std::optional<StudentState> state = understand(text);
  if (!state) set_aside(file_);
  if (!state) state.emplace();
  change(*state);
  const std::string changed = to_text(*state);
  if (changed != text) base::write_atomically(file_, changed);
  return true;
} catch (const std::exception& error) {
  say::print(stderr, "note: your progress is not saved: {}\n", error.what());
  return false;
}

}  // namespace mergelab::app
