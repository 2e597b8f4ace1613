#include <orbweaver/os/standard_streams.hpp>

#include <fcntl.h>

#include <algorithm>
#include <cstdio>

namespace orbweaver::os {

void print_error(std::string_view text) noexcept {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text,
      [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code < 0x20 || code == 0x7f;
      },
      ' ');
  return text;
}

void print_error_of(const std::string& name, const std::string& text) {
  print_error(on_one_line(name + ": " + text) + "\n");
}

bool has_standard_error() noexcept { return ::fcntl(kStandardError, F_GETFD) >= 0; }

}  // namespace orbweaver::os
