// SPDX-License-Identifier: Apache-2.0
// The reply to a request.
#pragma once
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/giop/reply.hpp>

namespace orbweaver::client {

/// A reply as it was received. Keeps the bytes that `results` reads.
struct Reply {
  giop::Message message;
  giop::ReplyStatus status = giop::ReplyStatus::no_exception;
  cdr::Decoder results{Bytes{}};
};

}  // namespace orbweaver::client
