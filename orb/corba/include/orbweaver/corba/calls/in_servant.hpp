// Marks the threads that run user code of a servant, since some calls make no sense there: who
// waits for all requests to end must not be one of them.
#pragma once
#include <orbweaver/wire/servant_frame.hpp>

namespace orbweaver::corba {

/// Whether the calling thread is carrying out a request.
[[nodiscard]] inline bool is_in_servant() noexcept {
  return wire::ServantFrame::innermost() != nullptr;
}

/// As long as it lives, the thread that made it is in a servant. Nests.
class InServant : public wire::ServantFrame {
 public:
  /// In a request for `object`; null: in user code that serves none.
  explicit InServant(wire::CalledObject* object = nullptr) noexcept : ServantFrame(object) {}
};

}  // namespace orbweaver::corba
