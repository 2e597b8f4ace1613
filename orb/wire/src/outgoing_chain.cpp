// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/outgoing_chain.hpp>

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/os/fork.hpp>
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/os/random.hpp>
#include <orbweaver/wire/servant_frame.hpp>

#include <algorithm>
#include <system_error>

namespace orbweaver::wire {

namespace {

// Random octets for tokens. They are taken from the system in large pieces, which cost little more
// than one token.
class TokenStock {
 public:
  /// Returns nothing if the system gives no random octets.
  std::optional<giop::CallToken> take() {
    if (!has_some() && !refill()) return std::nullopt;
    giop::CallToken token;
    const auto unused = MutableBytes{octets_}.subspan(next_, token.size());
    std::ranges::copy(unused, token.begin());
    std::ranges::fill(unused, std::byte{});  // a secret stands in one place only
    next_ += token.size();
    return token;
  }

 private:
  // A child of fork(2) must not use the octets of its parent.
  [[nodiscard]] bool has_some() const noexcept {
    return next_ < octets_.size() && generation_ == os::fork_generation();
  }
  bool refill() try {
    os::fill_with_random(octets_);
    generation_ = os::fork_generation();
    next_ = 0;
    return true;
  } catch (const std::system_error& error) {
    static LogLimit limit;
    warn_seldom(limit,
                "no random octets ({}): calls that come back to an object which waits for them "
                "will wait for its lane",
                error.what());
    return false;
  }

  std::array<std::byte, 32 * sizeof(giop::CallToken)> octets_{};
  std::size_t next_ = octets_.size();
  std::uint32_t generation_ = 0;
};

using TokensOfThisThread = os::PerThread<TokenStock, TokenStock>;

}  // namespace

std::optional<OutgoingChain> OutgoingChain::of_this_thread() {
  const auto* const frame = ServantFrame::innermost();
  if (frame == nullptr) return std::nullopt;
  std::optional<OutgoingChain> chain{std::in_place};
  if (!frame->chain().empty()) chain->tokens = giop::CallChain::read(frame->chain());
  if (dispatch::Lane::is_any_here()) chain->token = TokensOfThisThread::value().take();
  if (chain->token) chain->tokens.add(*chain->token);
  if (chain->tokens.is_empty()) chain.reset();
  return chain;
}

}  // namespace orbweaver::wire
