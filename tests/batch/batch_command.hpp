// `batch` as an instructor calls it, for a class of students with the tiny course.
#pragma once

#include "app/command.hpp"
#include "batch/gradebook.hpp"

namespace mergelab {

class BatchTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    fs::create_directories(subs_);
    right_ = read(course_ / "solutions/01_merge/merge.cuh");
    wrong_ = read(course_ / "submissions/wrong/01_merge/merge.cuh");
  }
  void hand_in(const std::string& id, const std::string& text) const {
    write(subs_ / id / "01_merge" / "merge.cuh", text);
  }
  [[nodiscard]] Ran batch(const Words& more = {}) const {
    return tiny(Words("batch subs --lab 1 --backend cpu") + more);
  }
  [[nodiscard]] std::string grades() const { return read(folder_ / "results/grades.csv"); }
  /// The row of a student, from the id to the message.
  [[nodiscard]] std::string row(const std::string& id) const {
    const std::string all = grades();
    const std::size_t at = all.find("\n" + id + ",");
    return at == std::string::npos ? "no row" : all.substr(at + 1, all.find('\r', at) - at - 1);
  }
  [[nodiscard]] std::int64_t count(const std::string& table) const {
    const batch::Gradebook book(fs::canonical(folder_ / "results/gradebook.sqlite"), false);
    batch::Statement rows = book.database().prepare("SELECT count(*) FROM " + table);
    return rows.step() ? rows.number(0) : -1;
  }
  /// What a report says but for names and times.
  [[nodiscard]] nlohmann::json graded(const fs::path& file) const {
    nlohmann::json labs = report(file).at("labs");
    for (nlohmann::json& lab : labs) {
      lab.erase("file");
      lab.erase("inputs");  // the time of submission is one for `grade`
      lab.at("build").erase("duration_s");
      for (nlohmann::json& value : lab.at("build").at("values")) value.erase("duration_s");
      for (nlohmann::json& item : lab.at("items"))
        for (nlohmann::json& test : item.at("tests")) test.erase("duration_s");
    }
    return labs;
  }
  fs::path subs_ = folder_ / "subs";
  std::string right_, wrong_;
};

}  // namespace mergelab
