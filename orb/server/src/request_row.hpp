// SPDX-License-Identifier: Apache-2.0
// Requests for one object that a reader has received one after the other. They run in a row, so
// that the object's lane is entered once, and the watch is informed once.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/giop/request.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace orbweaver::server {

class ActiveObject;
class CallerRights;

/// A request with the frame of which its header and arguments are views. It must not be moved.
struct WholeRequest {
  Frame frame;
  giop::RequestHeader header;
  cdr::Decoder arguments;
};

/// Lives on the stack of the reading thread. The whole row is taken from the connection before its
/// first request runs, as another thread may read the connection while requests run.
class RequestRow {
 public:
  /// The most requests of a row. With the first request, which is not in the row, that is as many
  /// as a lane runs in one turn.
  static constexpr std::size_t kMost = 15;

  /// Takes the frame if it is a whole request for `object`, which has this `key`, gets no reply
  /// before it has run, and is like one that the rules have allowed. Other or wrong frames stay the
  /// caller's.
  [[nodiscard]] bool take(Frame& frame, const ActiveObject& object, Bytes key, CallerRights& rights,
                          std::size_t max_message_size);
  [[nodiscard]] bool is_full() const noexcept { return size_ == kMost; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<std::optional<WholeRequest>> requests() noexcept {
    return std::span{requests_}.first(size_);
  }

 private:
  std::array<std::optional<WholeRequest>, kMost> requests_;
  std::size_t size_ = 0;
};

}  // namespace orbweaver::server
