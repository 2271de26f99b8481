#include "wire/channel.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>

namespace mergelab::wire {
namespace {

constexpr std::size_t kMostDescriptors = 3;

}  // namespace

std::pair<base::Descriptor, base::Descriptor> channel_pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
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
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(fd, &header, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(message.size());
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
  ssize_t got = 0;
  do {
    got = ::recvmsg(fd, &header, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
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

}  // namespace mergelab::wire
