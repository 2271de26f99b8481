// Bfloat16: refused with a sentence, where a missing file would leave one guessing.
#pragma once
#error "the CPU engine has no bfloat16 (<cuda_bf16.h>); compute in float"
