// Finds a module's thread-local segment through the dynamic linker.
#include "shared_memory.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <simt/engine.hpp>
#include <simt/limits.hpp>
#include <stdexcept>

namespace simt::core {
namespace {

struct TlsIndex {
  std::size_t module, offset;
};

}  // namespace
}  // namespace simt::core

// The dynamic linker's own interface to thread-local segments; it allocates the segment on its first use.
extern "C" void* __tls_get_addr(simt::core::TlsIndex* index);  // NOLINT(bugprone-reserved-identifier)

namespace simt::core {
namespace {

char* segment_of(std::size_t module_id) {
  TlsIndex index{module_id, 0};
  return static_cast<char*>(__tls_get_addr(&index));
}

struct Search {
  std::size_t module_id;
  std::size_t bytes;
};

int visit_object(dl_phdr_info* info, std::size_t, void* data) {
  auto* search = static_cast<Search*>(data);
  if (info->dlpi_tls_modid != search->module_id) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type == PT_TLS) search->bytes = info->dlpi_phdr[i].p_memsz;
  }
  return 1;
}

}  // namespace

SharedMemory& SharedMemory::instance() {
  static SharedMemory memory;
  return memory;
}

void SharedMemory::attach(void* module) {
  if (module == nullptr) throw std::runtime_error("cannot attach a module: dlopen gave none");
  SharedMemory fresh;
  if (dlinfo(module, RTLD_DI_TLS_MODID, &fresh.module_id_) != 0) {
    const char* why = dlerror();
    throw std::runtime_error(std::string("cannot attach the module with the kernels: ") +
                             (why == nullptr ? "unknown error" : why));
  }
  if (fresh.module_id_ != 0) {
    Search search{fresh.module_id_, 0};
    dl_iterate_phdr(&visit_object, &search);
    fresh.segment_bytes_ = search.bytes;
    fresh.static_bytes_ = search.bytes;
    if (void* dynamic = dlsym(module, "simt_dynamic_shared")) {
      fresh.dynamic_begin_ =
          static_cast<std::size_t>(static_cast<char*>(dynamic) - segment_of(fresh.module_id_));
      fresh.dynamic_end_ = fresh.dynamic_begin_ + kDynamicSharedReserve;
      fresh.static_bytes_ -= kDynamicSharedReserve;
    }
  }
  *this = fresh;
}

std::uintptr_t SharedMemory::begin() const {
  return module_id_ == 0 ? 0 : reinterpret_cast<std::uintptr_t>(segment_of(module_id_));
}

void SharedMemory::poison(std::size_t dynamic_bytes, std::uint8_t byte) const {
  if (module_id_ == 0) return;
  char* segment = segment_of(module_id_);
  for_parts(dynamic_bytes,
            [&](std::size_t begin, std::size_t end) { std::memset(segment + begin, byte, end - begin); });
}

void SharedMemory::copy_to(char* to, std::size_t dynamic_bytes) const {
  if (module_id_ == 0) return;
  const char* segment = segment_of(module_id_);
  for_parts(dynamic_bytes, [&](std::size_t begin, std::size_t end) {
    std::memcpy(to + begin, segment + begin, end - begin);
  });
}

void SharedMemory::copy_from(const char* from, std::size_t dynamic_bytes) const {
  if (module_id_ == 0) return;
  char* segment = segment_of(module_id_);
  for_parts(dynamic_bytes, [&](std::size_t begin, std::size_t end) {
    std::memcpy(segment + begin, from + begin, end - begin);
  });
}

void SharedMemory::keep(std::size_t dynamic_bytes, std::vector<char>& kept) const {
  kept.clear();
  if (module_id_ == 0) return;
  const char* segment = segment_of(module_id_);
  for_parts(dynamic_bytes, [&](std::size_t begin, std::size_t end) {
    kept.insert(kept.end(), segment + begin, segment + end);
  });
}

void SharedMemory::restore(std::size_t dynamic_bytes, const std::vector<char>& kept) const {
  if (module_id_ == 0) return;
  char* segment = segment_of(module_id_);
  const char* from = kept.data();
  for_parts(dynamic_bytes, [&](std::size_t begin, std::size_t end) {
    std::memcpy(segment + begin, from, end - begin);
    from += end - begin;
  });
}

}  // namespace simt::core
