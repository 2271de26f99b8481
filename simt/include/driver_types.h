// The types of the runtime API.
#pragma once
#include <simt/driver_types.hpp>
#define __DRIVER_TYPES_H__
