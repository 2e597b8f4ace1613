// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/identity.hpp>

#include <orbweaver/base/log_limit.hpp>

namespace orbweaver::security {

std::vector<std::string> texts_of(const Identity& identity) {
  switch (identity.proof) {
    case Identity::Proof::none:
      break;
    case Identity::Proof::process: {
      std::vector texts{"user:" + std::to_string(identity.user),
                        "group:" + std::to_string(identity.group)};
      if (identity.process > 0) texts.push_back("process:" + std::to_string(identity.process));
      return texts;
    }
    case Identity::Proof::certificate: {
      auto texts = identity.names;
      texts.push_back("subject:" + identity.subject);
      return texts;
    }
  }
  return {"anonymous"};
}

std::string to_string(const Identity& identity) {
  constexpr std::size_t kMost = 200;
  switch (identity.proof) {
    case Identity::Proof::none:
      break;
    case Identity::Proof::process:
      return "user " + std::to_string(identity.user) + " (process " +
             std::to_string(identity.process) + ")";
    case Identity::Proof::certificate:
      return printable(identity.names.empty() ? identity.subject : identity.names.front(), kMost);
  }
  return "anonymous";
}

}  // namespace orbweaver::security
