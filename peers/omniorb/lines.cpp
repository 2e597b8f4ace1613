// SPDX-License-Identifier: Apache-2.0
#include "lines.hpp"

#include <unistd.h>

#include <cstdio>
#include <mutex>

namespace peer {

void print_line(const nlohmann::ordered_json& line) {
  static std::mutex one_at_a_time;
  const std::string text =
      line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  const std::lock_guard lock(one_at_a_time);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void print_ready(const std::string& name, const std::string& ior) {
  print_line({{"event", "ready"}, {"name", name}, {"pid", getpid()}, {"ior", ior}});
}

void print_error(const std::string& name, const std::string& error) {
  print_line({{"event", "error"}, {"name", name}, {"error", error}});
}

}  // namespace peer
