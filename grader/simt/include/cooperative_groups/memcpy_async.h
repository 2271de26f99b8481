// Copies by a group: refused with a sentence, where a missing file would leave one guessing.
#pragma once
#error \
    "the CPU engine has no cooperative_groups::memcpy_async; use __pipeline_memcpy_async of <cuda_pipeline.h>"
