// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/caller.hpp>

#include <orbweaver/wire/requesting_client.hpp>

namespace orbweaver::corba {

std::optional<Caller> Caller::current() {
  const auto* const client = wire::ClientScope::current();
  if (client == nullptr) return std::nullopt;
  return Caller{client->connection(), client->peer()};
}

}  // namespace orbweaver::corba
