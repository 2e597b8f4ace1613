// How the peer programs tune omniORB: all of it is here, so that a comparison can be judged.
#pragma once
#include "corba.hpp"

#include <string>
#include <vector>

namespace peer {

struct OrbOptions {
  std::vector<std::string> endpoints = {};
  int threads_per_connection = 100;
  unsigned call_timeout_ms = 0;                // 0: no limit
  std::string client_transports = "unix,tcp";  // in order of preference
  // Connections: a thread each, or a pool of this many threads for all (0: a thread each).
  int connection_pool_threads = 0;
  // Largest GIOP message, in bytes; omniORB's default.
  unsigned max_message_size = 2 << 20;
};

/// Fails: throws CORBA::INITIALIZE, e.g. if an endpoint is in use.
CORBA::ORB_var make_orb(const OrbOptions& options);

/// "BAD_PARAM, minor 7, completed: no"
std::string describe(const CORBA::SystemException& exception);

}  // namespace peer
