// SPDX-License-Identifier: Apache-2.0
// The root of an SCA file system with the component of this bench, in a folder of its own that goes
// with it.
#pragma once
#include <filesystem>
#include <string>

namespace orbweaver::deploy_bench {

class ScratchRoot {
 public:
  /// Copies what was built beside this program. Throws std::filesystem::filesystem_error.
  ScratchRoot();
  ~ScratchRoot();
  ScratchRoot(const ScratchRoot&) = delete;
  ScratchRoot& operator=(const ScratchRoot&) = delete;

  [[nodiscard]] std::filesystem::path root() const { return folder_ / "dom"; }
  [[nodiscard]] std::filesystem::path cache() const { return folder_ / "cache"; }
  [[nodiscard]] std::filesystem::path relay() const { return root() / "relay/relay"; }
  /// A profile at the root.
  void write(const std::string& name, const std::string& text) const;
  /// A program that lies beside this one.
  [[nodiscard]] static std::filesystem::path program(const std::string& name);

 private:
  std::filesystem::path folder_;
};

}  // namespace orbweaver::deploy_bench
