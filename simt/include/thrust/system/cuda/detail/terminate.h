// Of Thrust's own CUDA system, for code that the engine does not use.
#pragma once
