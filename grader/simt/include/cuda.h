// The driver API: not supported; including it explains that.
#pragma once
#error "the CPU engine has no driver API (<cuda.h>); call the runtime API of <cuda_runtime.h>"
