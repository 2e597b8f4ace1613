// SPDX-License-Identifier: Apache-2.0
#include "wire_watch.hpp"

#include "corba.hpp"

// Each needs the one before it.
// clang-format off
#include <omniORB4/omniInterceptors.h>
#include <omniORB4/internal/giopStream.h>
#include <omniORB4/internal/giopStrand.h>
#include <omniORB4/internal/GIOP_S.h>
// clang-format on

#include <atomic>
#include <cstring>

namespace component_client {

namespace {

std::atomic<std::uint64_t> with_reply, without_reply;

CORBA::Boolean look(omni::omniInterceptors::serverReceiveRequest_T::info_T& request) {
  if (std::strcmp(request.operation(), "pushPacket") == 0)
    ++(request.giop_s.response_expected() ? with_reply : without_reply);
  return true;
}

}  // namespace

void watch_pushes() { omniORB::getInterceptors()->serverReceiveRequest.add(look); }

Pushes pushes_so_far() { return {with_reply, without_reply}; }

}  // namespace component_client
