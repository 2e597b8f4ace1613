// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/bounded_call.hpp>

#include <orbweaver/wire/policies.hpp>

namespace orbweaver::corba {

CallsEndAfter::CallsEndAfter(Nanoseconds time) noexcept : before_(wire::thread_policies().timeout) {
  wire::thread_policies().timeout = time;
}

CallsEndAfter::~CallsEndAfter() { wire::thread_policies().timeout = before_; }

}  // namespace orbweaver::corba
