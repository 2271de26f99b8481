// Random numbers on the host: not supported; including it explains that.
#pragma once
#error "the CPU engine has no cuRAND; fill the array on the host, or write the generator in the kernel"
