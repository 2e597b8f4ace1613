// SPDX-License-Identifier: Apache-2.0
// TAO under the name that the classic programs include.
#pragma once
#include <tao/DynamicInterface/Request.h>
#include <tao/ORB.h>
#include <tao/PortableServer/PortableServer.h>
#include <tao/SystemException.h>

namespace peer {

/// What the reply to a dynamic request raised and its invoke() did not throw: it throws all.
inline CORBA::Exception* kept_exception(CORBA::Request_ptr) { return nullptr; }

}  // namespace peer
