// Copies by a group: not supported; including it explains that.
#pragma once
#error \
    "the CPU engine has no cooperative_groups::memcpy_async; use __pipeline_memcpy_async of <cuda_pipeline.h>"
