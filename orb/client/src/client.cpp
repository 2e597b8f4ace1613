// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/client.hpp>

#include "client_connections.hpp"
#include "order_series.hpp"

#include <orbweaver/os/random.hpp>

namespace orbweaver::client {

Client::Client(const Parts& parts)
    : options_(parts.options),
      counters_(parts.counters),
      forwards_(parts.forwards),
      local_(parts.local),
      sync_scope_(options_.sync_scope),
      timeout_(options_.timeout),
      overflow_(options_.overflow),
      ordered_delivery_(options_.ordered_delivery),
      private_connection_(options_.private_connections),
      collocation_(options_.collocation),
      connections_(std::make_unique<ClientConnections>(parts.options, parts.counters, parts.choices,
                                                       parts.alarm, parts.notices)),
      series_seed_(os::random_number()) {}

Client::~Client() = default;

wire::CallPolicies Client::policies() const noexcept {
  return {sync_scope_.load(std::memory_order_relaxed), timeout_.load(std::memory_order_relaxed),
          overflow_.load(std::memory_order_relaxed),
          ordered_delivery_.load(std::memory_order_relaxed),
          private_connection_.load(std::memory_order_relaxed)};
}

void Client::set_policies(wire::CallPolicies policies) noexcept {
  if (policies.sync_scope) sync_scope_.store(*policies.sync_scope, std::memory_order_relaxed);
  if (policies.timeout) timeout_.store(*policies.timeout, std::memory_order_relaxed);
  if (policies.overflow) overflow_.store(*policies.overflow, std::memory_order_relaxed);
  if (policies.ordered_delivery)
    ordered_delivery_.store(*policies.ordered_delivery, std::memory_order_relaxed);
  if (policies.private_connection)
    private_connection_.store(*policies.private_connection, std::memory_order_relaxed);
}

// An odd factor makes different names of different counts.
std::shared_ptr<OrderSeries> Client::make_series() {
  constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
  const auto count = series_made_.fetch_add(1, std::memory_order_relaxed);  // only uniqueness
  return std::make_shared<OrderSeries>(series_seed_ + count * kGoldenRatio);
}

void Client::close(Deadline deadline) {
  connections_->close(deadline);
  reply_thread_.stop();
}

}  // namespace orbweaver::client
