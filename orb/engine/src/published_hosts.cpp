// SPDX-License-Identifier: Apache-2.0
#include "published_hosts.hpp"

#include <orbweaver/base/log.hpp>

#include <mutex>

namespace orbweaver::engine {

std::string PublishedHosts::own() {
  const std::scoped_lock lock{mutex_};
  if (own_) return *own_;
  own_ = lookup_.name();
  if (lookup_.resolves(*own_)) return *own_;
  const auto address = lookup_.address();
  log().warn(
      "the name of this machine, '{}', does not resolve: references carry its address {} instead; "
      "-ORBendPointPublish names another",
      *own_, address);
  own_ = address;
  return *own_;
}

void PublishedHosts::check(const std::string& host) {
  const std::scoped_lock lock{mutex_};
  if (!checked_.insert(host).second || lookup_.resolves(host)) return;
  log().warn(
      "the host '{}' of -ORBendPointPublish does not resolve on this machine; a client for which "
      "it "
      "does not either gets TRANSIENT",
      host);
}

}  // namespace orbweaver::engine
