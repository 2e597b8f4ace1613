// SPDX-License-Identifier: Apache-2.0
// Orbweaver's extension: a servant that passes calls on to other objects learns of a request that
// came back to it, through whatever objects and processes of Orbweaver it went.
//
//   thread 1, process A   list of A: marks its call, and calls list of B
//   thread 2, process B   list of B: calls list of A, with the mark that came with its request
//   thread 3, process A   list of A: is_on_this_request(), so it does not call B once more
#pragma once
#include <orbweaver/giop/call_chain.hpp>
#include <orbweaver/wire/servant_frame.hpp>

namespace orbweaver::corba {

/// A value that no other mark has. Threads: any.
class CallMark {
 public:
  /// Throws NO_RESOURCES if the system gives no random octets.
  CallMark();

  /// Whether the request that the calling thread carries out was caused by a call with this mark.
  /// An ORB of another vendor on the way drops the mark; so do 16 further marks.
  [[nodiscard]] bool is_on_this_request() const noexcept;

  /// While this object lives, the calls of its thread have the mark. Lives on the stack; may be
  /// nested.
  class Scope {
   public:
    /// The mark need not outlive it. Adds to the marks that the request being carried out brought.
    explicit Scope(const CallMark& mark) noexcept
        : chain_(chain_with(mark)), frame_(nullptr, {}, chain_.data(), nullptr) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    [[nodiscard]] static giop::CallChain chain_with(const CallMark& mark) noexcept;

    const giop::CallChain chain_;
    const wire::ServantFrame frame_;
  };

 private:
  giop::CallToken token_{};
};

}  // namespace orbweaver::corba
