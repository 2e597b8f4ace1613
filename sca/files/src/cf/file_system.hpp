// SPDX-License-Identifier: Apache-2.0
// CF::FileSystem of a folder.
#pragma once
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/files/root_folder.hpp>
#include <orbweaver/generated/sca/CF/FileSystem_poa.hpp>

#include <memory>
#include <string>

#include "file.hpp"

namespace orbweaver::files {

class FileSystem final : public CORBA::servant_traits<CF::FileSystem>::base_type {
 public:
  FileSystem(Adapter adapter, RootFolder root, const FileLimits& limits, Changes changes);

  void remove(const std::string& fileName) override;
  void copy(const std::string& sourceFileName, const std::string& destinationFileName) override;
  bool exists(const std::string& fileName) override;
  CF::FileSystem::FileInformationSequence list(const std::string& pattern) override;
  IDL::traits<CF::File>::ref_type create(const std::string& fileName) override;
  IDL::traits<CF::File>::ref_type open(const std::string& fileName, bool read_Only) override;
  void mkdir(const std::string& directoryName) override;
  void rmdir(const std::string& directoryName) override;
  void query(CF::Properties& fileSystemProperties) override;

  /// Like `create` and `open`. Purpose::own_work may use the reserve.
  [[nodiscard]] IDL::traits<CF::File>::ref_type create_for(Purpose purpose,
                                                           const std::string& name);
  [[nodiscard]] IDL::traits<CF::File>::ref_type open_for(Purpose purpose, const std::string& name,
                                                         Access access);

 private:
  template <class Open>
  IDL::traits<CF::File>::ref_type serve(Purpose purpose, const std::string& name, Open open);
  /// Throws CF::FileException, CF_EROFS.
  void require_changes(const std::string& name) const;

  Adapter adapter_;
  const RootFolder root_;
  const FileLimits limits_;
  const Changes changes_;
  std::shared_ptr<OpenFiles> open_files_;
};

}  // namespace orbweaver::files
