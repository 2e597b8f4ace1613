// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/minor.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/ports/reference_destination.hpp>

#include <chrono>

namespace orbweaver::ports {

namespace {

// A probe waits no longer, so that the next dead destination is asked, too.
constexpr std::uint64_t kProbeTimeout = 10'000'000;  // a second, in units of 100 ns

CORBA::object_reference<CORBA::Object> make_probe(
    const CORBA::object_reference<CORBA::Object>& reference) {
  return corba::with_policies(
      reference, {std::make_shared<::Messaging::RelativeRoundtripTimeoutPolicy>(kProbeTimeout),
                  std::make_shared<RTCORBA::PrivateConnectionPolicy>(false)});
}

}  // namespace

Endpoint::Endpoint(const CORBA::object_reference<CORBA::Object>& reference)
    : probe_(make_probe(reference)) {}

void Endpoint::note(const char* why) noexcept try {
  const std::lock_guard lock(mutex_);
  why_ = why;
} catch (const std::bad_alloc&) {  // the outcome counts; its text may be missing
}

std::string Endpoint::why() const {
  const std::lock_guard lock(mutex_);
  return why_;
}

// A destination that raises an exception of its own is alive. It counts as dead if the ORB raises
// one because it cannot reach the object, or cannot wait any longer.
packets::Sent Endpoint::outcome_of_exception() noexcept {
  using packets::Sent;
  const auto unreachable = [this](const CORBA::Exception& failure) {
    note(failure.what());
    return Sent::unreachable;
  };
  try {
    throw;
  } catch (const CORBA::COMM_FAILURE& failure) {
    return unreachable(failure);
  } catch (const CORBA::OBJECT_NOT_EXIST& failure) {
    return unreachable(failure);
  } catch (const CORBA::TIMEOUT& failure) {
    return unreachable(failure);
  } catch (const CORBA::INV_OBJREF& failure) {
    return unreachable(failure);
  } catch (const CORBA::TRANSIENT& failure) {
    constexpr auto kQueueFull = static_cast<std::uint32_t>(Minor::queue_full);
    return failure.minor() == kQueueFull ? Sent::full : unreachable(failure);
  } catch (const CORBA::SystemException& failure) {
    note(failure.what());
    return failure.completed() == CORBA::COMPLETED_NO ? Sent::kept_back : Sent::refused;
  } catch (const std::exception& failure) {
    note(failure.what());
  } catch (...) {
    note("something that is no exception");
  }
  return Sent::refused;
}

bool Endpoint::answers() noexcept try {
  if (!probe_->_non_existent()) return true;
  note("the object is gone");
  return false;
} catch (const std::exception& failure) {
  note(failure.what());
  return false;
}

}  // namespace orbweaver::ports
