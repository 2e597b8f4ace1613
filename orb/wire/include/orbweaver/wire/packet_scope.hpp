// Which packet the calls of this thread carry: its stamp travels beside them
// (giop::kContextPacket).
#pragma once
#include <orbweaver/giop/packet_stamp.hpp>

#include <utility>

namespace orbweaver::wire {

/// As long as it lives, calls of the thread that made it carry `stamp`. Lives on the stack. Nests.
class PacketScope {
 public:
  /// Null: calls carry none. `stamp` outlives the scope.
  explicit PacketScope(const giop::PacketStamp* stamp) noexcept
      : outer_(std::exchange(current_, stamp)) {}
  ~PacketScope() { current_ = outer_; }
  PacketScope(const PacketScope&) = delete;
  PacketScope& operator=(const PacketScope&) = delete;

  /// That of the calling thread; null: none.
  [[nodiscard]] static const giop::PacketStamp* current() noexcept { return current_; }

 private:
  inline static constinit thread_local const giop::PacketStamp* current_ = nullptr;

  const giop::PacketStamp* outer_;
};

}  // namespace orbweaver::wire
