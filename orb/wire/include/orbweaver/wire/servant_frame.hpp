// Which request the calling thread is carrying out. Requests nest on a thread: a servant calls an
// object of its own ORB, which runs in the same thread.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <string>
#include <string_view>

namespace orbweaver::wire {

/// An object that requests are for, as far as log lines name it.
class CalledObject {
 public:
  /// "RootPOA/radio/tuner", "RootPOA/#3".
  [[nodiscard]] virtual std::string name() const = 0;

 protected:
  ~CalledObject() = default;
};

/// As long as it lives, the thread that made it is in a servant. Lives on the stack.
class ServantFrame {
 public:
  /// `object` is what the request is for; null in user code that is called by the ORB, but not for
  /// a request. The calls that it is part of are those of the frame around it.
  explicit ServantFrame(CalledObject* object) noexcept
      : ServantFrame(object, {}, innermost_ == nullptr ? Bytes{} : innermost_->chain_) {}
  /// `chain` is the data of giop::kContextChain that the request came with, or empty. It and
  /// `operation` outlive the frame.
  ServantFrame(CalledObject* object, std::string_view operation, Bytes chain) noexcept
      : object_(object), operation_(operation), chain_(chain), outer_(innermost_) {
    innermost_ = this;
  }
  ~ServantFrame() { innermost_ = outer_; }
  ServantFrame(const ServantFrame&) = delete;
  ServantFrame& operator=(const ServantFrame&) = delete;

  /// That of the calling thread; null outside of servants.
  [[nodiscard]] static const ServantFrame* innermost() noexcept { return innermost_; }
  [[nodiscard]] CalledObject* object() const noexcept { return object_; }
  /// Empty if the request did not come in a message.
  [[nodiscard]] std::string_view operation() const noexcept { return operation_; }
  /// Not checked yet: see giop::CallChain::read.
  [[nodiscard]] Bytes chain() const noexcept { return chain_; }
  [[nodiscard]] const ServantFrame* outer() const noexcept { return outer_; }

 private:
  inline static constinit thread_local const ServantFrame* innermost_ = nullptr;

  CalledObject* object_;
  std::string_view operation_;
  Bytes chain_;
  const ServantFrame* outer_;
};

}  // namespace orbweaver::wire
