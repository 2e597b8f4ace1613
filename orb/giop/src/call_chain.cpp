// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/call_chain.hpp>

#include <orbweaver/cdr/byte_order.hpp>

#include <algorithm>
#include <cstring>

namespace orbweaver::giop {

// A token has no byte order: that of the encapsulation says nothing about it.
CallChain CallChain::read(Bytes data) noexcept {
  CallChain chain;
  if (data.size() < kFirstTokenAt || data[0] > std::byte{1}) return chain;
  const auto tokens = data.subspan(kFirstTokenAt);
  const auto count = tokens.size() / kTokenSize;
  if (tokens.size() % kTokenSize != 0 || count > kMostTokens) return chain;
  std::ranges::copy(data, chain.octets_.begin());
  chain.tokens_ = count;
  return chain;
}

void CallChain::add(const CallToken& token) noexcept {
  if (tokens_ == 0) {
    std::ranges::fill_n(octets_.begin(), kFirstTokenAt, std::byte{0});
    octets_[0] = std::byte{cdr::kNativeOrder == cdr::ByteOrder::little};
  }
  if (tokens_ == kMostTokens) {
    std::memmove(&octets_[kFirstTokenAt], &octets_[kFirstTokenAt + kTokenSize],
                 end() - kFirstTokenAt - kTokenSize);
    --tokens_;
  }
  std::memcpy(&octets_[end()], token.data(), kTokenSize);
  ++tokens_;
}

bool CallChain::holds(Bytes token) const noexcept {
  if (token.size() != kTokenSize) return false;
  bool found = false;
  for (auto at = kFirstTokenAt; at < end(); at += kTokenSize) {
    std::byte difference{};
    for (std::size_t i = 0; i < kTokenSize; ++i) difference |= octets_[at + i] ^ token[i];
    found |= difference == std::byte{};
  }
  return found;
}

}  // namespace orbweaver::giop
