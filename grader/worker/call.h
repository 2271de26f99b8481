// The call that a worker makes into a lab's shared object: plain C linkage, because the two are compiled
// apart.
#pragma once

#include <stddef.h>

extern "C" {

/// A question to co_rank: k, of the m elements from A[a] and the n elements from B[b].
struct MergelabRank {
  int k;
  int a, m;
  int b, n;
};

/// How a rank reaches the others, as mergelab::Transport says. `caller`: an address in the code that is the
/// student's, for messages.
struct MergelabTransport {
  void (*gather)(const void* mine, int count, void* all, size_t size, const void* caller);
  void (*exchange)(const void* send, const int* send_counts, void* receive, const int* receive_counts,
                   size_t size, const void* caller);
};

/// Lengths in elements of value_t. A and B are sorted, except for a sort, whose B is empty; C has room for
/// m+n elements (for co_rank: k_count ints). Host labs get host pointers, device labs get device pointers.
/// For a k-way merge A is list_count sorted lists, one behind another, n is 0, and B holds where each of them
/// starts, and m: list_count + 1 ints.
struct MergelabCall {
  const void* A;
  int m;
  const void* B;
  int n;
  void* C;
  const MergelabRank* k;  // co_rank: the ranks to look up, host memory
  int k_count;
  int section;     // outputs per block
  int tile;        // elements per tile
  void* scratch;   // a sort: device memory for m+n elements more; null otherwise
  int list_count;  // of a k-way merge; -1 for any other function
  // Of a function that runs on several ranks; 0 and null for any other. A is this rank's own, B is empty, and
  // C has room for `capacity` elements, those of all ranks.
  int rank, ranks, capacity;
  const MergelabTransport* transport;
  int* returned;  // gets what the function returns
};

/// Exported by every lab's shared object; its body is a file of signatures/.
void mergelab_call(const MergelabCall* call);

/// sizeof(value_t) of the build, so that a mix-up of builds is seen before anything runs.
int mergelab_value_size(void);

/// The LAB_TODO that a kernel has reached since the last call, 0 for none; its file's name, cut to `size` - 1
/// characters, goes to `file`. For a GPU; call it when the device is idle.
int mergelab_device_todo(char* file, int size);

/// What LAB_TODO and the comparisons of Counted call.
void mergelab_install_hooks(void (*todo)(const char*, int), bool (*less)(unsigned int, unsigned int));
}
