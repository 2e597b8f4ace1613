#include <orbweaver/os/private_folder.hpp>

#include "failed_call.hpp"

#include <orbweaver/os/thread.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace orbweaver::os {

namespace {

namespace fs = std::filesystem;

// Programs that are being killed may still write into the folder.
void remove_whole(const fs::path& folder) {
  constexpr int kTries = 200;
  for (int i = 0; i < kTries; ++i) {
    std::error_code error;
    fs::remove_all(folder, error);
    if (!error) return;
    sleep_for(std::chrono::milliseconds{10});
  }
}

/// Holds nothing of this process but the pipe, so that it keeps no reader of our output waiting.
[[noreturn]] void keep(const fs::path& folder, int pipe) {
  constexpr int kPipe = 3;
  ::setsid();
  (void)::chdir("/");
  ::dup2(pipe, kPipe);
  ::close_range(kPipe + 1, ~0U, 0);
  for (int each = 0; each < kPipe; ++each) ::close(each);
  char byte = 0;
  while (::read(kPipe, &byte, 1) < 0 && errno == EINTR) continue;
  remove_whole(folder);
  ::_exit(0);
}

}  // namespace

Result<PrivateFolder, SystemError> PrivateFolder::make(const std::string& prefix) {
  std::error_code error;
  auto name = (fs::temp_directory_path(error) / (prefix + "-XXXXXX")).string();
  if (error) return failed("temp_directory_path", error.value());
  if (::mkdtemp(name.data()) == nullptr) return failed("mkdtemp");
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failed("pipe2");
  UniqueFd read_end{ends[0]}, write_end{ends[1]};
  const auto keeper = ::fork();
  if (keeper < 0) return failed("fork");
  if (keeper == 0) keep(name, read_end.get());
  return PrivateFolder{name, std::move(write_end), keeper};
}

PrivateFolder::~PrivateFolder() {
  if (keeper_ == 0) return;
  life_.reset();
  while (::waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) continue;
}

}  // namespace orbweaver::os
