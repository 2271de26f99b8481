// The yardstick that does nothing: what a call costs that is not the merge's.
#include "worker/call.h"
#include "worker/yardsticks/module.inc"

extern "C" void mergelab_call(const MergelabCall* /*call*/) {}
