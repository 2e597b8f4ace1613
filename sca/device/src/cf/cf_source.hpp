// SPDX-License-Identifier: Apache-2.0
// A CF::FileSystem as a source of files.
#pragma once
#include <orbweaver/device/file_source.hpp>
#include <orbweaver/generated/sca/CF/FileSystem.hpp>

#include <string>
#include <utility>
#include <vector>

namespace orbweaver::device {

class CfSource final : public FileSource {
 public:
  explicit CfSource(IDL::traits<CF::FileSystem>::ref_type files) : files_(std::move(files)) {}

  Result<SourceEntry, LoadError> look_at(const files::FileName& name) override;
  Result<std::vector<SourceEntry>, LoadError> entries_of(const files::FileName& folder) override;
  Result<void, LoadError> read(const files::FileName& name, const Take& take) override;

 private:
  [[nodiscard]] CF::FileSystem::FileInformationSequence list(const std::string& pattern);

  IDL::traits<CF::FileSystem>::ref_type files_;
};

}  // namespace orbweaver::device
