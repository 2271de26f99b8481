#include "worker/student_object.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <new>
#include <stdexcept>

namespace mergelab::worker {
namespace {

template <class Function>
Function symbol(void* handle, const char* name) {
  void* address = ::dlsym(handle, name);
  if (address == nullptr) throw std::runtime_error(std::string("the lab's object does not export ") + name);
  return reinterpret_cast<Function>(address);
}

}  // namespace

StudentObject::StudentObject(const std::string& path)
    : handle_(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    const char* reason = ::dlerror();
    throw std::runtime_error(reason != nullptr ? reason : "dlopen failed");
  }
  call_ = symbol<decltype(call_)>(handle_, "mergelab_call");
  install_hooks_ = symbol<decltype(install_hooks_)>(handle_, "mergelab_install_hooks");
  device_todo_ = symbol<decltype(device_todo_)>(handle_, "mergelab_device_todo");
  value_size_ = symbol<decltype(&mergelab_value_size)>(handle_, "mergelab_value_size")();
}

// An exception of the student's that nobody catches ends the process as it ends any program.
void StudentObject::call(const MergelabCall& call) const {
  try {
    call_(&call);
  } catch (const std::bad_array_new_length&) {
    std::abort();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    std::abort();
  }
}

int StudentObject::device_todo() const {
  return device_todo_(todo_file_.data(), static_cast<int>(todo_file_.size()));
}

void StudentObject::install_hooks(void (*todo)(const char*, int), bool (*less)(unsigned, unsigned)) const {
  install_hooks_(todo, less);
}

}  // namespace mergelab::worker
