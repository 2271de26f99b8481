#include "sandbox/filter.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include <memory>
#include <system_error>

#if defined(SANDBOX_SECCOMP) && !defined(__SANITIZE_ADDRESS__)
#include <seccomp.h>
#define SANDBOX_HAS_FILTERS 1
#endif

namespace mergelab::sandbox {

#ifdef SANDBOX_HAS_FILTERS

namespace {

[[noreturn]] void fail(int error) {
  throw std::system_error(error, std::generic_category(), "can't create a filter of system calls");
}

void check(int result) {
  if (result < 0) fail(-result);
}

class Rules {
 public:
  Rules() : context_(::seccomp_init(SCMP_ACT_ALLOW), &::seccomp_release) {
    if (context_ == nullptr) fail(ENOMEM);
  }

  /// By name: a call that this architecture or this libseccomp does not know needs no refusal.
  void refuse(const char* call, int error = EPERM) {
    const int number = ::seccomp_syscall_resolve_name(call);
    if (number == __NR_SCMP_ERROR) return;
    const int result =
        ::seccomp_rule_add(context_.get(), SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)), number, 0);
    if (result != -EDOM) check(result);
  }

  /// When all bits of `bits` are set in the argument.
  void refuse_bits(const char* call, unsigned argument, std::uint64_t bits, std::uint64_t mask) {
    const int number = ::seccomp_syscall_resolve_name(call);
    if (number == __NR_SCMP_ERROR) return;
    const scmp_arg_cmp comparison{argument, SCMP_CMP_MASKED_EQ, mask, bits};
    check(::seccomp_rule_add_array(context_.get(), SCMP_ACT_ERRNO(EPERM), number, 1, &comparison));
  }

  [[nodiscard]] Filter made() const {
    Filter filter;
    filter.file = base::Descriptor(::memfd_create("filter", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!filter.file) fail(errno);
    check(::seccomp_export_bpf(context_.get(), filter.file.get()));
    const off_t bytes = ::lseek(filter.file.get(), 0, SEEK_END);
    filter.instructions.resize(static_cast<std::size_t>(bytes) / sizeof(sock_filter));
    if (::pread(filter.file.get(), filter.instructions.data(), static_cast<std::size_t>(bytes), 0) != bytes ||
        ::fcntl(filter.file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) !=
            0) {
      fail(errno);
    }
    return filter;
  }

 private:
  std::unique_ptr<void, decltype(&::seccomp_release)> context_;
};

Filter make_common() {
  Rules rules;
  for (const char* call : {
           // into other processes
           "ptrace",
           "process_vm_readv",
           "process_vm_writev",
           "process_madvise",
           "pidfd_getfd",
           "kcmp",
           // other views of files, processes and the network
           "mount",
           "umount2",
           "pivot_root",
           "chroot",
           "move_mount",
           "open_tree",
           "fsopen",
           "fsconfig",
           "fsmount",
           "fspick",
           "mount_setattr",
           "unshare",
           "setns",
           "open_by_handle_at",
           "name_to_handle_at",
           // interfaces of the kernel that compilers and submissions have no use for
           "add_key",
           "request_key",
           "keyctl",
           "bpf",
           "perf_event_open",
           "userfaultfd",
           "io_uring_setup",
           "io_uring_enter",
           "io_uring_register",
           "quotactl",
           "quotactl_fd",
           "fanotify_init",
           "syslog",
           "lookup_dcookie",
           "init_module",
           "finit_module",
           "delete_module",
           "kexec_load",
           "kexec_file_load",
           "reboot",
           "swapon",
           "swapoff",
           "acct",
           "settimeofday",
           "clock_settime",
           "clock_adjtime",
           "adjtimex",
           "vhangup",
           "iopl",
           "ioperm",
       }) {
    rules.refuse(call);
  }
  // Its flags are in memory, where no filter sees them; the C library falls back to clone.
  rules.refuse("clone3", ENOSYS);
  for (const std::uint64_t flag : {CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC,
                                   CLONE_NEWUTS, CLONE_NEWCGROUP}) {
    rules.refuse_bits("clone", 0, flag, flag);
  }
  // TIOCSTI types into the terminal that the grader runs in. The kernel looks at the lower half only.
  rules.refuse_bits("ioctl", 1, TIOCSTI, 0xffffffff);
  return rules.made();
}

Filter make_lock() {
  Rules rules;
  for (const char* call : {"execve", "execveat", "fork", "vfork", "clone", "socket", "socketpair", "connect",
                           "bind", "listen", "accept", "accept4", "shmget", "shmat", "msgget", "semget",
                           "mq_open", "memfd_create", "memfd_secret"}) {
    rules.refuse(call);
  }
  rules.refuse("clone3", ENOSYS);
  return rules.made();
}

}  // namespace

const Filter& common_filter() {
  static const Filter filter = make_common();
  return filter;
}

const Filter& lock_filter() {
  static const Filter filter = make_lock();
  return filter;
}

std::string why_no_filters() { return ""; }

#else

const Filter& common_filter() {
  static const Filter none;
  return none;
}

const Filter& lock_filter() { return common_filter(); }

std::string why_no_filters() {
#ifdef SANDBOX_SECCOMP
  return "the address sanitizer needs the calls that it refuses";
#else
  return "mergelab was built without libseccomp";
#endif
}

#endif

base::Descriptor reopen(const Filter& filter) {
  const std::string path = "/proc/self/fd/" + std::to_string(filter.file.get());
  base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) throw std::system_error(errno, std::generic_category(), "can't open a filter again");
  return file;
}

}  // namespace mergelab::sandbox
