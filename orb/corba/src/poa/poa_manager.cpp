// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/poa_manager.hpp>

#include "state/alive.hpp"
#include "state/in_flight.hpp"

#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>

namespace PortableServer {

using orbweaver::server::AdapterGate;

POAManager::POAManager(std::shared_ptr<orbweaver::engine::OrbCore> orb)
    : orb_(std::move(orb)), gate_(orb_->adapter().make_gate(AdapterGate::State::holding)) {}

CORBA::object_reference<POAManager> POAManager::make(
    std::shared_ptr<orbweaver::engine::OrbCore> orb) {
  return std::shared_ptr<POAManager>(new POAManager(std::move(orb)));
}

namespace {

AdapterGate::State to_engine(POAManager::State state) noexcept {
  switch (state) {
    case POAManager::State::HOLDING:
      return AdapterGate::State::holding;
    case POAManager::State::ACTIVE:
      return AdapterGate::State::active;
    case POAManager::State::DISCARDING:
      return AdapterGate::State::discarding;
    case POAManager::State::INACTIVE:
      break;
  }
  return AdapterGate::State::inactive;
}

}  // namespace

POAManager::State POAManager::get_state() const noexcept {
  switch (gate_->state()) {
    case AdapterGate::State::holding:
      return State::HOLDING;
    case AdapterGate::State::active:
      return State::ACTIVE;
    case AdapterGate::State::discarding:
      return State::DISCARDING;
    case AdapterGate::State::inactive:
      break;
  }
  return State::INACTIVE;
}

void POAManager::activate() { change_to(State::ACTIVE, false); }

void POAManager::hold_requests(bool wait_for_completion) {
  change_to(State::HOLDING, wait_for_completion);
}

void POAManager::discard_requests(bool wait_for_completion) {
  change_to(State::DISCARDING, wait_for_completion);
}

void POAManager::deactivate(bool, bool wait_for_completion) {
  change_to(State::INACTIVE, wait_for_completion);
}

void POAManager::change_to(State state, bool wait_for_completion) {
  orbweaver::corba::require_alive(*orb_);
  if (wait_for_completion)
    orbweaver::corba::require_no_servant("change the state without wait_for_completion");
  if (state != State::INACTIVE && get_state() == State::INACTIVE) throw AdapterInactive{};
  if (state != State::HOLDING)
    if (auto serving = orb_->serve(); !serving) orbweaver::corba::throw_failure(serving.error());
  if (!gate_->set(to_engine(state))) throw AdapterInactive{};
  if (wait_for_completion)
    orbweaver::server::ObjectAdapter::wait_for_uses(orb_->adapter().end_uses_at(*gate_));
}

}  // namespace PortableServer
