// Inline PTX's barriers that count (mbarrier) and bulk copies; see ptx.hpp. The hints of waits make no
// difference here.
#pragma once

#include <simt/async_barrier.hpp>
#include <simt/inline.hpp>

namespace simt {
namespace ptx {

using Register = unsigned long long;

SIMT_INLINE void mbarrier_init(void* barrier, unsigned int count, SIMT_SITE) {
  init_barrier(barrier, count, site);
}
SIMT_INLINE void mbarrier_inval(void*) {}
SIMT_INLINE void mbarrier_expect_tx(void* barrier, unsigned int bytes, SIMT_SITE) {
  expect_bytes(barrier, bytes, site);
}
SIMT_INLINE Register mbarrier_arrive(void* barrier, unsigned int count = 1, SIMT_SITE) {
  return arrive_at_barrier(barrier, count, 0, false, site);
}
SIMT_INLINE Register mbarrier_arrive_expect_tx(void* barrier, unsigned int bytes, SIMT_SITE) {
  return arrive_at_barrier(barrier, 1, bytes, false, site);
}
SIMT_INLINE Register mbarrier_arrive_drop(void* barrier, unsigned int count = 1, SIMT_SITE) {
  return arrive_at_barrier(barrier, count, 0, true, site);
}
SIMT_INLINE bool mbarrier_wait(const void* barrier, Register phase, unsigned int = 0, SIMT_SITE) {
  return wait_for_phase(barrier, phase, PhaseName::Number, false, site);
}
SIMT_INLINE bool mbarrier_wait_parity(const void* barrier, unsigned int parity, unsigned int = 0, SIMT_SITE) {
  return wait_for_phase(barrier, parity, PhaseName::Parity, false, site);
}
SIMT_INLINE void cp_async_bulk_load(void* to, const void* from, unsigned int bytes, void* barrier,
                                    SIMT_SITE) {
  copy_to_shared(to, from, bytes, 16, barrier, site);
}
SIMT_INLINE void cp_async_bulk_store(void* to, const void* from, unsigned int bytes, SIMT_SITE) {
  copy_to_global(to, from, bytes, site);
}
SIMT_INLINE void cp_async_bulk_commit_group(SIMT_SITE) { commit_bulk_copies(site); }
SIMT_INLINE void cp_async_bulk_wait_group(unsigned int newest, SIMT_SITE) {
  wait_for_bulk_copies(newest, false, site);
}
SIMT_INLINE void cp_async_bulk_wait_group_read(unsigned int newest, SIMT_SITE) {
  wait_for_bulk_copies(newest, true, site);
}

}  // namespace ptx
}  // namespace simt
