// Auto mode: what an ORB chooses for the machine that it runs on, where no option says otherwise.
// See docs/auto-mode.md.
//
//   os::this_machine() ─► decide() ◄─ Options, with what options said
//                            ├─► Options: nothing is automatic any more
//                            └─► Choices: what, and why, readable
//
// Pure: no system calls, no clock. Which way a connection takes depends on the reference as well,
// and is chosen when it is made (orb/client/src/endpoint_selection.hpp).
#pragma once
#include <orbweaver/os/machine.hpp>
#include <orbweaver/wire/choice.hpp>
#include <orbweaver/wire/options.hpp>

#include <vector>

namespace orbweaver::engine {

struct Decision {
  wire::Options options;
  std::vector<wire::Choice> choices;
};

/// Does not change an option that Options::given names. Another bound in bytes it may lower, but
/// never raises.
[[nodiscard]] Decision decide(wire::Options options, const os::Machine& machine);

}  // namespace orbweaver::engine
