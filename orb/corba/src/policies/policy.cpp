// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/policy.hpp>

namespace Messaging {

SyncScopePolicy::SyncScopePolicy(SyncScope scope) : scope_(scope) {
  if (scope < SYNC_NONE || scope > SYNC_WITH_TARGET)
    throw CORBA::INV_POLICY(0, CORBA::CompletionStatus::COMPLETED_NO,
                            "a sync scope is 0, 1, 2 or 3");
}

}  // namespace Messaging

namespace orbweaver::corba {

SendOverflowPolicy::SendOverflowPolicy(SendOverflow overflow) : overflow_(overflow) {
  if (overflow > SendOverflow::drop_oldest)
    throw CORBA::INV_POLICY(0, CORBA::CompletionStatus::COMPLETED_NO,
                            "a send overflow is block, fail or drop_oldest (0, 1 or 2)");
}

OrderWindowPolicy::OrderWindowPolicy(const OrderWindow& window) : window_(window) {
  if (window.wait && *window.wait < Nanoseconds::zero())
    throw CORBA::INV_POLICY(0, CORBA::CompletionStatus::COMPLETED_NO,
                            "an order window cannot wait for less than 0 ns");
}

}  // namespace orbweaver::corba
