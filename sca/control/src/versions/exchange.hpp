// SPDX-License-Identifier: Apache-2.0
// One version of an application takes the place of another.
#pragma once
#include <orbweaver/control/versions.hpp>

#include "versions/make.hpp"

namespace orbweaver::control {

struct Exchanged {
  std::string identifier;    // of the new one
  std::string problem;       // with the release of the other one; empty: none
  bool runs_beside = false;  // the other one is not released
};

/// `to`, whose files are in the domain, is installed, created and started (unless `wanted` says
/// otherwise), and `target` released. If that fails, `target` goes on, or is made and started
/// again; the failure says what became of it. NotMade::may_be_there: files of `to` are to stay.
/// Throws Failed: then nothing was changed.
[[nodiscard]] Result<Exchanged, NotMade> exchange(const Domain& domain,
                                                  const ApplicationTarget& target,
                                                  const ApplicationVersion& to,
                                                  const Exchange& wanted);

}  // namespace orbweaver::control
