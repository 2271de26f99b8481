// CUB: refused with a sentence, where a missing file would leave one guessing.
#pragma once
#error "the CPU engine has no CUB; write the primitive yourself, or run this on a GPU"
