#include <orbweaver/transport/poller.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/event_queue.hpp>

namespace orbweaver::transport {

namespace {

// Any token will do: it is looked at by nobody, as only stop() raises the event.
constexpr std::uint64_t kStopToken = 0;

}  // namespace

Poller::Poller() noexcept {
  auto queue = os::make_event_queue();
  auto event = os::make_event();
  auto ready =
      queue && event
          ? os::watch_always(queue->get(), event->get(), kStopToken)
          : Result<void, os::SystemError>{unexpected{queue ? event.error() : queue.error()}};
  if (!ready) {
    log().error("poller: {}", os::describe(ready.error()));
    return;
  }
  queue_ = std::move(*queue);
  stop_event_ = std::move(*event);
}

bool Poller::arm(int descriptor, std::uint64_t token) noexcept {
  return os::watch_once(queue_.get(), descriptor, token).has_value();
}

void Poller::remove(int descriptor) noexcept { os::unwatch(queue_.get(), descriptor); }

std::optional<std::uint64_t> Poller::wait() noexcept {
  const auto token = os::next_event(queue_.get());
  if (!token || is_stopped_) return std::nullopt;
  return *token;
}

void Poller::stop() noexcept {
  is_stopped_ = true;
  os::raise_event(stop_event_.get());
}

}  // namespace orbweaver::transport
