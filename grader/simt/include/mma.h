// Tensor cores: not supported; including it explains that.
#pragma once
#error \
    "the CPU engine has no tensor cores (<mma.h>); compute the product in the threads, or run this on a GPU"
