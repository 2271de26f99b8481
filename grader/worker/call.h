// The call that a worker makes into a lab's shared object: plain C linkage, because the two are compiled
// apart.
#pragma once

#include <stddef.h>

extern "C" {

/// How a rank reaches the others, as mergelab::Transport says. `caller`: an address in the code that is the
/// student's, for messages.
struct MergelabTransport {
  void (*gather)(const void* mine, int count, void* all, size_t size, const void* caller);
  void (*exchange)(const void* send, const int* send_counts, void* receive, const int* receive_counts,
                   size_t size, const void* caller);
};

/// An argument of the function: an array where it lies, of a number null.
struct MergelabArray {
  void* data;
  size_t bytes;
  bool is_input;  // the function only reads it
};

/// One or more calls of the lab's function, one after another. Host labs get host pointers, device labs get
/// device pointers.
struct MergelabCall {
  const MergelabArray* arrays;  // by argument
  int argument_count;
  const unsigned char* rows;  // by call: the arguments' values, see model/interface.hpp
  int call_count;
  void* returned;  // gets what each call returns; null if that is nothing
  // Of a function that runs on several ranks; 0 and null for any other.
  int rank, ranks;
  const MergelabTransport* transport;
};

/// Exported by every lab's shared object; submission/layout.cpp writes its body.
void mergelab_call(const MergelabCall* call);

/// sizeof(value_t) of the build, so that a mix-up of builds is seen before anything runs.
int mergelab_value_size(void);

/// The LAB_TODO that a kernel has reached since the last call, 0 for none; its file's name, cut to `size` - 1
/// characters, goes to `file`. For a GPU; call it when the device is idle.
int mergelab_device_todo(char* file, int size);

/// What LAB_TODO and the comparisons of Counted call.
void mergelab_install_hooks(void (*todo)(const char*, int), bool (*less)(unsigned int, unsigned int));
}
