// Particles that the force in their cell pushes.
#pragma once

#include <mergelab/lab.cuh>

struct Particle {
  float x, y, vx, vy;
  int cell;
};
struct Force {
  float x, y;
};

inline constexpr int kThreads = 128;

/// One thread pushes one particle.
__global__ void push_kernel(const Particle* before, int n, const Force* field, float dt, Particle* after) {
  // TODO 1 begin: change the velocity by the force of the particle's cell, then the place by the velocity
  LAB_TODO(1);
  // TODO 1 end
}

/// after[i] is the particle before[i] a time dt later, for device arrays; particle.cell is below `cells`.
inline void push(const Particle* before, int n, const Force* field, int cells, float dt, Particle* after) {
  // TODO 2 begin: launch a thread for each particle
  LAB_TODO(2);
  // TODO 2 end
}
