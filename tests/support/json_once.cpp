#define MERGELAB_JSON_ONCE
#include "support/json_once.hpp"
