#include "datagram_notices.hpp"

#include "endpoint_selection.hpp"

#include <orbweaver/base/log.hpp>

#include <algorithm>

namespace orbweaver::client {

namespace {

bool offers_datagrams(const giop::Ior& ior) {
  return std::ranges::any_of(usable_profiles(ior), [](const giop::IiopProfile& profile) {
    return std::ranges::any_of(profile.components, [](const giop::TaggedComponent& component) {
      return giop::read_udp_component(component).has_value();
    });
  });
}

}  // namespace

void DatagramNotices::connected(const wire::Options& options, const giop::Ior& ior,
                                const transport::Address& taken) {
  if (options.transport != wire::TransportChoice::udp || offers_datagrams(ior)) return;
  {
    const std::lock_guard lock(mutex_);
    if (!warned_.insert(taken).second) return;
  }
  log().warn(
      "-ORBtransport udp: the server at {} offers no datagrams, so one-way calls take that "
      "connection; a server that starts with -ORBendPoint giop:udp:HOST:PORT offers them",
      to_string(taken));
}

}  // namespace orbweaver::client
