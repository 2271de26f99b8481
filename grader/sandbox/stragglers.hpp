// Finds processes that outlived the command which started them, also those that left its group and session.
//
// Without namespaces a process can leave its group and session, but not its parentage: this process makes
// itself the parent of orphans (PR_SET_CHILD_SUBREAPER), so whatever a command leaves behind is a child of
// ours sooner or later. A child's id can't be reused before we reap it, so killing it is free of races.
#pragma once

#include <sys/types.h>

#include <mutex>
#include <set>
#include <vector>

#include "sandbox/spawn.hpp"

namespace mergelab::sandbox {

/// The commands that run now. Held while one is started, so that it is never taken for a straggler.
struct Running {
  std::mutex mutex;
  std::set<pid_t> pids;
};
[[nodiscard]] Running& running();

/// Makes this process the parent of orphans, and keeps dead children until they are reaped. Once is enough.
void adopt_orphans();

/// Processes of the running command `leader` that left its parentage: children of ours now, dead ones too.
/// Those that also left its session are listed only if no other command runs that may have left them. None in
/// namespaces, whose process 1 they stay below.
[[nodiscard]] std::vector<pid_t> orphans_of(const Spawned& leader);

/// Kills and reaps what is left of the command `leader`, whose process is dead: members of its session, and
/// orphans that belong to no running command. Gives up after a second, which only a fork bomb outlasts.
void end_stragglers(const Spawned& leader);

}  // namespace mergelab::sandbox
