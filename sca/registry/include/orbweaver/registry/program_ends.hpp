// SPDX-License-Identifier: Apache-2.0
// Where a device of a node reports that its programs have ended: each device an object of its own,
// by which it can say nothing of programs of other devices.
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

/// By the name under which it was executed, and how it ended.
struct EndOfProgram {
  std::string program, how;
};

class ProgramEnds final : public CORBA::servant_traits<Orbweaver::ProgramEnds>::base_type {
 public:
  using OnEnds = std::function<void(const std::vector<EndOfProgram>& programs)>;
  /// As much as this of what a device says of an end is taken.
  static constexpr std::size_t kMostBytes = 500;

  /// `on_ends` is brief; every `how` that it gets is one line. Threads: any.
  explicit ProgramEnds(OnEnds on_ends) : on_ends_(std::move(on_ends)) {}

  void ended(const Orbweaver::ProgramEndSeq& programs) override;

 private:
  const OnEnds on_ends_;
};

/// Serves it as long as this lives. Threads: any.
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

/// Asks the device to report there. One of another vendor cannot: its components are found to be
/// gone, or waited for. Throws CORBA::SystemException, as the calls do.
void ask_for_ends(const KnownDevice& known, const CORBA::object_reference<CORBA::Object>& listener,
                  CallsEndBy& calls);

}  // namespace orbweaver::registry
