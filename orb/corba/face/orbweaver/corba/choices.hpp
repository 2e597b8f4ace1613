// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: the choices that a program makes for objects and calls, as plain values.
// Policies (extension_policies.hpp), POA::activate_object() and the options of ports take them.
#pragma once
#include <orbweaver/wire/policies.hpp>

namespace orbweaver::corba {

/// Which thread runs a request of an object. `connection`: the thread that has read it. `pool`: any
/// thread of the pool, so requests may overtake each other. `lane`: threads of the pool, one
/// request of an object at a time, in order.
using Dispatch = wire::Dispatch;

/// How a call to an object of the same ORB is made. `direct`: a plain call in the caller's thread.
/// `queued`: through the object's lane, without marshalling. `off`: as if the object were remote.
using Collocation = wire::Collocation;

/// When a call of a two-way operation that returns nothing asks for no reply. `never`: the client
/// waits for each reply. `if_ordered`: to servers that promise order and flow control. `always`:
/// whatever the server promises.
using NoResponse = wire::NoResponse;

}  // namespace orbweaver::corba
