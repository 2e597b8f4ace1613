// SPDX-License-Identifier: Apache-2.0
// The objects at which devices of nodes report that their programs have ended. Each device has an
// object of its own, so that it cannot report ends of other devices' programs.
#pragma once
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/generated/sca/ProgramEnds_poa.hpp>
#include <orbweaver/registry/device_book.hpp>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <orbweaver/registry/calls_end_by.hpp>

namespace orbweaver::registry {

/// The program's name, and how it ended.
struct EndOfProgram {
  std::string program, how;
};

class ProgramEnds final : public CORBA::servant_traits<Orbweaver::ProgramEnds>::base_type {
 public:
  using OnEnds = std::function<void(const std::vector<EndOfProgram>& programs)>;
  /// The longest text about an end that is taken from a device; the rest is cut.
  static constexpr std::size_t kMostBytes = 500;

  /// `on_ends` must be brief; each `how` that it gets is one line. Threads: any.
  explicit ProgramEnds(OnEnds on_ends) : on_ends_(std::move(on_ends)) {}

  void ended(const Orbweaver::ProgramEndSeq& programs) override;

 private:
  const OnEnds on_ends_;
};

/// Serves the object as long as this lives. Threads: any.
class ServedProgramEnds {
 public:
  ServedProgramEnds(files::Adapter adapter, ProgramEnds::OnEnds on_ends);
  ~ServedProgramEnds();
  ServedProgramEnds(const ServedProgramEnds&) = delete;
  ServedProgramEnds& operator=(const ServedProgramEnds&) = delete;

  [[nodiscard]] const CORBA::object_reference<CORBA::Object>& reference() const noexcept {
    return reference_;
  }

 private:
  const files::Adapter adapter_;
  const CORBA::object_reference<CORBA::Object> reference_;
};

/// Asks the device to report ends to `listener`. A device of another vendor cannot: the domain asks
/// its components instead. Throws CORBA::SystemException.
void ask_for_ends(const KnownDevice& known, const CORBA::object_reference<CORBA::Object>& listener,
                  CallsEndBy& calls);

}  // namespace orbweaver::registry
