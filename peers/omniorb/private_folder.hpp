// SPDX-License-Identifier: Apache-2.0
// A folder of our own for a unix socket; gone with this object.
#pragma once
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace peer {

class PrivateFolder {
 public:
  PrivateFolder() : path_((std::filesystem::temp_directory_path() / PEER_NAME "-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), path_);
  }
  ~PrivateFolder() { remove(); }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  void remove() const {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string socket() const { return path_ + "/socket"; }

 private:
  std::string path_;
};

}  // namespace peer
