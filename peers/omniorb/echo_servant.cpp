// SPDX-License-Identifier: Apache-2.0
#include "echo_servant.hpp"

#include <cstdint>
#include <cstdlib>
#include <utility>

namespace peer {
namespace {

CORBA::Long wrapped(std::int64_t value) {
  return static_cast<CORBA::Long>(static_cast<std::uint32_t>(value));
}

}  // namespace

CORBA::ULong EchoServant::count() {
  const std::lock_guard lock(state_mutex_);
  return count_;
}

char* EchoServant::label() {
  const std::lock_guard lock(state_mutex_);
  return CORBA::string_dup(label_.c_str());
}

void EchoServant::label(const char* value) {
  const std::lock_guard lock(state_mutex_);
  label_ = value;
}

void EchoServant::poke(CORBA::ULong amount) {
  const std::lock_guard lock(state_mutex_);
  count_ += amount;
}

void EchoServant::reset() {
  const std::lock_guard lock(state_mutex_);
  count_ = 0;
}

CORBA::Long EchoServant::add(CORBA::Long a, CORBA::Long b) { return wrapped(std::int64_t{a} + b); }

CORBA::Long EchoServant::sum_and_difference(CORBA::Long& a, CORBA::Long b,
                                            CORBA::Long& difference) {
  difference = wrapped(std::int64_t{a} - b);
  a = add(a, b);
  return a;
}

void EchoServant::swap_text(char*& left, char*& right, Lab::Strings_out both) {
  both = new Lab::Strings;
  both->length(2);
  (*both.ptr())[0] = CORBA::string_dup(left);
  (*both.ptr())[1] = CORBA::string_dup(right);
  std::swap(left, right);
}

void EchoServant::refuse(const char* reason, CORBA::Long code) {
  if (code != 0) throw Lab::Refused(reason, code);
  if (*reason == '\0') throw Lab::Empty();
}

void EchoServant::raise_system(CORBA::ULong minor) {
  throw CORBA::BAD_PARAM(minor, CORBA::COMPLETED_NO);
}

void EchoServant::raise_completed(CORBA::ULong minor, Lab::Completion completed) {
  throw CORBA::NO_RESOURCES(minor, static_cast<CORBA::CompletionStatus>(completed));
}

void EchoServant::vanish() { std::_Exit(0); }

}  // namespace peer
