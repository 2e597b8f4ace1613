// SPDX-License-Identifier: Apache-2.0
// The packet that the calls of this thread belong to: its stamp and metadata are sent with each
// call (giop::kContextPacket, kContextMetadata). Also the work that the thread does while it waits
// for the reply to such a call.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/meanwhile.hpp>
#include <orbweaver/giop/packet_stamp.hpp>
#include <orbweaver/os/per_thread.hpp>

#include <utility>

namespace orbweaver::wire {

/// As long as it lives, calls of the thread that made it carry `stamp` and `metadata`. Lives on the
/// stack. Nests.
class PacketScope {
 public:
  /// If `stamp` is null and `metadata` is empty, calls carry none. `metadata`: a multiple of 8
  /// octets. All three outlive the scope; for `meanwhile` see run_meanwhile().
  explicit PacketScope(const giop::PacketStamp* stamp, Meanwhile* meanwhile = nullptr,
                       Bytes metadata = {}) noexcept
      : stamp_(stamp),
        metadata_(metadata),
        meanwhile_(meanwhile),
        outer_(std::exchange(current_here(), this)) {}
  ~PacketScope() { current_here() = outer_; }
  PacketScope(const PacketScope&) = delete;
  PacketScope& operator=(const PacketScope&) = delete;

  /// The stamp for calls of the calling thread; null: none.
  [[nodiscard]] static const giop::PacketStamp* current() noexcept {
    return current_here() == nullptr ? nullptr : current_here()->stamp_;
  }
  /// The metadata for calls of the calling thread; empty: none.
  [[nodiscard]] static Bytes current_metadata() noexcept {
    return current_here() == nullptr ? Bytes{} : current_here()->metadata_;
  }
  /// Call it after a request has left, and before the thread waits for its reply. Runs the
  /// `meanwhile` of the innermost scope, at most once. While it runs, the thread has no scope.
  static void run_meanwhile() noexcept {
    if (current_here() == nullptr || current_here()->meanwhile_ == nullptr) [[likely]]
      return;
    auto* const meanwhile = std::exchange(current_here()->meanwhile_, nullptr);
    const PacketScope outside(nullptr);
    meanwhile->run();
  }

 private:
  static PacketScope*& current_here() noexcept {
    return os::PerThread<PacketScope*, PacketScope>::value();
  }

  const giop::PacketStamp* const stamp_;
  const Bytes metadata_;
  Meanwhile* meanwhile_;
  PacketScope* const outer_;
};

}  // namespace orbweaver::wire
