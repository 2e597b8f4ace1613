// SPDX-License-Identifier: Apache-2.0
// The calls that led to a request: a service context of Orbweaver, which other ORBs ignore (CORBA
// 3.3 Part 2, 9.8.1). A servant may wait for a call that leads back to the servant's own object.
// With this context the request may enter the object's lane meanwhile: docs/understand/ordering.md,
// "A call that comes back".
//
//   kContextChain  [ encapsulation: byte order, 7 octets of padding | tokens, the outermost first ]
//
// A token identifies one call. It is 16 random octets, made by the caller's ORB. Only processes
// that the call has reached know it.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <array>
#include <cstdint>

namespace orbweaver::giop {

/// "OWC" and a version.
inline constexpr std::uint32_t kContextChain = 0x4f574301;

using CallToken = std::array<std::byte, 16>;

/// The offset of the first token in the data of the context.
inline constexpr std::size_t kFirstTokenAt = 8;

/// If a chain gets longer, its outermost tokens are dropped.
inline constexpr std::size_t kMostTokens = 16;

/// The tokens of a request, one after the other; may be empty. A value type.
class CallChain {
 public:
  // Leaves octets_ uninitialised: clearing it would take longer than all else here.
  // NOLINTNEXTLINE(*-member-init,modernize-use-equals-default)
  CallChain() noexcept {}
  /// Reads the data of a context. Empty if they are wrong, or hold more than kMostTokens.
  [[nodiscard]] static CallChain read(Bytes data) noexcept;

  /// Adds the token of the innermost call.
  void add(const CallToken& token) noexcept;
  [[nodiscard]] bool is_empty() const noexcept { return tokens_ == 0; }
  /// The data of a context; valid as long as this object, up to the next add().
  [[nodiscard]] Bytes data() const noexcept { return Bytes{octets_}.first(end()); }
  /// Takes the same time for each token, so that a peer cannot guess it octet by octet.
  [[nodiscard]] bool holds(Bytes token) const noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return tokens_; }

 private:
  static constexpr std::size_t kTokenSize = sizeof(CallToken);
  [[nodiscard]] std::size_t end() const noexcept { return kFirstTokenAt + tokens_ * kTokenSize; }

  std::size_t tokens_ = 0;
  std::array<std::byte, kFirstTokenAt + kMostTokens * kTokenSize>
      octets_;  // the first end() are set
};

}  // namespace orbweaver::giop
