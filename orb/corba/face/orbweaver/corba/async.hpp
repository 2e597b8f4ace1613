// SPDX-License-Identifier: Apache-2.0
// Asynchronous two-way calls (AMI). CORBA 3.3 Part 1, 17. See docs/understand/ami.md.
//
//   adder->sendc_add(handler, 1, 2);         // handler->add(3), or handler->add_excep(holder)
//   auto sum = adder->sendp_add(1, 2);       // Orbweaver's extension: use(sum.get()) waits for it
#pragma once
#include <orbweaver/corba/async_stub.hpp>
#include <orbweaver/corba/pending.hpp>
#include <orbweaver/corba/reply_handler.hpp>
#include <orbweaver/corba/typed_call.hpp>
