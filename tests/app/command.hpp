// Runs the built mergelab as a user would, on a copy of the tiny course in a separate folder.
#pragma once

#include <nlohmann/json.hpp>

#include "finding/messages.hpp"
#include "sandbox/process.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace mergelab {

namespace fs = std::filesystem;

/// The words of a command line: "grade mine --lab 2", or a list where a word has blanks.
struct Words : std::vector<std::string> {
  using std::vector<std::string>::vector;
  Words(std::vector<std::string> words) : vector(std::move(words)) {}  // NOLINT(google-explicit-constructor)
  Words(const char* line) {                                            // NOLINT(google-explicit-constructor)
    std::istringstream words(line);
    for (std::string word; words >> word;) push_back(word);
  }
  friend Words operator+(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

struct Ran {
  int code = -1;
  std::string text;  // standard output and error
};

class CommandTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::copy(source() / "tests" / "fake_course", course_, fs::copy_options::recursive);
  }

  [[nodiscard]] static fs::path source() { return MERGELAB_SOURCE_DIR; }

  /// mergelab with these words, in the test's folder.
  [[nodiscard]] Ran mergelab(Words words, std::map<std::string, std::string> more_env = {}) const {
    words.insert(words.begin(), kProgram);
    return run(std::move(words), std::move(more_env));
  }
  [[nodiscard]] Ran run(Words words, std::map<std::string, std::string> more_env) const {
    sandbox::Command command;
    command.argv = std::move(words);
    const char* path = std::getenv("PATH");
    command.env = {{"PATH", path != nullptr ? path : "/usr/bin:/bin"}, {"LANG", "C.UTF-8"}};
    // What these tests expect is what a machine without a GPU says.
    command.env["CUDA_VISIBLE_DEVICES"] = "";
    if (const char* kept = std::getenv("MERGELAB_KEPT_OBJECTS")) command.env["MERGELAB_KEPT_OBJECTS"] = kept;
    command.env.merge(more_env);
    for (const auto& [name, value] : more_env) command.env[name] = value;
    command.directory = folder_;
    command.limits.wall_s = 200;
    command.limits.open_files = 256;
    command.limits.file_bytes = std::int64_t{1} << 30;  // the memory of the largest case
    const sandbox::Exit exit = sandbox::run(command);
    return {exit.end == sandbox::End::exited ? exit.code : -1, exit.output};
  }
  /// A line for the shell, in the test's folder; $MERGELAB and $COURSE are the program and the tiny course.
  [[nodiscard]] Ran shell(const std::string& line) const {
    return run({"/bin/sh", "-c", line}, {{"MERGELAB", kProgram}, {"COURSE", course_.string()}});
  }
  /// Whether this machine has the program, which need not be there.
  [[nodiscard]] bool has(const std::string& program) const { return shell(program + " --version").code == 0; }
  /// mergelab with these words, and the tiny course.
  [[nodiscard]] Ran tiny(Words words) const {
    words.insert(words.end(), {"--course", course_.string()});
    return mergelab(std::move(words));
  }
  /// Copies the tiny course's solutions to "mine".
  fs::path submit_solutions() const {
    fs::copy(course_ / "solutions", folder_ / "mine", fs::copy_options::recursive);
    return folder_ / "mine";
  }
  /// How many labs the tiny course has, and the points of all, or of one by its number.
  [[nodiscard]] std::size_t lab_count() const { return lab_names().size(); }
  [[nodiscard]] double points(std::size_t number) const {
    return nlohmann::json::parse(read(course_ / "labs" / lab_names().at(number - 1) / "lab.json"))
        .at("points");
  }
  [[nodiscard]] double points() const {
    double sum = 0;
    for (std::size_t number = 1; number <= lab_count(); ++number) sum += points(number);
    return sum;
  }
  [[nodiscard]] nlohmann::json report(const fs::path& file = "report.json") const {
    return nlohmann::json::parse(read(folder_ / file));
  }
  [[nodiscard]] static std::string read(const fs::path& file) { return read_text(file); }
  static void write(const fs::path& file, const std::string& text) { write_text(file, text); }
  static void replace(const fs::path& file, const std::string& from, const std::string& to) {
    replace_text(file, from, to);
  }

  [[nodiscard]] std::vector<std::string> lab_names() const {
    return nlohmann::json::parse(read(course_ / "labs" / "course.json")).at("labs");
  }

  static constexpr const char* kProgram = MERGELAB_BINARY_DIR "/bin/mergelab";
  // Blanks and letters outside ASCII in every path of every test.
  TemporaryFolder temporary_{"mergelab täst-"};
  fs::path folder_ = temporary_.path(), course_ = folder_ / "course";
};

/// Of a report's item: what was found in its first test where something was; else null.
inline nlohmann::json finding_of(const nlohmann::json& item) {
  for (const nlohmann::json& test : item.at("tests"))
    if (!test.at("finding").is_null()) return test.at("finding");
  return nullptr;
}

/// What a student reads of a TODO that is not done.
inline std::string todo_text(int number, const std::string& file) {
  Finding todo(finding::Message::todo);
  todo.word = file;
  todo.numbers[0] = number;
  return finding::text_of(todo, {});
}

template <class... Parts>
void expect_says(const Ran& ran, int code, const Parts&... parts) {
  EXPECT_EQ(ran.code, code) << ran.text;
  EXPECT_TRUE(contains(ran.text, parts...));
}

}  // namespace mergelab
