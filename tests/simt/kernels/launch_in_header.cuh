// A launch in an included file.
#pragma once

__global__ void from_header(int* out) { *out = 19; }

inline void launch_from_header(int* out) { from_header<<<1, 1>>>(out); }
