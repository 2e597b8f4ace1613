// SPDX-License-Identifier: Apache-2.0
// Work for a thread that would otherwise only wait.
#pragma once

namespace orbweaver {

/// Work that a thread does after it has sent a request, and before it waits for the reply. Lives on
/// the stack of the caller.
class Meanwhile {
 public:
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;
  /// Called at most once for each request, by the thread that sent it. May block: the request's
  /// deadline does not wait for it.
  virtual void run() noexcept = 0;

 protected:
  Meanwhile() = default;
  ~Meanwhile() = default;
};

}  // namespace orbweaver
