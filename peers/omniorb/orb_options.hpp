// How the peer programs tune omniORB: all of it is here, so that a comparison can be judged.
#pragma once
#include <omniORB4/CORBA.h>

#include <string>
#include <vector>

namespace peer {

struct OrbOptions {
  std::vector<std::string> endpoints = {};
  int threads_per_connection = 100;
  unsigned call_timeout_ms = 0;  // 0: no limit
};

/// Fails: throws CORBA::INITIALIZE, e.g. if an endpoint is in use.
CORBA::ORB_var make_orb(const OrbOptions& options);

/// "BAD_PARAM, minor 7, completed: no"
std::string describe(const CORBA::SystemException& exception);

}  // namespace peer
