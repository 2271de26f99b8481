// What says what is right, of labs without a kit: the objects of oracle.cpp, or the reference solution's.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "app/machine/toolchain.hpp"
#include "judge/protocol.hpp"
#include "model/course.hpp"
#include "model/oracle_call.hpp"

namespace mergelab::app {

struct OracleObject {
  std::map<OracleCall, std::filesystem::path> objects;
  bool is_reference = false;
  std::string failure;  // the instructor's mistake; empty: there is none
};

/// Makes the lab's oracle the job's.
void give_oracle(const OracleObject& oracle, const Lab& lab, judge::Job& job);

class OracleObjects {
 public:
  /// `fresh` makes a new folder's name; it is called from other threads.
  OracleObjects(const Course& course, const Programs& programs, std::function<std::filesystem::path()> fresh)
      : course_(course), programs_(programs), fresh_(std::move(fresh)) {}

  /// The lab's for this backend, which is built once, in the background; of a lab with a kit, none.
  [[nodiscard]] std::shared_future<OracleObject> of(const Lab& lab, Backend backend);

  /// Of the files that it is built of; of a lab with a kit, empty.
  [[nodiscard]] std::string fingerprint(const Lab& lab) const;

 private:
  [[nodiscard]] OracleObject build(const Lab& lab, Backend backend) const;

  const Course& course_;
  const Programs& programs_;
  std::function<std::filesystem::path()> fresh_;
  std::mutex mutex_;
  std::map<std::pair<std::string, Backend>, std::shared_future<OracleObject>> objects_;
};

}  // namespace mergelab::app
