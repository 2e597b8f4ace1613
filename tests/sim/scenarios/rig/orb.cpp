// SPDX-License-Identifier: Apache-2.0
#include "scenarios/rig/orb.hpp"

#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/sim/reached.hpp>

#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

namespace {

void count_states(const wire::Statistics& statistics) {
  reached("a request held for those before it", statistics.requests_held);
  reached("a request skipped, and its servant was given a gap", statistics.requests_missing);
  reached("a request dropped as late or double", statistics.requests_late);
  reached("a connection paused by a full lane", statistics.pauses);
  reached("a nested call let in", statistics.requests_nested);
  reached("a connection closed as idle", statistics.connections_closed_as_idle);
  reached("a silent connection that gave its place", statistics.connections_displaced);
  reached("a reply kept for a client that does not read", statistics.replies_late);
  reached("a reply dropped", statistics.replies_dropped);
  reached("a bad message", statistics.bad_messages);
  reached("a one-way dropped in a send queue", statistics.oneways_dropped);
  reached("a one-way uncertain", statistics.oneways_uncertain);
  reached("a request cancelled", statistics.requests_cancelled);
  reached("a datagram dropped by a full lane", statistics.datagrams_dropped);
}

}  // namespace

Orb::Orb(const Options& options) : orb_(CORBA::ORB_init(options)) {}
Orb::~Orb() { destroy(); }

void Orb::destroy() {
  if (!orb_) return;
  orb_->destroy();
  const auto statistics = orb_->statistics();
  count_states(statistics);
  world().counted_losses += statistics.oneways_dropped + statistics.oneways_uncertain;
  orb_.reset();
}

std::string Orb::publish(const PortableServer::Servant& servant) const {
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
  auto text = orb_->object_to_string(root->servant_to_reference(servant));
  root->the_POAManager()->activate();
  return text;
}

std::string Orb::publish_as(const std::string& name, const PortableServer::Servant& servant) const {
  const auto adapter =
      IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("INSPOA"));
  const auto id = PortableServer::string_to_ObjectId(name);
  adapter->activate_object_with_id(id, servant);
  auto text = orb_->object_to_string(adapter->id_to_reference(id));
  adapter->the_POAManager()->activate();
  return text;
}

SinkReference Orb::sink(const std::string& reference) const {
  return corba::StubFactory::unchecked_narrow<Sim::Sink>(orb_->string_to_object(reference));
}

std::size_t Orb::most_waiting(const std::string& reference) const {
  const auto profiles = giop::parse_reference(reference)->profiles;
  const auto key = giop::read_iiop_profile(profiles.at(0))->object_key;
  return corba::OrbAccess::core(*orb_)->adapter().most_waiting(key).value_or(0);
}

}  // namespace orbweaver::sim
