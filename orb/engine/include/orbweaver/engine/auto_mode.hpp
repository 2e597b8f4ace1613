// SPDX-License-Identifier: Apache-2.0
// Auto mode: what an ORB chooses for its machine, if no option says otherwise. See
// docs/understand/auto-mode.md.
//
//   os::this_machine() ─► decide() ◄─ Options, with the options that were given
//                            ├─► Options: nothing is automatic any more
//                            └─► Choices: each with its reason, readable
//
// Pure: no system calls, no clock. The transport of a connection depends on the reference, too, and
// is chosen when the connection is made (orb/client/src/endpoint_selection.hpp).
#pragma once
#include <orbweaver/base/choice.hpp>
#include <orbweaver/os/machine.hpp>
#include <orbweaver/wire/options.hpp>

#include <vector>

namespace orbweaver::engine {

struct Decision {
  wire::Options options;
  std::vector<Choice> choices;
  unsigned processors = 1;  // of the machine
};

/// Does not change an option that Options::given names. It may lower other limits in bytes, but
/// never raises them.
[[nodiscard]] Decision decide(wire::Options options, const os::Machine& machine);

}  // namespace orbweaver::engine
