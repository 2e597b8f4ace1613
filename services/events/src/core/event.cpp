// SPDX-License-Identifier: Apache-2.0
#include "event.hpp"

#include <orbweaver/cdr/encoder.hpp>
#include <orbweaver/corba/stub.hpp>

namespace orbweaver::events {

Event make_event(const CORBA::Any& value) {
  cdr::Encoder encoder;
  cdr::encode(encoder, value);
  if (!encoder.ok())
    corba::throw_unwritable(*encoder.error(), CORBA::CompletionStatus::COMPLETED_NO);
  return std::make_shared<const EventData>(value, encoder.size());
}

}  // namespace orbweaver::events
