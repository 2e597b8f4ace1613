// SPDX-License-Identifier: Apache-2.0
// What the layer above passes through a Decoder to the code that turns bytes into objects.
#pragma once
#include <memory>

namespace orbweaver::cdr {

/// An ORB, for example. The decoder does not use it. A value that keeps bytes, to decode them
/// later, keeps a share of it. Threads: any.
class DecodeContext {
 public:
  DecodeContext(const DecodeContext&) = delete;
  DecodeContext& operator=(const DecodeContext&) = delete;
  /// Does not keep the context alive.
  [[nodiscard]] virtual std::weak_ptr<DecodeContext> weak_context() noexcept = 0;

 protected:
  DecodeContext() = default;
  ~DecodeContext() = default;
};

}  // namespace orbweaver::cdr
