// SPDX-License-Identifier: Apache-2.0
// Says what went wrong when a packet could not be handed to the next component.
#pragma once
#include <orbweaver/corba/exception.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace orbweaver::launched {

/// Calls `send` and throws std::runtime_error with the packet's number in front of what the call
/// said.
template <class Send>
void hand_over(std::uint64_t number, Send send) {
  try {
    send();
  } catch (const CORBA::TIMEOUT& timeout) {
    throw std::runtime_error("the next component did not take packet " + std::to_string(number) +
                             " within the call timeout: it is stopped or hangs (" +
                             timeout.detail() + ")");
  } catch (const CORBA::SystemException& exception) {
    throw std::runtime_error("packet " + std::to_string(number) +
                             " could not be handed on: " + exception.what());
  }
}

}  // namespace orbweaver::launched
