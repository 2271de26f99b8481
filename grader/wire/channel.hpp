// Sends and receives the messages, with their descriptors.
#pragma once

#include <vector>

#include "base/descriptor.hpp"
#include "wire/message.hpp"

namespace mergelab::wire {

/// A connected pair of message sockets, close-on-exec. Throws std::system_error.
[[nodiscard]] std::pair<base::Descriptor, base::Descriptor> channel_pair();

/// One message as it arrived, unchecked.
struct Packet {
  std::vector<std::byte> bytes;
  std::vector<base::Descriptor> descriptors;

  /// The message, if it has exactly the right size, magic and kind.
  template <class Message>
  [[nodiscard]] std::optional<Message> as() const {
    Message message{};
    const Kind expected = message.header.kind;
    if (!copy_to(std::as_writable_bytes(std::span(&message, 1)))) return std::nullopt;
    if (message.header.magic != kMagic || message.header.kind != expected) return std::nullopt;
    return message;
  }
  /// The kind, if there is a whole header with the right magic.
  [[nodiscard]] std::optional<Header> header() const;

 private:
  [[nodiscard]] bool copy_to(std::span<std::byte> target) const;
};

/// Sends one message whole. False when the other side is gone. Safe in a signal handler when `descriptors` is
/// empty.
[[nodiscard]] bool send_bytes(int fd, std::span<const std::byte> message,
                              std::span<const int> descriptors = {});
template <class Message>
[[nodiscard]] bool send(int fd, const Message& message, std::span<const int> descriptors = {}) {
  return send_bytes(fd, std::as_bytes(std::span(&message, 1)), descriptors);
}

/// Whether a receive would return at once, with a message or with the end.
[[nodiscard]] bool is_readable(int fd);

/// Spins until a receive would return at once, for a tenth of a second at most, because waking up would be
/// part of a measured time. Returns whether it would.
bool spin_until_readable(int fd);

/// Waits for one message. Empty when the other side is gone.
[[nodiscard]] std::optional<Packet> receive(int fd);

/// A mapping of shared memory; unmapped by the destructor. Empty after a move.
class Mapping {
 public:
  Mapping() = default;
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();
  /// Throws std::system_error.
  Mapping(int fd, std::size_t bytes, bool writable);
  [[nodiscard]] std::span<std::byte> bytes() const { return {data_, size_}; }
  /// Asks for large pages if the memory is large enough, for callers that go through all of it.
  void prefer_large_pages() const;

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Takes the pages of mapped memory at once if the kernel can, for callers that will write all of it; a page
/// fault for each of many pages costs more.
void populate(std::span<std::byte> memory);

/// A memory file of `bytes`, sealed against resizing. Throws std::system_error.
[[nodiscard]] base::Descriptor create_memory(std::size_t bytes);
/// Seals it against writing, irrevocably; no writable mapping may exist. Throws std::system_error.
void seal_against_writing(const base::Descriptor& memory);
/// Its contents. Its pages are given back as they are copied, so that both never take memory in full at once;
/// who else maps it may find zeros from then on. Throws std::system_error.
[[nodiscard]] std::vector<std::byte> taken(const base::Descriptor& memory, std::size_t bytes);
/// Whether the file is `bytes` long and sealed against resizing (and writing).
[[nodiscard]] bool is_sealed(int fd, std::size_t bytes, bool against_writing);

}  // namespace mergelab::wire
