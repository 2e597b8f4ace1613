// SPDX-License-Identifier: Apache-2.0
#include "order_series.hpp"

#include <orbweaver/os/blocked_thread.hpp>

namespace orbweaver::client {

OrderSeries::Sending::Sending(OrderSeries& series, Deadline deadline) : series_(series) {
  std::unique_lock lock(series.mutex_);
  const auto is_free = [&] { return !series.is_taken_; };
  is_mine_ = os::wait_as_blocked(series.sending_ended_, lock, deadline, is_free);
  if (is_mine_) series.is_taken_ = true;
}

OrderSeries::Sending::~Sending() {
  if (!is_mine_) return;
  {
    const std::lock_guard lock(series_.mutex_);
    series_.is_taken_ = false;
  }
  series_.sending_ended_.notify_one();
}

}  // namespace orbweaver::client
