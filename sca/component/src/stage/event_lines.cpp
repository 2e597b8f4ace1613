// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/stage/event_lines.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace orbweaver::component {

namespace {

// Text of a peer or a file may be no UTF-8; the line must come out all the same.
std::string dump(const nlohmann::json& object) {
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

nlohmann::json to_json(const Summary& s) {
  return {{"count", s.count}, {"min", s.min}, {"mean", s.mean}, {"stddev", s.stddev},
          {"p50", s.p50},     {"p80", s.p80}, {"p90", s.p90},   {"p99", s.p99},
          {"p999", s.p999},   {"max", s.max}};
}

nlohmann::json to_json(const StageReport& r) {
  nlohmann::json object{{"last_ns", r.last_ns},
                        {"received", r.received},
                        {"lost", r.lost},
                        {"reordered_previous", r.reordered_previous},
                        {"reordered_original", r.reordered_original},
                        {"overtaken", r.overtaken},
                        {"reordered_out", r.reordered_out},
                        {"busy_ns", r.busy_ns},
                        {"sending_ns", r.sending_ns},
                        {"waiting_ns", r.waiting_ns},
                        {"max_concurrency", r.max_concurrency},
                        {"max_queue", r.max_queue},
                        {"latency_us", to_json(r.latency_us)}};
  if (r.late) object["late"] = *r.late;
  if (!r.transport.empty()) object["transport"] = r.transport;
  return object;
}

void print_line(const nlohmann::json& object, std::FILE* output) {
  static os::Mutex mutex;
  const auto line = dump(object);
  const std::lock_guard lock(mutex);
  std::fwrite(line.data(), 1, line.size(), output);
  std::fflush(output);
}

void print_error(const std::string& name, const std::string& error, std::FILE* output) {
  print_line({{"event", "error"}, {"name", name}, {"error", error}}, output);
}

}  // namespace orbweaver::component
