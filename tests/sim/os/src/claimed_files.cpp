// A simulated user has no folder of their own: scenarios give each program the reference of its domain, so that no
// program looks for one.
#include <orbweaver/os/claimed_file.hpp>

#include <cerrno>

namespace orbweaver::os {

Result<ClaimedFile, SystemError> ClaimedFile::make(const std::filesystem::path& /*path*/,
                                                   std::string_view /*text*/) {
  return unexpected(SystemError{EACCES, "open"});
}

ClaimedFile::~ClaimedFile() = default;

std::optional<std::string> read_claimed_file(const std::filesystem::path& /*path*/,
                                             std::size_t /*most*/) {
  return std::nullopt;
}

bool is_private_folder(const std::filesystem::path& /*path*/) noexcept { return false; }

unsigned user_id() noexcept { return 0; }

}  // namespace orbweaver::os
