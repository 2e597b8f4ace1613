// SPDX-License-Identifier: Apache-2.0
// CF::FileManager: joins file systems, each at its mount point.
#pragma once
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/files/file_transfer.hpp>
#include <orbweaver/generated/sca/CF/FileManager_poa.hpp>

#include <memory>
#include <optional>
#include <string>

#include "calls_of_mounts.hpp"
#include "mount_book.hpp"
#include "open_files.hpp"

namespace orbweaver::files {

/// The parts that the objects of one file manager share.
struct ManagedFiles {
  explicit ManagedFiles(const MountLimits& limits) : book(limits) {}
  MountBook book;
  const CallsOfMounts calls{book};
};

/// Holds no lock while it calls a file system, which may be slow or hang.
class FileManager final : public CORBA::servant_traits<CF::FileManager>::base_type {
 public:
  FileManager(std::shared_ptr<ManagedFiles> files, Purpose purpose)
      : files_(std::move(files)), purpose_(purpose) {}

  [[nodiscard]] const std::shared_ptr<ManagedFiles>& files() const noexcept { return files_; }

  void remove(const std::string& fileName) override;
  void copy(const std::string& sourceFileName, const std::string& destinationFileName) override;
  bool exists(const std::string& fileName) override;
  CF::FileSystem::FileInformationSequence list(const std::string& pattern) override;
  IDL::traits<CF::File>::ref_type create(const std::string& fileName) override;
  IDL::traits<CF::File>::ref_type open(const std::string& fileName, bool read_Only) override;
  void mkdir(const std::string& directoryName) override;
  void rmdir(const std::string& directoryName) override;
  void query(CF::Properties& fileSystemProperties) override;

  void mount(const std::string& mountPoint,
             IDL::traits<CF::FileSystem>::ref_type file_System) override;
  void unmount(const std::string& mountPoint) override;
  CF::FileManager::MountSequence getMounts() override;

 private:
  using MountedName = MountBook::MountedName;

  [[nodiscard]] MountedName mounted_name_of(const std::string& text) const;
  /// Returns the mounted name of `text`. Throws for a mount point, and for a folder above one: they
  /// cannot be changed.
  [[nodiscard]] MountedName changeable_name_of(const std::string& text) const;
  /// Wraps calls of the mount and of its objects.
  [[nodiscard]] AroundCall around(const std::shared_ptr<Mount>& mount,
                                  const std::string& name) const;
  [[nodiscard]] std::optional<corba::Caller> caller() const;
  /// Throws CF::FileException, CF_EROFS, if this is for loading.
  void require_changes(const std::string& name) const;
  /// Throws CORBA::NO_PERMISSION if this is for loading.
  void require_mounting(const std::string& point) const;
  [[nodiscard]] bool leads_here(const Mount::Files& files) const;

  const std::shared_ptr<ManagedFiles> files_;
  const Purpose purpose_;
};

}  // namespace orbweaver::files
