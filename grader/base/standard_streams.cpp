// Opens descriptors 0 to 2 where the caller has closed them: else the first file that a program opens would
// be its standard output or error. Every program of ours is linked with this.
#include <fcntl.h>
#include <unistd.h>

namespace {

[[gnu::constructor(101)]] void open_standard_streams() {
  for (int number = 0; number <= STDERR_FILENO; ++number) {
    if (::fcntl(number, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDWR));
  }
}

}  // namespace
