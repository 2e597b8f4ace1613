// SPDX-License-Identifier: Apache-2.0
// omniORB under the name that the classic programs include.
#pragma once
#include <omniORB4/CORBA.h>

namespace peer {

/// What the reply to a dynamic request raised and its invoke() did not throw; nil if nothing.
inline CORBA::Exception* kept_exception(CORBA::Request_ptr request) {
  return request->env()->exception();
}

}  // namespace peer
