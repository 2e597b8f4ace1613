// Says which servers take no datagrams, where -ORBtransport udp asked for them.
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/wire/options.hpp>

#include <set>

namespace orbweaver::client {

/// Threads: any.
class DatagramNotices {
 public:
  /// A connection to `taken` was made for the object of `ior`. Writes a warning, once for each
  /// address, if the ORB was asked for datagrams and the reference offers none.
  void connected(const wire::Options& options, const giop::Ior& ior,
                 const transport::Address& taken);

 private:
  os::Mutex mutex_;
  std::set<transport::Address> warned_;
};

}  // namespace orbweaver::client
