// SPDX-License-Identifier: Apache-2.0
// The events of a run, to be looked at: as text, and as a file for ui.perfetto.dev.
#pragma once
#include <orbweaver/sim/trace.hpp>

#include <cstdio>
#include <map>
#include <string>

namespace orbweaver::sim {

/// "0.000123 client/2 orb-pool: sends 120 bytes on connection 3".
[[nodiscard]] std::string text_of(const TraceLine& line);

/// Writes the events while they happen: what was written before a crash can be read.
class PerfettoFile {
 public:
  /// Throws std::runtime_error: the file cannot be written.
  explicit PerfettoFile(const std::string& path);
  ~PerfettoFile();
  PerfettoFile(const PerfettoFile&) = delete;
  PerfettoFile& operator=(const PerfettoFile&) = delete;

  void add(const TraceLine& line);

 private:
  void begin_turn(const TraceLine& line);
  void end_turn(Time time);
  void name(std::uint32_t process, std::uint32_t thread);
  void write(const std::string& event);

  std::FILE* file_;
  std::uint32_t runs_ = 0, runs_in_ = 0;  // the thread that has the processor, and its process
  Time since_ = 0;
  std::map<std::uint32_t, std::string> named_;
};

}  // namespace orbweaver::sim
