// SPDX-License-Identifier: Apache-2.0
// Records which components of an application live, hang, or have ended. When a component ends,
// operations that wait for it end.
#pragma once
#include <orbweaver/deploy/failure.hpp>
#include <orbweaver/os/mutex.hpp>

#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace orbweaver::deploy {

/// A component that ended, and how: "killed by signal 9".
struct Ending {
  std::string component;
  std::string how;
};

/// What has ended of a component. If only its object has, its process may still run.
enum class EndedPart { process, object };

/// Threads: any.
class Lives {
 public:
  enum class Condition { answers, hung, ended };

  /// Returns a token for an operation that is useful only while the application is wanted. Stop is
  /// requested when the component ends, and by `cancel`.
  [[nodiscard]] std::stop_token while_wanted(const std::string& component);
  /// Returns a token for an operation that gives something back. Stop is requested when the
  /// component ends.
  [[nodiscard]] std::stop_token while_it_lives(const std::string& component);

  /// The component ended; the first report of it counts. Returns false for a later one.
  bool ended(const std::string& component, const std::string& how,
             EndedPart part = EndedPart::process);
  /// An operation on the component timed out.
  void hung(const std::string& component);
  /// The component answered, perhaps with an error: it does not count as hung any more.
  void answered(const std::string& component);
  /// No component counts as hung any more, as time has passed.
  void may_answer_again();

  /// The application is not wanted any more: requests stop for all components, for good.
  void cancel();

  [[nodiscard]] Condition condition(const std::string& component) const;
  [[nodiscard]] std::optional<std::string> how_ended(const std::string& component) const;
  [[nodiscard]] bool has_process_ended(const std::string& component) const;
  /// Returns the first component that ended; nothing if none did.
  [[nodiscard]] std::optional<Ending> first_ending() const;

 private:
  struct Life {
    std::stop_source wanted;
    std::stop_source lives;
    std::optional<std::string> how_ended;
    bool has_process_ended = false;
    bool is_hung = false;
  };

  mutable os::Mutex mutex_;
  std::map<std::string, Life> lives_;
  std::optional<Ending> first_ending_;
  bool is_cancelled_ = false;
};

}  // namespace orbweaver::deploy
