// nvcc: accepts
int add_one(int x) { return x + 1; }
void run(int* out) {
  auto f = [&](int i) { out[i] = add_one(i); };
  f(1);
}
