// Tensor cores: refused with a sentence, where a missing file would leave one guessing.
#pragma once
#error \
    "the CPU engine has no tensor cores (<mma.h>); compute the product in the threads, or run this on a GPU"
