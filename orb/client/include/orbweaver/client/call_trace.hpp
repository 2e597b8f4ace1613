// -ORBtrace calls: what the log says of one call.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/client/client.hpp>
#include <orbweaver/client/reference.hpp>
#include <orbweaver/wire/failure.hpp>

#include <string>
#include <string_view>

namespace orbweaver::client {

/// `call` is what is called, readable: where the call goes. A peer says by what connection.
class CallTrace {
 public:
  /// Whether calls to `target` are traced; if not, the rest is not for it.
  [[nodiscard]] static bool is_on(const Reference& target) noexcept {
    return target.client().options().trace.calls;
  }

  /// The request leaves now: the time of the reply counts from here.
  void begin() noexcept { since_ = now(); }
  static void request(std::string_view direction, std::string_view peer, std::string_view call,
                      std::size_t bytes);
  void reply(Bytes reply, std::string_view peer, std::string_view call) const;
  void failure(const wire::CallFailure& failure, std::string_view call) const;

 private:
  TimePoint since_;
};

}  // namespace orbweaver::client
