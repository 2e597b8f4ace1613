// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/replacement.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/folder.hpp>
#include <orbweaver/os/life_line.hpp>

#include <vector>

namespace orbweaver::files {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;

// Two copies at the same time get different names. The file's own name is not part of it, as it may
// already have the greatest possible length.
std::string temporary_name() {
  static os::Atomic<unsigned> count{0};
  return ".orbweaver-" + std::to_string(os::process_id()) + "-" + std::to_string(++count);
}

}  // namespace

Result<Replacement, os::SystemError> Replacement::begin(os::UniqueFd folder, std::string name) {
  auto temporary = temporary_name();
  auto file = os::create_private_in(folder.get(), temporary);
  if (!file) return unexpected{file.error()};
  return Replacement{std::move(folder), OpenFile{*std::move(file)}, std::move(name),
                     std::move(temporary)};
}

Replacement::~Replacement() {
  if (!temporary_.empty()) (void)os::remove_file_in(folder_.get(), temporary_);
}

Result<void, os::SystemError> Replacement::fill_from(OpenFile& source) {
  std::vector<std::byte> piece(kPieceBytes);
  for (;;) {
    const auto size = source.read(piece);
    if (!size) return unexpected{size.error()};
    if (*size == 0) return {};
    if (const auto written = write(Bytes{piece}.first(*size)); !written) return written;
  }
}

Result<void, os::SystemError> Replacement::write(Bytes bytes) { return file_.write(bytes); }

Result<void, os::SystemError> Replacement::finish(unsigned mode) {
  if (const auto closed = file_.close(); !closed) return closed;
  const int folder = folder_.get();
  if (const auto set = os::set_mode_in(folder, temporary_, mode); !set) return set;
  if (const auto renamed = os::rename_in(folder, temporary_, name_); !renamed) return renamed;
  temporary_.clear();
  return {};
}

}  // namespace orbweaver::files
