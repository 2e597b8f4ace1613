// Which request the calling thread is carrying out. Requests nest on a thread: a servant calls an
// object of its own ORB, which runs in the same thread.
#pragma once

namespace orbweaver::engine {

class ActiveObject;

/// As long as it lives, the thread that made it is in a servant. Lives on the stack.
class ServantFrame {
 public:
  /// `object` is what the request is for; null in user code that is called by the ORB, but not for
  /// a request.
  explicit ServantFrame(ActiveObject* object) noexcept : object_(object), outer_(innermost_) {
    innermost_ = this;
  }
  ~ServantFrame() { innermost_ = outer_; }
  ServantFrame(const ServantFrame&) = delete;
  ServantFrame& operator=(const ServantFrame&) = delete;

  /// That of the calling thread; null outside of servants.
  [[nodiscard]] static const ServantFrame* innermost() noexcept { return innermost_; }
  [[nodiscard]] ActiveObject* object() const noexcept { return object_; }

 private:
  inline static constinit thread_local const ServantFrame* innermost_ = nullptr;

  ActiveObject* object_;
  const ServantFrame* outer_;
};

}  // namespace orbweaver::engine
