// SPDX-License-Identifier: Apache-2.0
// The ORBs of the process: by their ids, and by their engines, since a reference knows only its
// engine.
#pragma once
#include <orbweaver/corba/object.hpp>

#include <functional>
#include <memory>
#include <string>

namespace orbweaver::engine {
class OrbCore;
}

namespace orbweaver::corba {

/// An id that no ORB of the process has had.
[[nodiscard]] std::string unused_orb_id();

struct OrbOfId {
  std::shared_ptr<CORBA::ORB> orb;
  bool is_new;
};
/// The ORB with that id, or a new one from `make` if there is none that can be used: in a child of
/// fork(2) the parent's cannot be. Throws what `make` throws. Threads: any, as all of these.
[[nodiscard]] OrbOfId orb_with_id(const std::string& id,
                                  const std::function<std::shared_ptr<CORBA::ORB>()>& make);

/// Nil if the program has released the ORB.
[[nodiscard]] CORBA::object_reference<CORBA::ORB> orb_of(const engine::OrbCore& core);

}  // namespace orbweaver::corba
