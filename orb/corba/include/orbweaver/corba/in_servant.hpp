// SPDX-License-Identifier: Apache-2.0
// Marks the threads that run user code of a servant. Some calls are refused there: a request that
// waited for all requests to end would wait for itself.
#pragma once
#include <orbweaver/wire/servant_frame.hpp>

namespace orbweaver::corba {

/// Whether the calling thread runs a request.
[[nodiscard]] inline bool is_in_servant() noexcept {
  return wire::ServantFrame::innermost() != nullptr;
}

/// While this object lives, its thread counts as being in a servant. May be nested.
class InServant : public wire::ServantFrame {
 public:
  /// `object`: the object whose request runs; null in user code that serves no request.
  explicit InServant(wire::CalledObject* object = nullptr) noexcept : ServantFrame(object) {}
};

}  // namespace orbweaver::corba
