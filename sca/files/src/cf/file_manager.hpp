// CF::FileManager: file systems, each at its mount point, as one.
#pragma once
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/files/mount_table.hpp>
#include <orbweaver/generated/sca/CF/FileManager_poa.hpp>
#include <orbweaver/os/mutex.hpp>

#include <optional>
#include <string>

namespace orbweaver::files {

/// Holds no lock while it calls a file system, which may be far away, and slow.
class FileManager final : public CORBA::servant_traits<CF::FileManager>::base_type {
 public:
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
  using Files = IDL::traits<CF::FileSystem>::ref_type;
  using Mounts = MountTable<Files>;

  [[nodiscard]] Mounts mounts() const;
  [[nodiscard]] Mounts::Place place_of(const std::string& text) const;
  /// Of a name that is no mount point and no folder on the way to one: these stay.
  [[nodiscard]] Mounts::Place changeable_place_of(const std::string& text) const;

  mutable os::Mutex mutex_;
  Mounts mounts_;
};

}  // namespace orbweaver::files
