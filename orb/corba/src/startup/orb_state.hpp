// SPDX-License-Identifier: Apache-2.0
// The parts of an ORB; users see none of them.
#pragma once
#include <orbweaver/corba/initial_texts.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace CORBA {

struct ORB::State {
  State(orbweaver::wire::Options options, orbweaver::corba::detail::InitialTexts texts)
      : core(orbweaver::engine::OrbCore::create(std::move(options))), initial(std::move(texts)) {}

  const std::shared_ptr<orbweaver::engine::OrbCore> core;
  orbweaver::os::Atomic<bool> is_destroyed{false};
  const orbweaver::corba::detail::InitialTexts initial;
  orbweaver::os::Mutex mutex;
  std::map<std::string, object_reference<Object>> registered;  // requires mutex
  object_reference<PortableServer::POA> root_poa, ins_poa;
};

}  // namespace CORBA
