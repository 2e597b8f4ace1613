// SPDX-License-Identifier: Apache-2.0
// How the peer programs tune their ORB. All of it is in orb_options.cpp, which each ORB of the
// classic mapping has for itself, so that a comparison can be judged.
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
  std::string sync = "transport";      // scope of one-way calls, one of offers.hpp
  std::vector<std::string> more = {};  // options of the ORB, in its own words
  // TLS, of omniORB's bench programs alone: the authority's certificate; one's own, and its key.
  std::string authority_file = {};
  std::string key_file = {};
};

/// Fails: throws a CORBA::SystemException, e.g. if an endpoint is in use.
CORBA::ORB_var make_orb(const OrbOptions& options);

/// "BAD_PARAM, minor 7, completed: no"
std::string describe(const CORBA::SystemException& exception);

/// Whether a call took longer than `call_timeout_ms`.
bool is_timeout(const CORBA::SystemException& exception);

}  // namespace peer
