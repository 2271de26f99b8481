// Each particle gets the force of its cell, and then moves.
#include <mergelab/oracle.hpp>

struct Particle {
  float x, y, vx, vy;
  int cell;
};
struct Force {
  float x, y;
};

void expected(const Particle* before, int n, const Force* field, int, float dt, Particle* after) {
  for (int i = 0; i < n; ++i) {
    const Particle p = before[i];
    const double vx = p.vx + double(dt) * field[p.cell].x, vy = p.vy + double(dt) * field[p.cell].y;
    after[i] = {float(p.x + dt * vx), float(p.y + dt * vy), float(vx), float(vy), p.cell};
  }
}
