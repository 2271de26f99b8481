// What the accesses of pairs.cu do, and what orders the second of three behind the first.
#pragma once

enum Operation {
  kPlainRead,
  kPlainWrite,
  kVolatileRead,
  kVolatileWrite,
  kAtomicAdd,
  kRelaxedLoad,
  kRelaxedStore,
  kAcquireLoad,
  kReleaseStore,
  kNone
};

enum Order { kByItself, kSyncwarp, kSyncthreads };
