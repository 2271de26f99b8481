// Half precision: refused with a sentence, where a missing file would leave one guessing.
#pragma once
#error "the CPU engine has no half precision (<cuda_fp16.h>); compute in float"
