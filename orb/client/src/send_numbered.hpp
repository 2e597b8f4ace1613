// SPDX-License-Identifier: Apache-2.0
// Sends a message with the next number of its series. No other thread sends one of that series
// meanwhile.
#pragma once
#include "order_series.hpp"

#include <orbweaver/client/request_message.hpp>
#include <orbweaver/giop/order_stamp.hpp>

#include <new>

namespace orbweaver::client {

[[nodiscard]] inline wire::CallFailure not_sent_in_time() {
  return {wire::SystemExceptionKind::timeout, wire::Minor::queue_full, giop::Completion::no,
          "other threads sent through the same reference (OrderedDelivery) for the whole call "
          "timeout"};
}

inline std::size_t RequestMessage::number_at() const noexcept {
  return fields_.first_context + giop::kOrderNumberAt;
}

template <class Send>
Result<void, wire::CallFailure> RequestMessage::send_numbered(Deadline deadline, Send send) {
  if (!series_) return send();
  OrderSeries::Sending sending(*series_, deadline);
  if (!sending.is_mine()) return unexpected(not_sent_in_time());
  const bool is_repeated = number_ != 0;
  if (!is_repeated) encoder_->patch(number_at(), sending.number());
  const auto keep_number = [&] {
    if (is_repeated) return;
    number_ = sending.number();
    sending.use_number();
  };
  // A request that failed and may have left, such as one in shared memory whose reader could not be
  // woken, keeps its number: the next one would be taken for its double.
  try {
    auto sent = send();
    if (sent || sent.error().completed != giop::Completion::no) keep_number();
    return sent;
  } catch (const std::bad_alloc&) {  // perhaps when it had left
    keep_number();
    throw;
  }
}

}  // namespace orbweaver::client
