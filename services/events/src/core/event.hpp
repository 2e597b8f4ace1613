// SPDX-License-Identifier: Apache-2.0
// An event. The queues of all consumers share it.
#pragma once
#include <orbweaver/corba/any.hpp>

#include <cstddef>
#include <memory>

namespace orbweaver::events {

struct EventData {
  CORBA::Any value;
  std::size_t bytes = 0;  // its size in a message
};
using Event = std::shared_ptr<const EventData>;

/// Throws BAD_PARAM, MARSHAL or DATA_CONVERSION, completed no, if the value cannot be sent: so the
/// supplier gets the exception.
[[nodiscard]] Event make_event(const CORBA::Any& value);

}  // namespace orbweaver::events
