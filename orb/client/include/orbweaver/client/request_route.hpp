// Where one request goes: to the object that was called, or where a server sends it instead.
#pragma once
#include <orbweaver/client/reference.hpp>
#include <orbweaver/client/reply.hpp>
#include <orbweaver/client/route_state.hpp>

#include <memory>

namespace orbweaver::client {

class RequestMessage;

/// A step to another place writes the message again, for that place, and lets the origin remember
/// it. Used as the request is: once, by one thread at a time.
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

  /// Goes where a location forward says. Fails: marshal; transient if what was written cannot be
  /// read there: the next call of the origin goes there.
  [[nodiscard]] Result<void, wire::CallFailure> follow(Reply& forward, RequestMessage& message);
  /// Stays where it is, with the object named as NEEDS_ADDRESSING_MODE says. Fails: marshal.
  [[nodiscard]] Result<void, wire::CallFailure> address_otherwise(Reply& demand,
                                                                  RequestMessage& message);
  /// The place is gone, and the request did not run there: back to the origin. False: it may not.
  [[nodiscard]] bool go_back(RequestMessage& message);
  /// The place cannot be reached: to the next object that its reference names, or back.
  [[nodiscard]] bool go_elsewhere(RequestMessage& message);

 private:
  void start_elsewhere();
  void sent_on(Reference::Forward forward);
  [[nodiscard]] Result<void, wire::CallFailure> go_to(Reference::Forward forward,
                                                      RequestMessage& message);

  Reference& origin_;
  std::shared_ptr<Reference> forwarded_;  // the place to which origin_ was forwarded, if any
  Reference* target_;
  RouteState state_;
};

}  // namespace orbweaver::client
