// A stack for signal handlers: a thread whose own stack is full needs one to say what it died of.
#pragma once
#include <cstddef>
#include <memory>

namespace orbweaver::os {

/// Of the calling thread, while this lives. Nothing, if report_crashes() was not called, or if the thread
/// has one already, as a sanitizer gives it.
class AlternateStack {
 public:
  AlternateStack();
  ~AlternateStack();
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

 private:
  std::unique_ptr<std::byte[]> space_;  // null: it is none
};

}  // namespace orbweaver::os
