// The baseline that does nothing: the overhead of a call.
#include "worker/call.h"
#include "worker/yardsticks/module.inc"

extern "C" void mergelab_call(const MergelabCall* /*call*/) {}
