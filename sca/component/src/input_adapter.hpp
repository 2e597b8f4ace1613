// SPDX-License-Identifier: Apache-2.0
// The adapter of provides ports whose dispatch is `pool`, with threads of their own.
//
// Requests wait in front of a component that is stopped. With this dispatch each of them has a
// thread: of the ORB's, none would be left for the calls that start or release a component of this
// process.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/rt.hpp>

namespace orbweaver::component {

/// Threads: one at a time.
class InputAdapter {
 public:
  using Adapter = CORBA::object_reference<PortableServer::POA>;

  /// Throws what making an adapter throws.
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
