// nvcc: refuses a static "__shared__" variable declaration is not allowed inside a host function body
int on_host() {
  __shared__ int tile[32];
  tile[0] = 1;
  return tile[0];
}
