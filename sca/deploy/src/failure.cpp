// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/failure.hpp>

#include <array>

namespace orbweaver::deploy {

namespace {

constexpr std::array<std::string_view, kSteps> kStepNames{
    "plan",       "allocate",   "load",
    "execute",    "bind",       "create resource",
    "initialise", "get port",   "connect",
    "configure",  "start",      "stop",
    "disconnect", "release",    "release resource",
    "shut down",  "terminate",  "unbind",
    "unload",     "deallocate",
};

std::string_view name_of(Cause cause) {
  switch (cause) {
    case Cause::refused:
      return "refused";
    case Cause::failed:
      return "failed";
    case Cause::timed_out:
      return "timed out";
    case Cause::wrong_answer:
      return "wrong answer";
    case Cause::ended:
      return "the component ended";
    case Cause::cancelled:
      return "cancelled";
    case Cause::absent:
      return "not there";
  }
  return "failed";
}

std::string place_of(const StepFailure& failure) {
  if (failure.component.empty() && failure.device.empty()) return {};
  if (failure.component.empty()) return "device '" + failure.device + "': ";
  const auto device = failure.device.empty() ? "" : " on device '" + failure.device + "'";
  return "component '" + failure.component + "'" + device + ": ";
}

}  // namespace

std::string_view name_of(Step step) { return kStepNames[static_cast<std::size_t>(step)]; }

std::string line(const Fault& fault) {
  const std::string cause{name_of(fault.cause)};
  return fault.text.empty() ? cause : cause + ": " + fault.text;
}

std::string line(const StepFailure& failure) {
  return place_of(failure) + std::string{name_of(failure.step)} + ": " + line(failure.fault);
}

}  // namespace orbweaver::deploy
