#include <orbweaver/hosting/host_program.hpp>

#include <filesystem>
#include <system_error>

namespace orbweaver::hosting {

std::optional<std::string> program_beside_this() {
  std::error_code failure;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", failure);
  const auto program = here.parent_path() / "orbweaver-component-host";
  if (failure || !std::filesystem::exists(program, failure)) return std::nullopt;
  return program;
}

}  // namespace orbweaver::hosting
