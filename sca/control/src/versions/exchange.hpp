// SPDX-License-Identifier: Apache-2.0
// Exchanges the running version of an application for another one.
#pragma once
#include <orbweaver/control/versions.hpp>

#include "versions/make.hpp"

namespace orbweaver::control {

struct Exchanged {
  std::string identifier;  // of the new application
  std::string problem;  // why the old application could not be released completely; empty: it was
  bool runs_beside = false;  // the old application still exists
};

/// Installs `to`, whose files are in the domain, creates and (unless `wanted` says otherwise)
/// starts it, and releases `target`. If that fails, `target` goes on, or is created and started
/// again; the failure says which. NotMade::may_be_there: the files of `to` must stay. Throws Failed
/// if nothing was changed.
[[nodiscard]] Result<Exchanged, NotMade> exchange(const Domain& domain,
                                                  const ApplicationTarget& target,
                                                  const ApplicationVersion& to,
                                                  const Exchange& wanted);

}  // namespace orbweaver::control
