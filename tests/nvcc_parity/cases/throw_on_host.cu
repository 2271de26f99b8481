// nvcc: accepts
void on_host(int x) {
  if (x) throw x;
}
