// SPDX-License-Identifier: Apache-2.0
// The end of an ORB that the program has released, perhaps without a thought of threads: by the
// destructor of a static object, in exit(), in a servant, or in a child of fork(2).
#pragma once
#include <memory>

namespace orbweaver::engine {

class OrbCore;

/// Shuts the ORB down. Three cases:
///   the usual one    blocks until it is shut down
///   by a servant, or another thread of Orbweaver's own: does not wait, since the end of the ORB is
///                    also the end of this very request or thread. Another thread waits for it.
///                    Under exit() the process ends meanwhile
///   in a child of fork(2), where the ORB is the parent's: does nothing, and keeps the ORB's memory
/// Threads: any.
void end_orb(std::shared_ptr<OrbCore> orb) noexcept;

}  // namespace orbweaver::engine
