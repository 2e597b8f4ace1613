// SPDX-License-Identifier: Apache-2.0
#include "journal_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace orbweaver::lab {

namespace {

constexpr mode_t kForAll = 0644;

}  // namespace

JournalFile::JournalFile(const std::string& path) {
  if (path.empty()) return;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open() of POSIX is one
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, kForAll);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), path);
}

JournalFile::~JournalFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// One write to a file that appends: lines of several threads do not mix.
void JournalFile::add(std::uint32_t number) {
  if (descriptor_ < 0) return;
  const auto line = std::to_string(number) + "\n";
  if (::write(descriptor_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    throw std::system_error(errno, std::generic_category(), "the journal took no line");
}

}  // namespace orbweaver::lab
