#include "program_ends.hpp"

#include <orbweaver/device/end_reports.hpp>

#include "own_property.hpp"

namespace orbweaver::domain {

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
  } catch (const CORBA::UserException&) {  // it says one thing, and does another
  }
}

}  // namespace orbweaver::domain
