// SPDX-License-Identifier: Apache-2.0
#include "scratch_root.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <system_error>

namespace orbweaver::deploy_bench {

namespace fs = std::filesystem;

namespace {

fs::path folder_of_this_program() { return fs::read_symlink("/proc/self/exe").parent_path(); }

fs::path make_folder() {
  auto name = (fs::temp_directory_path() / "orbweaver-deploy-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw fs::filesystem_error("no folder", name, {errno, std::generic_category()});
  return name;
}

/// With the times of the originals: a device copies a file anew that has changed within two
/// seconds.
void copy_folder(const fs::path& from, const fs::path& to) {
  fs::copy(from, to, fs::copy_options::recursive);
  for (const auto& entry : fs::recursive_directory_iterator{from})
    fs::last_write_time(to / entry.path().lexically_relative(from), entry.last_write_time());
}

}  // namespace

ScratchRoot::ScratchRoot() : folder_(make_folder()) {
  try {
    copy_folder(folder_of_this_program().parent_path() / "bench-sdr/dom", root());
  } catch (...) {
    fs::remove_all(folder_);
    throw;
  }
}

ScratchRoot::~ScratchRoot() {
  std::error_code left_behind;
  fs::remove_all(folder_, left_behind);
}

void ScratchRoot::write(const std::string& name, const std::string& text) const {
  std::ofstream{root() / name} << text;
}

fs::path ScratchRoot::program(const std::string& name) { return folder_of_this_program() / name; }

}  // namespace orbweaver::deploy_bench
