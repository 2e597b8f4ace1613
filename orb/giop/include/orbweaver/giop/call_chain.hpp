// The calls that a request is part of: a service context of Orbweaver, which other ORBs ignore
// (CORBA 3.3 Part 2, 9.8.1). It lets a request enter the lane of an object whose servant waits for
// the very call that led to it: docs/ordering.md, "A call that comes back".
//
//   kContextChain  [ encapsulation: byte order, 7 octets of padding | tokens, the outermost first ]
//
// A token names one call. It is 16 random octets, made by the caller's ORB, and known only to those
// whom the call has reached.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <array>
#include <cstdint>

namespace orbweaver::giop {

/// "OWC" and a version.
inline constexpr std::uint32_t kContextChain = 0x4f574301;

using CallToken = std::array<std::byte, 16>;

/// Where the first token stands in the data of the context.
inline constexpr std::size_t kFirstTokenAt = 8;

/// A chain that grows longer forgets its outermost tokens.
inline constexpr std::size_t kMostTokens = 16;

/// What a request carries, or nothing. A value: the tokens one behind the other.
class CallChain {
 public:
  // Clearing what is not used would cost more than the rest.
  // NOLINTNEXTLINE(*-member-init,modernize-use-equals-default)
  CallChain() noexcept {}
  /// From the data of a context. Empty if they do not fit, or are more than kMostTokens.
  [[nodiscard]] static CallChain read(Bytes data) noexcept;

  /// The next one in.
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
