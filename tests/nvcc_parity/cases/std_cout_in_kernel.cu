// nvcc: refuses calling a __host__ function("std::basic_ostream<char, std::char_traits<char> >::operator <<(int)") from a __global__ function("case_std_cout_in_kernel::kernel") is not allowed
#include <iostream>

__global__ void kernel(int* out) { std::cout << out[0]; }
