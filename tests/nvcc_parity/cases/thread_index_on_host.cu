// nvcc: accepts
int on_host() { return threadIdx.x; }
