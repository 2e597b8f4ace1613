// SPDX-License-Identifier: Apache-2.0
// Where one request goes: to the object that was called, or where a server sends it instead.
#pragma once
#include <orbweaver/client/reference.hpp>
#include <orbweaver/client/reply.hpp>
#include <orbweaver/client/route_state.hpp>

#include <memory>

namespace orbweaver::client {

class RequestMessage;

/// A step to another object writes the message again for that object, and lets the origin remember
/// the object. One route serves one request. Threads: one at a time.
class RequestRoute {
 public:
  /// `origin`, which was called, must outlive the route. Begins where its calls go now.
  explicit RequestRoute(Reference& origin) : origin_(origin), target_(&origin) {
    if (origin.is_forwarded()) [[unlikely]]
      start_elsewhere();
  }

  [[nodiscard]] const Reference& origin() const noexcept { return origin_; }
  [[nodiscard]] Reference& target() const noexcept { return *target_; }
  [[nodiscard]] bool is_elsewhere() const noexcept { return forwarded_ != nullptr; }

  /// Takes the object of a location forward as target. Fails: marshal; transient, if the new target
  /// cannot read the arguments as they were written: then the next call of the origin goes there.
  [[nodiscard]] Result<void, wire::CallFailure> follow(Reply& forward, RequestMessage& message);
  /// Keeps the target, and names it in the form that NEEDS_ADDRESSING_MODE wants. Fails: marshal.
  [[nodiscard]] Result<void, wire::CallFailure> address_otherwise(Reply& demand,
                                                                  RequestMessage& message);
  /// Makes the origin the target again, after the target was gone and the request did not run
  /// there. Returns false if the request may not go back.
  [[nodiscard]] bool go_back(RequestMessage& message);
  /// Makes the next object of the target's reference, or the origin, the target, after the target
  /// could not be reached. Returns false if there is no other object.
  [[nodiscard]] bool go_elsewhere(RequestMessage& message);

 private:
  void start_elsewhere();
  void sent_on(Reference::Forward forward);
  [[nodiscard]] Result<void, wire::CallFailure> go_to(Reference::Forward forward,
                                                      RequestMessage& message);

  Reference& origin_;
  std::shared_ptr<Reference> forwarded_;  // the target, if it is not origin_
  Reference* target_;
  RouteState state_;
};

}  // namespace orbweaver::client
