// SPDX-License-Identifier: Apache-2.0
// The adapter of provides ports with the dispatch `pool`, which has threads of its own. Requests
// wait in front of a stopped component, each on a thread. On threads of the ORB, none would be left
// for the calls that start or release a component of this process.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/rt.hpp>

namespace orbweaver::component {

/// Threads: one at a time.
class InputAdapter {
 public:
  using Adapter = CORBA::object_reference<PortableServer::POA>;

  /// Throws the exceptions of making an adapter.
  InputAdapter(CORBA::ORB& orb, const Adapter& parent);
  /// Requires: no request waits any more.
  ~InputAdapter();
  InputAdapter(const InputAdapter&) = delete;
  InputAdapter& operator=(const InputAdapter&) = delete;

  [[nodiscard]] const Adapter& adapter() const noexcept { return adapter_; }

 private:
  CORBA::object_reference<RTCORBA::RTORB> rt_;
  RTCORBA::ThreadpoolId pool_;
  Adapter adapter_;
};

}  // namespace orbweaver::component
