// SPDX-License-Identifier: Apache-2.0
// Decides the outcome of a call of a consumer by the exception that it raised.
#pragma once
#include "core/consumer_end.hpp"

#include <orbweaver/corba/exception.hpp>

#include <cstddef>
#include <exception>

namespace orbweaver::events {

/// Returns the outcome of a call that was sent and raised `raised`. The `events` of its batch are
/// not sent again.
[[nodiscard]] DeliveryOutcome outcome_of_reply(const std::exception& raised, std::size_t events);
/// Returns the outcome of a call that could not be sent. `index`: how many events of the batch were
/// sent before it.
[[nodiscard]] DeliveryOutcome outcome_of_sending(const CORBA::SystemException& raised,
                                                 std::size_t index);

}  // namespace orbweaver::events
