// Random numbers on the device: refused with a sentence, where a missing file would leave one guessing.
#pragma once
#error "the CPU engine has no cuRAND; fill the array on the host, or write the generator in the kernel"
