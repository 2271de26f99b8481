#include "app/learning/student_state.hpp"

#include <sys/file.h>
#include <sys/inotify.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "app/course_files/hand_out.hpp"
#include "app/grading/course_grader.hpp"
#include "base/atomic_file.hpp"
#include "base/read_file.hpp"
#include "course/course.hpp"
#include "report/phrases.hpp"

namespace mergelab::app {
namespace {

using nlohmann::json;

constexpr const char* kProgressSchema = "mergelab.progress/1";
constexpr std::size_t kLargest = 1 << 20;

/// Throws std::exception for other text than ours.
StudentState from_text(const std::string& text) {
  const json top = json::parse(text);
  if (top.at("schema") != kProgressSchema) throw std::runtime_error("another schema");
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
  const json top = {{"schema", kProgressSchema}, {"labs", labs}};
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

const LabState& state_of(const StudentState& state, const Lab& lab) {
  static const LabState nothing;
  const auto found = state.find(lab.name);
  return found == state.end() ? nothing : found->second;
}

namespace {

constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE |
                                  IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
constexpr auto kMoment = std::chrono::milliseconds(50);
constexpr int kMostMoments = 20;  // a file that never rests is graded all the same

/// The first lab outside the course's total without full marks, or null.
const Lab* open_beside_the_total(const Course& course, const StudentState& state) {
  const auto found = std::ranges::find_if(
      course.labs, [&](const Lab& lab) { return !lab.graded && !state_of(state, lab).is_full(); });
  return found != course.labs.end() ? &*found : nullptr;
}

}  // namespace

std::string Place::command(const char* verb, const Lab& lab) const {
  return fmt::format("{} {}", command_for(verb, folder_given), lab_number(lab));
}

std::string Place::file(const Lab& lab) const {
  const std::filesystem::path folder =
      folder_given.empty() ? std::filesystem::path(base::typed_course()) / "labs" : folder_given;
  return (folder / lab.name / lab.file).string();
}

const Lab* next_lab(const Course& course, const StudentState& state, const Lab* after) {
  const auto behind =
      after == nullptr ? course.labs.begin() : course.labs.begin() + (after - course.labs.data()) + 1;
  // After a lab outside the total comes another one of those.
  for (const bool graded : {after == nullptr || after->graded, true}) {
    const auto is_open = [&](const Lab& lab) {
      return lab.graded == graded && !state_of(state, lab).is_full();
    };
    auto found = std::find_if(behind, course.labs.end(), is_open);
    if (found != course.labs.end()) return &*found;
    found = std::find_if(course.labs.begin(), behind, is_open);
    if (found != behind) return &*found;
  }
  return nullptr;
}

const Lab& lab_or_next(const Course& course, const std::string& word, const StateFile& file) {
  if (!word.empty()) return course::find_lab(course, word);
  const StudentState state = file.read();
  const Lab* next = next_lab(course, state);
  if (next == nullptr) next = open_beside_the_total(course, state);
  return next != nullptr ? *next : course.labs.back();
}

std::string next_words(const Place& place, const StudentState& state, const Lab* after) {
  const Lab* next = next_lab(place.course, state, after);
  if (next == nullptr) {
    const Lab* more = open_beside_the_total(place.course, state);
    std::string text = more == nullptr ? "All labs have full marks." : "The course's labs have full marks.";
    if (is_hand_out(place.course.root))
      text += fmt::format(" `{}` makes the file to hand in.", base::command("pack"));
    if (more == nullptr) return text + "\n";
    return fmt::format("{}\nThe advanced labs have more: lab {}, {}: edit {}, then `{}`\n", text,
                       lab_number(*more), more->title, place.file(*more), place.command("run", *more));
  }
  return fmt::format("next: lab {}, {}: edit {}, then `{}`\n      or `{}`, which grades whenever you save\n",
                     lab_number(*next), next->title, place.file(*next), place.command("run", *next),
                     place.command("watch", *next));
}

std::string best_words(const Place& place, const StudentState& state, const Lab& lab) {
  const LabState& reached = state_of(state, lab);
  return fmt::format("{}\n  `{}` grades it",
                     reached.max_score == 0
                         ? "it has not been run yet"
                         : fmt::format("its best score is {} of {}", reached.best, lab.points),
                     place.command("run", lab));
}

std::string show_words(const Place& place, const Lab& lab) {
  if (reference_file(place.course, lab).empty()) return "";
  return fmt::format("`{}` shows the reference next to your file.\n", place.command("show", lab));
}

std::string overview(const Place& place, const StudentState& state, const report::TextStyle& style) {
  const Lab* next = next_lab(place.course, state);
  std::string text = place.course.title + "\n\n";
  Points sum, most;
  std::string not_in_total;
  std::size_t width = 22;  // of titles, at least
  std::size_t digits = 1;  // of the labs' numbers, at most
  for (const Lab& lab : place.course.labs) {
    width = std::max(width, lab.title.size());
    digits = std::max(digits, std::to_string(lab_number(lab)).size());
  }
  for (const Lab& lab : place.course.labs) {
    const LabState& reached = state_of(state, lab);
    const bool full = reached.is_full();
    const std::string mark =
        full           ? report::paint(report::mark(Verdict::passed, style), report::Colour::green, style)
        : &lab == next ? report::paint(">", report::Colour::yellow, style)
                       : " ";
    const bool begun = reached.max_score > 0;
    const std::string line =
        fmt::format("  {} {:>{}}  {:<{}} {:>5} / {:>3}  {}\n", mark, lab_number(lab), digits, lab.title,
                    width, begun ? to_string(reached.best) : "-", lab.points, place.file(lab));
    (lab.advanced && !lab.graded ? not_in_total : text) += line;
    if (lab.advanced && !lab.graded) continue;
    sum += reached.best;
    most += lab.points;
  }
  text += fmt::format("    {:{}}  {:<{}} {:>5} / {:>3}\n\n", "", digits, "total", width, sum, most);
  if (!not_in_total.empty()) text += "advanced, with separate points:\n" + not_in_total + "\n";
  text += next_words(place, state);
  return text + fmt::format("`{} --help` shows all commands, `{}` every case by name.\n",
                            base::program_name(), base::command("list", "--cases"));
}

SavedFiles::SavedFiles() : inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

std::string SavedFiles::look(const std::vector<std::filesystem::path>& files) {
  std::array<char, 1 << 12> events{};
  while (inotify_ && ::read(inotify_.get(), events.data(), events.size()) > 0) {
  }
  std::string text;
  for (const std::filesystem::path& file : files) {
    // Watching a folder again changes nothing; a new folder of the same name is another one.
    const std::filesystem::path folder = file.parent_path();
    for (const std::filesystem::path& each : {folder, folder.parent_path()}) {
      if (inotify_) (void)::inotify_add_watch(inotify_.get(), each.empty() ? "." : each.c_str(), kEvents);
    }
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) {
      text += "missing\n";
      continue;
    }
    text += fmt::format("{} {} {} {}.{}\n", status.st_dev, status.st_ino, status.st_size,
                        status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  }
  return text;
}

std::string SavedFiles::settled(const std::vector<std::filesystem::path>& files) {
  std::string before = look(files);
  for (int i = 0; i < kMostMoments; ++i) {
    std::this_thread::sleep_for(kMoment);
    std::string now = look(files);
    if (now == before) break;
    before = std::move(now);
  }
  return before;
}

}  // namespace mergelab::app
