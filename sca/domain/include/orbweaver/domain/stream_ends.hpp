// When the run of an application is through: every component at which data ends has printed that
// its stream ended.
#pragma once
#include <orbweaver/domain/component_line.hpp>
#include <orbweaver/profile/model/sad.hpp>

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace orbweaver::domain {

/// Ids of the instantiations that stand on the provides side of a connection and on the uses side of
/// none.
[[nodiscard]] std::set<std::string> sinks_of(const profile::SoftwareAssembly& assembly);

/// Threads: one at a time.
class StreamEnds {
 public:
  explicit StreamEnds(std::set<std::string> sinks) : sinks_(std::move(sinks)) {}
  /// What a component printed. True once: with the end of the last stream. Never if there are no
  /// sinks.
  [[nodiscard]] bool printed(const std::string& component, std::string_view line) {
    return sinks_.contains(component) && is_end_of_stream(line) && sinks_.erase(component) > 0 &&
           sinks_.empty();
  }

 private:
  std::set<std::string> sinks_;  // whose streams have not ended
};

}  // namespace orbweaver::domain
