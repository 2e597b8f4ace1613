// What orbweaver-domain says on standard output: docs/domain.md has the events.
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

  void application(std::string_view state, const std::vector<ComponentLine>& components);
  void component_ended(const std::string& component, const std::string& how);
};

}  // namespace orbweaver::domain
