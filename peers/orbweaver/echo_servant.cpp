// SPDX-License-Identifier: Apache-2.0
#include "echo_servant.hpp"

#include <cstdlib>
#include <utility>

namespace orbweaver::lab {

namespace {

std::int32_t wrapped(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

}  // namespace

EchoServant::EchoServant(std::function<void()> on_shutdown, const std::string& journal)
    : on_shutdown_(std::move(on_shutdown)), journal_(journal) {}

std::uint32_t EchoServant::count() {
  const std::lock_guard lock(state_mutex_);
  return count_;
}

std::string EchoServant::label() {
  const std::lock_guard lock(state_mutex_);
  return label_;
}

void EchoServant::label(const std::string& value) {
  const std::lock_guard lock(state_mutex_);
  label_ = value;
}

void EchoServant::poke(std::uint32_t amount) {
  const std::lock_guard lock(state_mutex_);
  count_ += amount;
}

void EchoServant::reset() {
  const std::lock_guard lock(state_mutex_);
  count_ = 0;
}

std::int32_t EchoServant::add(std::int32_t a, std::int32_t b) {
  return wrapped(std::int64_t{a} + b);
}

std::int32_t EchoServant::sum_and_difference(std::int32_t& a, std::int32_t b,
                                             std::int32_t& difference) {
  difference = wrapped(std::int64_t{a} - b);
  a = add(a, b);
  return a;
}

void EchoServant::swap_text(std::string& left, std::string& right, Lab::Strings& both) {
  both = {left, right};
  std::swap(left, right);
}

void EchoServant::refuse(const std::string& reason, std::int32_t code) {
  if (code != 0) throw Lab::Refused(reason, code);
  if (reason.empty()) throw Lab::Empty();
}

void EchoServant::raise_system(std::uint32_t minor) {
  throw CORBA::BAD_PARAM(minor, CORBA::CompletionStatus::COMPLETED_NO);
}

void EchoServant::raise_completed(std::uint32_t minor, Lab::Completion completed) {
  throw CORBA::NO_RESOURCES(minor, static_cast<CORBA::CompletionStatus>(completed));
}

void EchoServant::vanish() { std::_Exit(0); }

}  // namespace orbweaver::lab
