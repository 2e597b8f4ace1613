// What orbweaver-try says: a JSON object on each line. docs/try.md has the events.
#pragma once
#include <orbweaver/trial/trial.hpp>

#include <mutex>
#include <string>
#include <string_view>

namespace orbweaver::trial {

/// Threads: any. Blocks: as the descriptor does.
class EventLines {
 public:
  explicit EventLines(int descriptor) : descriptor_(descriptor) {}

  void begun(const Subject& subject, int process);
  void output(const std::string& component, device::Stream stream, std::string_view line);
  void note(const std::string& line);
  /// On standard error, too, for people.
  void failure(const std::string& line);
  void result(const Outcome& outcome);

 private:
  void write(const std::string& json);

  const int descriptor_;
  std::mutex mutex_;
};

}  // namespace orbweaver::trial
