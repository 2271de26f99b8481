// What CUB's own algorithms of a device launch their kernels with.
#pragma once
#error "the CPU engine does not have this header of cub/device/"
