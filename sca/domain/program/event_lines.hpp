// What orbweaver-domain says on standard output: docs/guides/run.md has the events.
#pragma once
#include <orbweaver/program/event_lines.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::domain {

struct ComponentLine {
  std::string name, identifier;
  std::uint32_t process = 0;  // 0: it has none of its own
  std::string device;
};

class EventLines : public program::EventLines {
 public:
  EventLines();

  /// The domain is there: its name for this user's commands, empty if they do not find it by one; references.
  void ready(const std::string& name, const std::string& manager, const std::string& naming);
  /// Worth knowing, and no failure.
  void notice(const std::string& line);
  void application(std::string_view state, const std::vector<ComponentLine>& components);
  void component_ended(const std::string& component, const std::string& how);
};

}  // namespace orbweaver::domain
