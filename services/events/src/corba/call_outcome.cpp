// SPDX-License-Identifier: Apache-2.0
#include "call_outcome.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace orbweaver::events {

namespace {

// BAD_OPERATION: the object is not a PushConsumer.
constexpr std::array<std::string_view, 4> kGone{
    "IDL:omg.org/CosEventComm/Disconnected:1.0", "IDL:omg.org/CORBA/OBJECT_NOT_EXIST:1.0",
    "IDL:omg.org/CORBA/INV_OBJREF:1.0", "IDL:omg.org/CORBA/BAD_OPERATION:1.0"};
constexpr std::array<std::string_view, 6> kUnreachable{
    "IDL:omg.org/CORBA/COMM_FAILURE:1.0", "IDL:omg.org/CORBA/TRANSIENT:1.0",
    "IDL:omg.org/CORBA/TIMEOUT:1.0",      "IDL:omg.org/CORBA/NO_RESPONSE:1.0",
    "IDL:omg.org/CORBA/NO_RESOURCES:1.0", "IDL:omg.org/CORBA/BAD_INV_ORDER:1.0"};

Answer answer_of(const std::exception& raised) {
  const auto* const exception = dynamic_cast<const CORBA::Exception*>(&raised);
  if (exception == nullptr) return Answer::refused;
  const std::string_view id = exception->_rep_id();
  if (std::ranges::find(kGone, id) != kGone.end()) return Answer::gone;
  if (std::ranges::find(kUnreachable, id) != kUnreachable.end()) return Answer::unreachable;
  return Answer::refused;
}

}  // namespace

DeliveryOutcome outcome_of_reply(const std::exception& raised, std::size_t events) {
  return {answer_of(raised), events, raised.what()};
}

// Drops an event that can never be sent. An event that was not sent yet may be tried again.
DeliveryOutcome outcome_of_sending(const CORBA::SystemException& raised, std::size_t index) {
  const auto answer = answer_of(raised);
  const bool stays =
      answer == Answer::unreachable && raised.completed() == CORBA::CompletionStatus::COMPLETED_NO;
  return {answer, stays ? index : index + 1, raised.what()};
}

}  // namespace orbweaver::events
