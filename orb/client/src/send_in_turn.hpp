// How a numbered message leaves: in a turn of its stream.
#pragma once
#include "order_stream.hpp"

#include <orbweaver/client/request_message.hpp>
#include <orbweaver/giop/order_stamp.hpp>

#include <new>

namespace orbweaver::client {

[[nodiscard]] inline wire::CallFailure no_turn() {
  return {wire::Exception::timeout, wire::Minor::queue_full, giop::Completion::no,
          "other threads sent through the same reference (OrderedDelivery) for the whole call "
          "timeout"};
}

inline std::size_t RequestMessage::number_at() const noexcept {
  return fields_.first_context + giop::kOrderNumberAt;
}

template <class Send>
Result<void, wire::CallFailure> RequestMessage::send_in_turn(Deadline deadline, Send send) {
  if (!stream_) return send();
  OrderStream::Turn turn(*stream_, deadline);
  if (!turn.is_mine()) return unexpected(no_turn());
  const bool is_repeated = number_ != 0;
  if (!is_repeated) encoder_->patch(number_at(), turn.number());
  const auto keep_number = [&] {
    if (is_repeated) return;
    number_ = turn.number();
    turn.use_number();
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
