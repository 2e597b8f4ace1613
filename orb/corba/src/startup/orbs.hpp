// The ORBs of the process, by their engines: a reference knows only its engine.
#pragma once
#include <orbweaver/corba/object.hpp>

namespace orbweaver::engine {
class OrbCore;
}

namespace orbweaver::corba {

/// Threads: any, for both.
void add_orb(const std::shared_ptr<CORBA::ORB>& orb);
/// Nil if the program has released the ORB.
[[nodiscard]] CORBA::object_reference<CORBA::ORB> orb_of(const engine::OrbCore& core);

}  // namespace orbweaver::corba
