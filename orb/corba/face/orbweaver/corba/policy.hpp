// SPDX-License-Identifier: Apache-2.0
// All policies but those of RT-CORBA's thread pools (rt.hpp). Each policy is looked up in this
// order, and the first place that has it decides:
//
//   client side   the reference (with_policies), the thread (PolicyCurrent), the ORB
//                 (ORBPolicyManager, which begins with the -ORB options)
//   server side   the adapter (POA::create_POA), the -ORB options
#pragma once
#include <orbweaver/corba/extension_policies.hpp>
#include <orbweaver/corba/messaging.hpp>
#include <orbweaver/corba/poa_policies.hpp>
#include <orbweaver/corba/policy_base.hpp>
