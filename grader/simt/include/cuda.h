// The driver API: refused with a sentence, where a missing file would leave one guessing.
#pragma once
#error "the CPU engine has no driver API (<cuda.h>); call the runtime API of <cuda_runtime.h>"
