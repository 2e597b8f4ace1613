// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/program_ends.hpp>

#include <orbweaver/device/end_reports.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include "own_property.hpp"

namespace orbweaver::registry {

void ProgramEnds::ended(const Orbweaver::ProgramEndSeq& programs) {
  std::vector<EndOfProgram> ends;
  for (const auto& program : programs)
    ends.push_back({program.program(), os::on_one_line(program.how().substr(0, kMostBytes))});
  on_ends_(ends);
}

ServedProgramEnds::ServedProgramEnds(files::Adapter adapter, ProgramEnds::OnEnds on_ends)
    : adapter_(std::move(adapter)),
      reference_(
          adapter_->servant_to_reference(CORBA::make_reference<ProgramEnds>(std::move(on_ends)))) {}

ServedProgramEnds::~ServedProgramEnds() {
  try {
    adapter_->deactivate_object(adapter_->reference_to_id(reference_));
  } catch (const CORBA::Exception&) {  // ignored: the adapter and its objects have ended
  }
}

void ask_for_ends(const KnownDevice& known, const CORBA::object_reference<CORBA::Object>& listener,
                  CallsEndBy& calls) {
  if (!known.executable) return;
  calls.renew();
  if (!has_own_property(*known.device, device::kReportsEnds)) return;
  CORBA::Any reference;
  reference <<= listener;
  calls.renew();
  try {
    known.device->configure({CF::DataType{device::kReportsEnds, std::move(reference)}});
  } catch (const CORBA::UserException&) {  // it reports ends in general, and refuses this listener
  }
}

}  // namespace orbweaver::registry
