// SPDX-License-Identifier: Apache-2.0
#include "state/in_flight.hpp"

#include <orbweaver/corba/exception.hpp>
#include <orbweaver/corba/in_servant.hpp>

#include <string>

namespace orbweaver::corba {

namespace {

constexpr std::uint32_t kWouldDeadlock = 0x4f4d0003;  // OMG minor of BAD_INV_ORDER

}  // namespace

void require_no_servant(std::string_view instead) {
  if (is_in_servant())
    throw CORBA::BAD_INV_ORDER(
        kWouldDeadlock, CORBA::CompletionStatus::COMPLETED_NO,
        "a servant cannot wait for its own request to end: " + std::string{instead});
}

}  // namespace orbweaver::corba
