// Requests for one object that lie behind each other at a reader: they run in a row, so that what
// it costs to enter the object's lane and to be looked after meanwhile is paid once.
#pragma once
#include <orbweaver/base/chunk.hpp>
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/giop/request.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace orbweaver::server {

/// A request, and what its header and arguments look into. Stays where it is.
struct WholeRequest {
  Frame frame;
  giop::RequestHeader header;
  cdr::Decoder arguments;
};

/// Lives on the stack of the reading thread. A row is all taken from the connection before its
/// first request runs: meanwhile another thread may read there.
class RequestRow {
 public:
  /// As many as a lane runs in one turn, with the first request, which is not in here.
  static constexpr std::size_t kMost = 15;

  /// Takes the frame if it is a plain request, whole, for the object `key`, that wants no reply
  /// before it has run. What is something else, or broken, stays the caller's.
  [[nodiscard]] bool take(Frame& frame, Bytes key, std::size_t max_message_size);
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
