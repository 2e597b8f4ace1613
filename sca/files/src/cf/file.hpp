// CF::File: a file that a client opened.
#pragma once
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/files/open_file.hpp>
#include <orbweaver/generated/sca/CF/FileSystem_poa.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <memory>
#include <string>

namespace orbweaver::files {

/// How many files of a file system are open. Threads: any.
class OpenFiles {
 public:
  explicit OpenFiles(std::size_t most) : most_(most) {}
  /// False: there are as many as there may be.
  [[nodiscard]] bool add() noexcept {
    if (count_.fetch_add(1) < most_) return true;
    remove();
    return false;
  }
  void remove() noexcept { count_.fetch_sub(1); }

 private:
  const std::size_t most_;
  os::Atomic<std::size_t> count_{0};
};

class File final : public CORBA::servant_traits<CF::File>::base_type {
 public:
  /// Counted in `open_files` by the caller; not any more when it is closed, or gone.
  File(Adapter adapter, OpenFile file, std::string name, std::shared_ptr<OpenFiles> open_files,
       std::uint32_t most_read);
  ~File() override;

  std::string fileName() override { return name_; }
  std::uint32_t filePointer() override;
  void read(CF::OctetSequence& data, std::uint32_t length) override;
  void write(const CF::OctetSequence& data) override;
  std::uint32_t sizeOf() override;
  void close() override;
  void setFilePointer(std::uint32_t filePointer) override;

 private:
  [[nodiscard]] CF::File::IOException io_exception(const os::SystemError& error) const;
  void give_place_back() noexcept;

  Adapter adapter_;
  const std::string name_;
  std::shared_ptr<OpenFiles> open_files_;
  const std::uint32_t most_read_;
  os::Mutex mutex_;
  OpenFile file_;
  bool has_place_ = true;  // in open_files_
};

}  // namespace orbweaver::files
