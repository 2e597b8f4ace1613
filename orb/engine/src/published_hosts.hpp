// SPDX-License-Identifier: Apache-2.0
// The hosts that references name. A client that cannot look a host up does not reach the server,
// and does not know why; so the server looks it up itself, once.
#pragma once
#include <orbweaver/os/mutex.hpp>

#include <optional>
#include <set>
#include <string>

namespace orbweaver::engine {

/// The questions to the system; a test answers them itself.
struct HostLookup {
  std::string (*name)();
  bool (*resolves)(const std::string& host);  // blocks while it is looked up
  std::string (*address)();
};

/// Threads: any. Blocks: the first call for a host, while that is looked up.
class PublishedHosts {
 public:
  explicit PublishedHosts(HostLookup lookup) noexcept : lookup_(lookup) {}

  /// For listeners on every interface: this machine's name. If that does not resolve, the machine's
  /// address, and the log says so.
  [[nodiscard]] std::string own();
  /// The log says so if a host that the user chose does not resolve here. It stays: it may resolve
  /// where the clients are.
  void check(const std::string& host);

 private:
  const HostLookup lookup_;
  os::Mutex mutex_;
  std::optional<std::string> own_;  // requires mutex_
  std::set<std::string> checked_;   // requires mutex_
};

}  // namespace orbweaver::engine
