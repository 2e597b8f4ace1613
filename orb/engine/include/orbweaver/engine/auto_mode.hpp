// Auto mode: what an ORB chooses for the machine that it runs on, where nobody told it otherwise.
// See docs/auto-mode.md.
//
//   os::this_machine() ─► decide() ◄─ Options, with what was told
//                            ├─► Options: nothing is automatic any more
//                            └─► Choices: what, and why, for people
//
// Pure: no system calls, no clock. Which way a connection takes depends on the reference as well,
// and is chosen when it is made (src/client/ways.hpp).
#pragma once
#include <orbweaver/engine/choice.hpp>
#include <orbweaver/engine/options.hpp>
#include <orbweaver/os/machine.hpp>

#include <vector>

namespace orbweaver::engine {

struct Decision {
  Options options;
  std::vector<Choice> choices;
};

/// What Options::told names is kept. A bound in bytes that it does not name is lowered, never
/// raised.
[[nodiscard]] Decision decide(Options options, const os::Machine& machine);

}  // namespace orbweaver::engine
