#include "sandbox/diagnosis.hpp"

#include <fstream>
#include <system_error>

namespace mergelab::sandbox {
namespace {

namespace fs = std::filesystem;

std::string first_word(const fs::path& file) {
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  return word;
}

bool is_container(const fs::path& root) {
  std::error_code ignored;
  return fs::exists(root / ".dockerenv", ignored) || fs::exists(root / "run/.containerenv", ignored) ||
         fs::exists(root / "run/systemd/container", ignored);
}

}  // namespace

std::vector<Obstacle> obstacles_to_namespaces(const fs::path& root) {
  std::vector<Obstacle> found;
  const fs::path sysctl = root / "proc/sys";
  if (first_word(sysctl / "kernel/unprivileged_userns_clone") == "0") {
    found.push_back({"kernel.unprivileged_userns_clone is 0: only root can create user namespaces",
                     "sysctl -w kernel.unprivileged_userns_clone=1, and a file in /etc/sysctl.d to keep it"});
  }
  if (first_word(sysctl / "kernel/apparmor_restrict_unprivileged_userns") == "1") {
    found.push_back(
        {"kernel.apparmor_restrict_unprivileged_userns is 1, the default of Ubuntu since 24.04: only "
         "programs with an AppArmor profile for it can create user namespaces",
         "a profile for /usr/bin/bwrap: apt-get install apparmor-profiles, then ln -s "
         "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ and systemctl "
         "reload apparmor"});
  }
  if (first_word(sysctl / "user/max_user_namespaces") == "0") {
    found.push_back({"user.max_user_namespaces is 0", "sysctl -w user.max_user_namespaces=15000"});
  }
  if (is_container(root)) {
    found.push_back({"this is a container, and most containers refuse namespaces",
                     "on a machine only for grading, start it with --security-opt seccomp=unconfined "
                     "--security-opt apparmor=unconfined --security-opt systempaths=unconfined; as root in a "
                     "container, commands run as another user until then"});
  }
  return found;
}

}  // namespace mergelab::sandbox
