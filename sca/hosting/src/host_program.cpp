#include <orbweaver/hosting/host_program.hpp>

#include <orbweaver/os/this_process.hpp>

namespace orbweaver::hosting {

std::optional<std::string> program_beside_this() {
  return os::program_beside_this("orbweaver-component-host");
}

}  // namespace orbweaver::hosting
