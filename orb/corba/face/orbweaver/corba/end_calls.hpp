// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: lets a program that serves end without waiting for other processes.
#pragma once

namespace CORBA {
class ORB;
}

namespace orbweaver::corba {

/// Ends the calls of this ORB to other processes that are under way, with COMM_FAILURE, and refuses
/// later ones. The ORB still serves. For a program that is about to destroy() the ORB, which waits
/// for all requests that were accepted, and so for what their servants wait for.
/// Blocks: while a connection is being made (-ORBconnectTimeout). Does nothing to an ORB that has
/// been shut down.
void end_calls(CORBA::ORB& orb);

}  // namespace orbweaver::corba
