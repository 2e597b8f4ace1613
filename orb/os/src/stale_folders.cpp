// An owner makes the folder, then its file, locks it, and writes its number into it. So a file that holds
// a number and has no lock is that of an owner that is gone. A folder without such a file may be new.
#include "stale_folders.hpp"

#include <orbweaver/os/file.hpp>
#include <orbweaver/os/life_line.hpp>

#include <string_view>
#include <system_error>
#include <vector>

namespace orbweaver::os {

namespace {

namespace fs = std::filesystem;

constexpr const char* kOwner = ".owner";
constexpr std::size_t kRandomLetters = 6;  // of mkdtemp()

bool is_of(const std::string& name, const std::string& prefix) {
  return name.size() == prefix.size() + 1 + kRandomLetters && name.starts_with(prefix + "-");
}

bool had_an_owner(const fs::path& folder) {
  std::error_code error;
  const auto size = fs::file_size(folder / kOwner, error);
  return !error && size > 0 && is_private_folder(folder);
}

std::vector<fs::path> left_in(const fs::path& above, const std::string& prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator each{above, error}, end; !error && each != end; each.increment(error))
    if (is_of(each->path().filename().string(), prefix) && had_an_owner(each->path()))
      found.push_back(each->path());
  return found;
}

}  // namespace

std::optional<ClaimedFile> own_folder(const fs::path& folder) {
  auto made = ClaimedFile::make(folder / kOwner, std::to_string(process_id()));
  if (!made) return std::nullopt;
  return *std::move(made);
}

void remove_stale_folders(const fs::path& above, const std::string& prefix) {
  for (const auto& each : left_in(above, prefix)) {
    const auto owned = own_folder(each);
    std::error_code error;
    if (owned) fs::remove_all(each, error);
  }
}

}  // namespace orbweaver::os
