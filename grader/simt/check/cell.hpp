// What the checkers remember of four bytes of memory: the last write and two reads. Times order everything: a
// counter moves on at every barrier, so that nothing is cleared between blocks and launches.
#pragma once

#include <cstdint>

namespace simt::check {

constexpr std::uintptr_t kCellSpan = 4;  // bytes of memory that a cell stands for

// Indices of the records in a cell. Two readers are enough to find a race with a third thread, or with
// either.
constexpr unsigned kWriter = 0, kFirstReader = 1, kSecondReader = 2, kRecords = 3;

// The low bits of `where`: which bytes of the cell, and how.
constexpr std::uint32_t kBytes = 0xf;
constexpr std::uint32_t kAtomic = 0x10;
constexpr std::uint32_t kReleased = 0x20;  // after a fence: who sees the value sees what came before
constexpr std::uint32_t kVolatile = 0x40;
constexpr std::uint32_t kOfBlockScope = 0x80;  // orders nothing between blocks
constexpr std::uint32_t kStrong = kAtomic | kVolatile;
constexpr unsigned kPlaceShift = 8;
constexpr std::uint32_t kMaxPlace = 0xffffff;

// Of the threads whose atomics nothing orders, a cell names the last one only, and where the others are. Its
// own number then has kOthers in it, so that a look at the number does not take the cell for its own.
enum Contention : std::uint8_t { kAlone, kOfWarp, kOfBlock, kOfGrid };
constexpr std::uint16_t kOthers = 0x8000;

// A plain write that atomics have come after. They do not race with one another, so that the last of them
// does not stand for it: it is kept in the second reader's place.
constexpr std::uint16_t kPlainWrite = 0x4000;
constexpr std::uint16_t kNumber = 0x3fff;  // the thread's, without these marks

// In the writer's place: the cell is divided, see divided_cells.hpp.
constexpr std::uint16_t kDivided = 0x4000;

// A copy that a thread has started does not read and write as that thread does: until somebody has waited for
// it, nothing orders it. Those of a thread's groups, and those that arrive on one of the block's barriers,
// have numbers of their own in a cell.
constexpr std::uint16_t kGroupCopies = 0x1000, kBarrierCopies = 0x2000;
constexpr unsigned kBarrierSlots = 256;          // the barriers of a block that are told apart
constexpr std::uint32_t kUnderWay = 0xffffffff;  // the time of what no wait has ended yet

struct Cell {
  std::uint32_t time[kRecords];   // 0: no access yet
  std::uint32_t where[kRecords];  // the code's offset in its module << kPlaceShift | flags | bytes
  std::uint16_t thread[kRecords];
  std::uint8_t written;  // bytes that have a value; of shared memory, only if the writer is of this block
  Contention contention;
};
static_assert(sizeof(Cell) == 32, "shadow memory is eight times the memory it watches");

}  // namespace simt::check
