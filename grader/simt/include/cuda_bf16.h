// Bfloat16: not supported; including it explains that.
#pragma once
#error "the CPU engine has no bfloat16 (<cuda_bf16.h>); compute in float"
