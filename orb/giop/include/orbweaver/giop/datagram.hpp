// SPDX-License-Identifier: Apache-2.0
// A request in a datagram: one whole GIOP message, one-way, with its number in a series.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/giop/message.hpp>
#include <orbweaver/giop/order_stamp.hpp>
#include <orbweaver/giop/request.hpp>

#include <string_view>

namespace orbweaver::giop {

/// Views of the datagram; valid as long as its bytes.
struct DatagramRequest {
  MessageHeader message;
  RequestHeader header;
  OrderStamp stamp;
  cdr::Decoder arguments{Bytes{}};
};

enum class DatagramError {
  not_one_message,  // no GIOP header, a part of a message, or more than one
  not_a_request,
  bad_request,    // the request header is wrong
  wants_a_reply,  // a request in a datagram gets no reply
  no_place,       // no number in a series, so its order is not known
};
[[nodiscard]] std::string_view describe(DatagramError error) noexcept;

[[nodiscard]] Result<DatagramRequest, DatagramError> read_datagram(Bytes datagram) noexcept;

}  // namespace orbweaver::giop
