#include "sandbox/status_channel.hpp"

#include <sys/socket.h>

#include <cstring>
#include <system_error>

namespace mergelab::sandbox {

std::array<base::Descriptor, 2> make_status_channel() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "can't create a channel for a command's status");
  std::array<base::Descriptor, 2> channel{base::Descriptor(ends[0]), base::Descriptor(ends[1])};
  const int on = 1;
  ::setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  return channel;
}

std::optional<ReceivedStatus> receive_status(int channel) {
  ReceivedStatus received;
  iovec part{&received.status, sizeof received.status};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t got = TEMP_FAILURE_RETRY(::recvmsg(channel, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT));
  if (got != sizeof received.status) return std::nullopt;
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_CREDENTIALS) continue;
    ucred sender{};
    std::memcpy(&sender, CMSG_DATA(header), sizeof sender);
    received.sender = sender.pid;
  }
  return received;
}

}  // namespace mergelab::sandbox
