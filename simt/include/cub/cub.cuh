// CUB: not supported; including it explains that.
#pragma once
#error "the CPU engine has no CUB; write the primitive yourself, or run this on a GPU"
