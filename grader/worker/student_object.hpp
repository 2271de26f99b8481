// The student's shared object, loaded: the one place that knows the names it exports.
#pragma once

#include <array>
#include <string>

#include "worker/call.h"

namespace mergelab::worker {

class StudentObject {
 public:
  /// Loads the object, which runs its static initialisers. Throws std::runtime_error.
  explicit StudentObject(const std::string& path);

  void call(const MergelabCall& call) const;
  [[nodiscard]] int value_size() const { return value_size_; }
  /// The handle from dlopen.
  [[nodiscard]] void* handle() const { return handle_; }
  /// See mergelab_device_todo.
  [[nodiscard]] int device_todo() const;
  [[nodiscard]] const char* device_todo_file() const { return todo_file_.data(); }
  void install_hooks(void (*todo)(const char*, int), bool (*less)(unsigned, unsigned)) const;

 private:
  void* handle_ = nullptr;  // never closed: the process ends with it
  decltype(&mergelab_call) call_ = nullptr;
  decltype(&mergelab_install_hooks) install_hooks_ = nullptr;
  decltype(&mergelab_device_todo) device_todo_ = nullptr;
  mutable std::array<char, 64> todo_file_{};
  int value_size_ = 0;
};

}  // namespace mergelab::worker
