// The engine's counters with the names of the comparison with a GPU.
#pragma once

#include <cstdint>
#include <simt/counters.hpp>
#include <utility>
#include <vector>

namespace hardware {

using Columns = std::vector<std::pair<const char*, std::uint64_t>>;

inline Columns columns(const simt::Counters& counters) {
  simt::BufferCounters global;
  for (const simt::BufferCounters& buffer : counters.buffers) {
    // Includes constant memory, which a GPU doesn't count as global memory.
    if (buffer.name == "the variables of the object") continue;
    global.loads += buffer.loads;
    global.fetched += buffer.fetched;
    global.stores += buffer.stores;
    global.load_requests += buffer.load_requests;
    global.store_requests += buffer.store_requests;
    global.load_sectors += buffer.load_sectors;
    global.store_sectors += buffer.store_sectors;
  }
  const std::uint64_t store_wavefronts = counters.shared_wavefronts - counters.shared_load_wavefronts;
  const std::uint64_t store_ideal = counters.shared_ideal_wavefronts - counters.shared_load_ideal_wavefronts;
  return {{"global_loads", global.loads},
          {"global_fetched", global.fetched},
          {"global_load_requests", global.load_requests},
          {"global_load_sectors", global.load_sectors},
          {"global_stores", global.stores},
          {"global_store_requests", global.store_requests},
          {"global_store_sectors", global.store_sectors},
          {"shared_loads", counters.shared_loads},
          {"shared_load_wavefronts", counters.shared_load_wavefronts},
          {"shared_load_conflicts", counters.shared_load_wavefronts - counters.shared_load_ideal_wavefronts},
          {"shared_stores", counters.shared_stores},
          {"shared_store_wavefronts", store_wavefronts},
          {"shared_store_conflicts", store_wavefronts - store_ideal},
          {"barriers", counters.barriers}};
}

}  // namespace hardware
