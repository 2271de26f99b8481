// Half precision: not supported; including it explains that.
#pragma once
#error "the CPU engine has no half precision (<cuda_fp16.h>); compute in float"
