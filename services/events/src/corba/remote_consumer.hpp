// SPDX-License-Identifier: Apache-2.0
// Calls a consumer that is a CORBA object.
//
// If its server promises order, all events of a batch but the last are sent as requests without a
// reply, which the ORB sends together. The last one is an asynchronous two-way call on the same
// connection: its reply acknowledges the whole batch, as the server executes the requests in order.
// Any other server may execute several requests of a connection at the same time, so it gets one
// two-way call at a time. No thread waits for a reply.
#pragma once
#include "core/consumer_end.hpp"

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/corba/CosEventComm.hpp>

#include <chrono>

namespace orbweaver::events {

using PushConsumer = CORBA::object_reference<CosEventComm::PushConsumer>;
using PushSupplier = CORBA::object_reference<CosEventComm::PushSupplier>;

/// Returns the policies for calls of consumers and suppliers: the timeout, and that an object of
/// this ORB is called through its lane and not on the calling thread.
[[nodiscard]] CORBA::PolicyList call_policies(std::chrono::milliseconds timeout);

class RemoteConsumer final : public ConsumerEnd {
 public:
  /// `consumer` must not be nil. Throws NO_IMPLEMENT for a local object.
  RemoteConsumer(const PushConsumer& consumer, std::chrono::milliseconds call_timeout);

  [[nodiscard]] std::size_t most_at_once() const noexcept override;
  void deliver(std::span<const Event> events, Done done) override;
  void say_goodbye() noexcept override;

 private:
  PushConsumer consumer_;
  bool keeps_order_;
};

}  // namespace orbweaver::events
