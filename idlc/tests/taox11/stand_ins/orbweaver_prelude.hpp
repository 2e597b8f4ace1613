// SPDX-License-Identifier: Apache-2.0
// What each file that TAOX11 generates brings along. Compiled once for all sources.
#pragma once
#include <ace/ace_names.h>
#include <testlib/taox11_testlog.h>
#include <orbweaver/corba/any.hpp>
#include <orbweaver/corba/async.hpp>
#include <orbweaver/corba/bounded.hpp>
#include <orbweaver/corba/elements.hpp>
#include <orbweaver/corba/fixed.hpp>
#include <orbweaver/corba/native.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/orb_idl.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/poa_current.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/policy_values.hpp>
#include <orbweaver/corba/servant.hpp>
#include <orbweaver/corba/type_code_factory.hpp>
#include <orbweaver/corba/union.hpp>
#include <orbweaver/corba/value.hpp>

#include <cstdint>
#include <sstream>
#include <string>
