// nvcc: refuses calling a __host__ function("std::enable_if<std::__and_< ::std::__not_< ::std::__is_tuple_like<T1> > , ::std::is_move_constructible<T1> , ::std::is_move_assignable<T1> > ::value, v
#include <utility>

__global__ void kernel(int* out) { std::swap(out[0], out[1]); }
