// SPDX-License-Identifier: Apache-2.0
// CF::File: a file that a client opened.
#pragma once
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/files/open_file.hpp>
#include <orbweaver/generated/sca/CF/FileSystem_poa.hpp>
#include <orbweaver/os/mutex.hpp>

#include <memory>
#include <string>

#include "open_files.hpp"

namespace orbweaver::files {

class File final : public CORBA::servant_traits<CF::File>::base_type {
 public:
  /// Gives `slot` back when the file is closed or destroyed.
  File(Adapter adapter, OpenFile file, std::string name, std::unique_ptr<OpenFiles::Slot> slot,
       std::uint32_t most_read);

  std::string fileName() override { return name_; }
  std::uint32_t filePointer() override;
  void read(CF::OctetSequence& data, std::uint32_t length) override;
  void write(const CF::OctetSequence& data) override;
  std::uint32_t sizeOf() override;
  void close() override;
  void setFilePointer(std::uint32_t filePointer) override;

  /// From now on the file may be closed when it is unused. Call it once, when the object is active.
  void may_end();
  /// Closes the file, as no call came for long. A later call finds no object.
  void end_unused() noexcept;

 private:
  class InUse;
  [[nodiscard]] CF::File::IOException io_exception(const os::SystemError& error) const;
  void serve_no_longer();

  Adapter adapter_;
  const std::string name_;
  const std::uint32_t most_read_;
  os::Mutex mutex_;
  OpenFile file_;
  std::unique_ptr<OpenFiles::Slot> slot_;  // null: closed
};

}  // namespace orbweaver::files
