#include "wire/channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <chrono>
#include <system_error>
#include <thread>

namespace mergelab::wire {
namespace {

constexpr std::size_t kMostDescriptors = 3;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

std::pair<base::Descriptor, base::Descriptor> channel_pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair");
  return {base::Descriptor(ends[0]), base::Descriptor(ends[1])};
}

bool Packet::copy_to(std::span<std::byte> target) const {
  if (bytes.size() != target.size()) return false;
  std::memcpy(target.data(), bytes.data(), bytes.size());
  return true;
}

std::optional<Header> Packet::header() const {
  Header header{};
  if (bytes.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic) return std::nullopt;
  return header;
}

bool send_bytes(int fd, std::span<const std::byte> message, std::span<const int> descriptors) {
  iovec part{const_cast<std::byte*>(message.data()), message.size()};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMostDescriptors)> control{};
  if (!descriptors.empty()) {
    const std::size_t bytes = descriptors.size_bytes();
    header.msg_control = control.data();
    header.msg_controllen = CMSG_SPACE(bytes);
    cmsghdr* item = CMSG_FIRSTHDR(&header);
    item->cmsg_level = SOL_SOCKET;
    item->cmsg_type = SCM_RIGHTS;
    item->cmsg_len = CMSG_LEN(bytes);
    std::memcpy(CMSG_DATA(item), descriptors.data(), bytes);
  }
  return TEMP_FAILURE_RETRY(::sendmsg(fd, &header, MSG_NOSIGNAL)) == static_cast<ssize_t>(message.size());
}

bool is_readable(int fd) {
  pollfd entry{fd, POLLIN, 0};
  return ::poll(&entry, 1, 0) > 0;
}

bool spin_until_readable(int fd) {
  constexpr std::chrono::milliseconds kSpin{100};
  const auto end = std::chrono::steady_clock::now() + kSpin;
  while (!is_readable(fd)) {
    if (std::chrono::steady_clock::now() >= end) return false;
  }
  return true;
}

std::optional<Packet> receive(int fd) {
  Packet packet;
  packet.bytes.resize(kMostMessageBytes);
  iovec part{packet.bytes.data(), packet.bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMostDescriptors)> control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  const ssize_t got = TEMP_FAILURE_RETRY(::recvmsg(fd, &header, MSG_CMSG_CLOEXEC));
  if (got <= 0) return std::nullopt;
  packet.bytes.resize(static_cast<std::size_t>(got));
  for (cmsghdr* item = CMSG_FIRSTHDR(&header); item != nullptr; item = CMSG_NXTHDR(&header, item)) {
    if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (item->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int received = -1;
      std::memcpy(&received, CMSG_DATA(item) + i * sizeof(int), sizeof received);
      packet.descriptors.emplace_back(received);
    }
  }
  return packet;
}

Mapping::Mapping(int fd, std::size_t bytes, bool writable) : size_(bytes) {
  void* data = ::mmap(nullptr, bytes, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);
  if (data == MAP_FAILED) fail("mmap of shared memory");
  data_ = static_cast<std::byte*>(data);
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Mapping::~Mapping() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

void Mapping::prefer_large_pages() const {
  constexpr std::size_t kEnough = std::size_t{8} << 20U;
  if (size_ >= kEnough) static_cast<void>(::madvise(data_, size_, MADV_HUGEPAGE));
}

void populate([[maybe_unused]] std::span<std::byte> memory) {
#ifdef MADV_POPULATE_WRITE
  constexpr std::size_t kEnough = std::size_t{64} << 10U;  // to be worth a system call
  if (memory.size() < kEnough) return;
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data()) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(memory.data()) + memory.size();
  static_cast<void>(::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE));
#endif
}

base::Descriptor create_memory(std::size_t bytes) {
  base::Descriptor memory(::memfd_create("mergelab", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!memory) fail("memfd_create");
  if (::ftruncate(memory.get(), static_cast<off_t>(bytes)) != 0) fail("ftruncate of shared memory");
  if (::fcntl(memory.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) fail("sealing shared memory");
  return memory;
}

void seal_against_writing(const base::Descriptor& memory) {
  // The kernel refuses while it holds one of the pages itself, as it does for moments when it moves them.
  constexpr int kTries = 200;
  constexpr std::chrono::milliseconds kPause{5};
  for (int i = 1; ::fcntl(memory.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL) != 0; ++i) {
    if (errno != EBUSY || i == kTries) fail("sealing shared memory");
    std::this_thread::sleep_for(kPause);
  }
}

std::vector<std::byte> taken(const base::Descriptor& memory, std::size_t bytes) {
  constexpr std::size_t kAtATime = std::size_t{4} << 20U;
  std::vector<std::byte> contents;
  contents.reserve(bytes);
  while (contents.size() < bytes) {
    const std::size_t at = contents.size(), part = std::min(kAtATime, bytes - at);
    contents.resize(at + part);
    // Not by a mapping: a page fault for each page costs more.
    for (std::size_t got = 0; got < part;) {
      const ssize_t more =
          ::pread(memory.get(), contents.data() + at + got, part - got, static_cast<off_t>(at + got));
      if (more <= 0) fail("reading shared memory");
      got += static_cast<std::size_t>(more);
    }
    // Where the kernel refuses, it costs memory and nothing else.
    static_cast<void>(::fallocate(memory.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                  static_cast<off_t>(at), static_cast<off_t>(kAtATime)));
  }
  return contents;
}

bool is_sealed(int fd, std::size_t bytes, bool against_writing) {
  struct stat status {};
  const int seals = ::fcntl(fd, F_GET_SEALS);
  const int wanted = F_SEAL_SHRINK | F_SEAL_GROW | (against_writing ? F_SEAL_WRITE : 0);
  return seals >= 0 && (seals & wanted) == wanted && ::fstat(fd, &status) == 0 &&
         status.st_size == static_cast<off_t>(bytes);
}

}  // namespace mergelab::wire
