// NVTX under its old name.
#pragma once

#include <nvtx3/nvToolsExt.h>
