// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/service_manager.hpp>

#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/unix_datagram.hpp>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace orbweaver::program {

namespace {

constexpr std::int64_t kMostMicroseconds = std::int64_t{1'000'000} * 1'000'000;

/// Takes the variable out of the environment and returns its value. Empty: it is not set.
std::string take(const char* variable) {
  const char* const value = std::getenv(variable);
  std::string taken = value != nullptr ? value : "";
  ::unsetenv(variable);
  return taken;
}

std::int64_t number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : 0;
}

}  // namespace

ServiceManager ServiceManager::of_this_process() {
  auto socket = take("NOTIFY_SOCKET");
  const auto time = number_in(take("WATCHDOG_USEC"));
  const auto process = take("WATCHDOG_PID");
  const bool is_meant = process.empty() || number_in(process) == os::process_id();
  if (time <= 0 || time > kMostMicroseconds || !is_meant) return {std::move(socket), std::nullopt};
  return {std::move(socket), std::chrono::microseconds{time}};
}

void ServiceManager::tell(const char* text) const noexcept {
  if (!socket_.empty()) (void)os::send_unix_datagram(socket_, text);
}

}  // namespace orbweaver::program
