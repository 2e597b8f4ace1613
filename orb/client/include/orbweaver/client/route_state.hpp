// SPDX-License-Identifier: Apache-2.0
// Whether a request that was sent elsewhere may go back to the object that was called: pure
// decisions.
//
//                   sent_on: for_now               goes_back
//     at_origin ─────────────────────────► for_now ───────────► back_at_origin
//         │                                 │   ▲                     │ sent_on,
//         │ sent_on: permanently,           │   │ sent_on:            │ takes_alternative
//         │ takes_alternative               ▼   │ for_now             ▼
//         └─────────────────────────────► for_good               once_more
//                        from for_now also by stays          stays so for good
//
// What stays true: a request goes back once at most. Otherwise a server that forwards to an object
// which is gone would get the request again and again.
#pragma once
#include <orbweaver/giop/reply.hpp>

namespace orbweaver::client {

class RouteState {
 public:
  enum class Position {
    at_origin,
    for_now,         // elsewhere, and may go back
    for_good,        // elsewhere
    back_at_origin,  // the other target was gone
    once_more,       // elsewhere, after it had been back
  };

  [[nodiscard]] constexpr Position position() const noexcept { return position_; }
  [[nodiscard]] constexpr bool may_go_back() const noexcept {
    return position_ == Position::for_now;
  }

  /// A server, or what the reference remembers, sends the request elsewhere.
  constexpr void sent_on(giop::Permanence permanence) noexcept {
    go(permanence == giop::Permanence::for_now ? Position::for_now : Position::for_good);
  }
  /// The target cannot be reached: the next object that its reference names is tried instead.
  constexpr void takes_alternative() noexcept { go(Position::for_good); }
  /// The request that was written for this server cannot be read at the origin, so it stays.
  /// Requires: may_go_back().
  constexpr void stays() noexcept { position_ = Position::for_good; }
  /// The request goes back to the origin. Requires: may_go_back().
  constexpr void goes_back() noexcept { position_ = Position::back_at_origin; }

 private:
  constexpr void go(Position position) noexcept {
    const bool has_been_back =
        position_ == Position::back_at_origin || position_ == Position::once_more;
    position_ = has_been_back ? Position::once_more : position;
  }

  Position position_ = Position::at_origin;
};

}  // namespace orbweaver::client
