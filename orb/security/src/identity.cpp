// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/identity.hpp>

#include <orbweaver/base/log_limit.hpp>

#include <algorithm>

namespace orbweaver::security {

namespace {

// The number of a process names it no longer than it runs: the system may give it to a program of
// another user then. So it adds to the proof of the user, and proves nothing by itself.
std::vector<std::string> texts_of_process(const Identity& identity) {
  std::vector texts{"user:" + std::to_string(identity.user),
                    "group:" + std::to_string(identity.group)};
  if (identity.is_self && identity.process > 0)
    texts.push_back("process:" + std::to_string(identity.process));
  return texts;
}

std::vector<std::string> texts_of_certificate(const Identity& identity) {
  auto texts = identity.names;
  texts.push_back("subject:" + identity.subject);
  return texts;
}

// A host name may be that of several programs.
const std::string& best_name_of(const Identity& identity) {
  const auto is_uri = [](const std::string& name) { return name.starts_with("uri:"); };
  const auto uri = std::ranges::find_if(identity.names, is_uri);
  if (uri != identity.names.end()) return *uri;
  return identity.names.empty() ? identity.subject : identity.names.front();
}

}  // namespace

std::vector<std::string> texts_of(const Identity& identity) {
  if (identity.proof == Identity::Proof::none) return {"anonymous"};
  auto texts = identity.proof == Identity::Proof::process ? texts_of_process(identity)
                                                          : texts_of_certificate(identity);
  if (identity.is_self) texts.emplace_back("self");
  return texts;
}

std::string to_string(const Identity& identity) {
  constexpr std::size_t kMost = 200;
  switch (identity.proof) {
    case Identity::Proof::none:
      break;
    case Identity::Proof::process:
      return "user " + std::to_string(identity.user) +
             (identity.process == 0 ? " (a process of another container)"
                                    : " (process " + std::to_string(identity.process) + ")");
    case Identity::Proof::certificate:
      return printable(best_name_of(identity), kMost);
  }
  return "anonymous";
}

}  // namespace orbweaver::security
