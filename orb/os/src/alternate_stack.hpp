// SPDX-License-Identifier: Apache-2.0
// A stack for signal handlers: a thread whose own stack is full needs one to say what it died of.
#pragma once
#include <cstddef>
#include <memory>

namespace orbweaver::os {

/// Gives the calling thread such a stack while this object lives. Does nothing if report_crashes()
/// was not called, or if the thread has one already, as under a sanitizer.
class AlternateStack {
 public:
  AlternateStack();
  ~AlternateStack();
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

 private:
  std::unique_ptr<std::byte[]> space_;  // null: this object made no stack
};

}  // namespace orbweaver::os
