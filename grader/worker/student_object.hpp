// The student's shared object, loaded: the one place that knows the names it exports.
#pragma once

#include <string>

#include "worker/call.h"

namespace mergelab::worker {

class StudentObject {
 public:
  /// Loads the object, which runs its static initialisers. Throws std::runtime_error.
  explicit StudentObject(const std::string& path);

  void call(const MergelabCall& call) const { call_(&call); }
  [[nodiscard]] int value_size() const { return value_size_; }
  /// The handle from dlopen.
  [[nodiscard]] void* handle() const { return handle_; }
  void install_hooks(void (*todo)(const char*, int), bool (*less)(unsigned, unsigned)) const;

 private:
  void* handle_ = nullptr;  // never closed: the process ends with it
  decltype(&mergelab_call) call_ = nullptr;
  decltype(&mergelab_install_hooks) install_hooks_ = nullptr;
  int value_size_ = 0;
};

}  // namespace mergelab::worker
