#include <orbweaver/os/standard_streams.hpp>

#include <fcntl.h>

#include <cstdio>

namespace orbweaver::os {

void print_error(std::string_view text) noexcept {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

bool has_standard_error() noexcept { return ::fcntl(kStandardError, F_GETFD) >= 0; }

}  // namespace orbweaver::os
