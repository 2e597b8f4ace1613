// What orbweaver-domain says on standard output: a JSON object on each line. docs/domain.md has the
// events.
#pragma once
#include <orbweaver/device/output_reader.hpp>

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::domain {

struct ComponentLine {
  std::string name, identifier;
  std::uint32_t process = 0;  // 0: it has none of its own
  std::string device;
};

/// Threads: any. Blocks: as standard output does.
class EventLines {
 public:
  void application(std::string_view state, const std::vector<ComponentLine>& components);
  void output(const std::string& component, device::Stream stream, std::string_view line);
  void component_ended(const std::string& component, const std::string& how);
  /// On standard error, too, for people.
  void failure(const std::string& line);

 private:
  void write(const std::string& json);
  std::mutex mutex_;
};

}  // namespace orbweaver::domain
