// SPDX-License-Identifier: Apache-2.0
#include "program/time_line.hpp"

#include <orbweaver/sim/choices.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace orbweaver::sim {

namespace {

std::string what(const TraceLine& line) {
  switch (line.event) {
    case Event::thread_starts:
      return fmt::format("starts thread {} of process {}", line.first, line.second);
    case Event::thread_ends:
      return "ends";
    case Event::runs:
      return fmt::format("gives the processor to thread {}", line.first);
    case Event::process_starts:
      return fmt::format("starts process {} {}", line.first,
                         process_name(static_cast<std::uint32_t>(line.first)));
    case Event::process_ends:
      return fmt::format("process {} ends", line.first);
    case Event::killed:
      return fmt::format("process {} is killed", line.first);
    case Event::connects:
      return fmt::format("connection {} opens, with buffers of {} bytes", line.first, line.second);
    case Event::closes:
      return fmt::format("closes its end of connection {}; {} bytes were not read", line.first,
                         line.second);
    case Event::sends:
      return fmt::format("sends {} bytes on connection {}", line.second, line.first);
    case Event::receives:
      return fmt::format("receives {} bytes on connection {}", line.second, line.first);
    case Event::end_of_stream:
      return fmt::format("sees the {} of connection {}", line.second == 0 ? "end" : "reset",
                         line.first);
    case Event::breaks:
      return fmt::format("connection {} breaks", line.first);
    case Event::datagram:
      return fmt::format("sends a datagram of {} bytes to port {}", line.second, line.first);
    case Event::fault:
      return fmt::format("FAULT: {} ({})", name_of(static_cast<Kind>(line.first)), line.second);
    case Event::law:
      return line.text;
  }
  return "";
}

// Of the run, which begins when its machine has run for a while.
double microseconds(Time time) { return static_cast<double>(time - kStartOfRun) / 1000; }

std::string name_of_thread(std::uint32_t number) {
  const auto name = thread_name(number);
  return fmt::format("{} {}", number, name.empty() ? "thread" : name);
}

}  // namespace

std::string text_of(const TraceLine& line) {
  return fmt::format("{:>14.3f} us  {:<12} {:<18} {}", microseconds(line.time),
                     fmt::format("{} {}", line.process, process_name(line.process)),
                     name_of_thread(line.thread), what(line));
}

PerfettoFile::PerfettoFile(const std::string& path) : file_(std::fopen(path.c_str(), "w")) {
  if (file_ == nullptr) throw std::runtime_error("cannot write " + path);
  std::fputs("{\"traceEvents\":[\n", file_);
}

PerfettoFile::~PerfettoFile() {
  std::fputs("{}]}\n", file_);
  std::fclose(file_);
}

void PerfettoFile::write(const std::string& event) { fmt::print(file_, "{},\n", event); }

void PerfettoFile::name(std::uint32_t process, std::uint32_t thread) {
  const auto name = name_of_thread(thread);
  if (named_[thread] == name) return;
  named_[thread] = name;
  using nlohmann::json;
  write(json{{"ph", "M"},
             {"name", "thread_name"},
             {"pid", process},
             {"tid", thread},
             {"args", {{"name", name}}}}
            .dump());
  write(json{{"ph", "M"},
             {"name", "process_name"},
             {"pid", process},
             {"args", {{"name", process_name(process)}}}}
            .dump());
}

void PerfettoFile::end_turn(Time time) {
  if (runs_ == 0) return;
  write(nlohmann::json{{"ph", "X"},
                       {"name", "runs"},
                       {"pid", runs_in_},
                       {"tid", runs_},
                       {"ts", microseconds(since_)},
                       {"dur", static_cast<double>(time - since_) / 1000}}
            .dump());
}

void PerfettoFile::begin_turn(const TraceLine& line) {
  end_turn(line.time);
  runs_ = static_cast<std::uint32_t>(line.first);
  runs_in_ = static_cast<std::uint32_t>(line.second);
  since_ = line.time;
}

void PerfettoFile::add(const TraceLine& line) {
  if (line.event == Event::runs) return begin_turn(line);
  name(line.process, line.thread);
  write(nlohmann::json{{"ph", "i"},
                       {"s", "t"},
                       {"name", what(line)},
                       {"pid", line.process},
                       {"tid", line.thread},
                       {"ts", microseconds(line.time)}}
            .dump());
}

}  // namespace orbweaver::sim
