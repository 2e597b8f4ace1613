// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/caller.hpp>

#include <orbweaver/wire/requesting_client.hpp>

namespace orbweaver::corba {

namespace {

Caller::Proof proof_of(const security::Identity& identity) noexcept {
  using security::Identity;
  switch (identity.proof) {
    case Identity::Proof::process:
      return Caller::Proof::process;
    case Identity::Proof::certificate:
      return Caller::Proof::certificate;
    case Identity::Proof::none:
      break;
  }
  return Caller::Proof::none;
}

}  // namespace

std::optional<Caller> Caller::current() {
  const auto* const client = wire::ClientScope::current();
  if (client == nullptr) return std::nullopt;
  const auto identity = client->identity();
  return Caller{client->connection(), client->peer(), proof_of(*identity), texts_of(*identity)};
}

}  // namespace orbweaver::corba
