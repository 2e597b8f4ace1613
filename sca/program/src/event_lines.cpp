#include <orbweaver/program/event_lines.hpp>

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace orbweaver::program {

void EventLines::write(const Json& event) {
  const auto line = event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  const std::scoped_lock lock{mutex_};
  for (std::string_view left = line; !left.empty();) {
    const auto written = ::write(descriptor_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {  // whoever opened it wants no one to wait for it
      pollfd room{descriptor_, POLLOUT, 0};
      ::poll(&room, 1, -1);
      continue;
    }
    if (written < 0) return;  // its reader has left
    left.remove_prefix(static_cast<std::size_t>(written));
  }
}

void EventLines::output(const std::string& component, device::Stream stream,
                        std::string_view line) {
  write({{"event", "output"},
         {"component", component},
         {"stream", stream == device::Stream::output ? "output" : "error"},
         {"line", line}});
}

void EventLines::failure(const std::string& line) {
  write({{"event", "failure"}, {"line", line}});
  std::fprintf(stderr, "%s: %s\n", program_.c_str(), line.c_str());
}

}  // namespace orbweaver::program
