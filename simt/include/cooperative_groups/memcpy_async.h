// Copies to shared memory by all threads of a group: each call is a stage of them.
#pragma once

#include <cooperative_groups.h>
#include <cuda/barrier>

SIMT_HOST_DEVICE_BEGIN

#include <simt/group_copies.hpp>

namespace cooperative_groups {

template <class Group, class T, class Size>
SIMT_INLINE void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes, SIMT_SITE) {
  static_assert(__is_trivially_copyable(T), "memcpy_async requires a trivially copyable type");
  ::simt::copy_share(group.thread_rank(), group.size(), to, from, bytes, site);
  __pipeline_commit();
}
/// Of as many elements as both have.
template <class Group, class T, class To, class From>
SIMT_INLINE void memcpy_async(const Group& group, T* to, const To& elements_to, const T* from,
                              const From& elements_from, SIMT_SITE) {
  const unsigned long most = elements_to, given = elements_from;
  memcpy_async(group, to, from, (most < given ? most : given) * sizeof(T), site);
}

/// Waits for all of the group's copies except the newest `Newest` calls.
template <unsigned int Newest, class Group>
SIMT_INLINE void wait_prior(const Group& group, SIMT_SITE) {
  __pipeline_wait_prior(Newest);
  group.sync(site);
}
template <class Group>
SIMT_INLINE void wait(const Group& group, SIMT_SITE) {
  wait_prior<0>(group, site);
}

}  // namespace cooperative_groups

SIMT_HOST_DEVICE_END
