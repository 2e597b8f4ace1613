// SPDX-License-Identifier: Apache-2.0
#include "idle_memory.hpp"

#include <fstream>
#include <stdexcept>
#include <string>

namespace orbweaver::deploy_bench {

/// /proc/PID/smaps_rollup: proc(5).
IdleMemory memory_of(pid_t process) {
  const auto path = "/proc/" + std::to_string(process) + "/smaps_rollup";
  std::ifstream lines{path};
  IdleMemory found;
  std::string name;
  double kib = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(':');
    if (colon == std::string::npos || line.find(" kB") == std::string::npos) continue;
    name = line.substr(0, colon);
    kib = std::stod(line.substr(colon + 1));
    if (name == "Pss") found.pss_kib = kib;
    if (name.starts_with("Private_")) found.unique_kib += kib;
  }
  if (found.pss_kib == 0) throw std::runtime_error(path + ": the kernel does not say it");
  return found;
}

namespace {

void initialise_and_start(const Launcher::Started& component) {
  const auto resource = IDL::traits<CF::Resource>::narrow(component.object);
  if (!resource) throw std::runtime_error("what was bound is no CF::Resource");
  resource->initialize();
  resource->start();
}

}  // namespace

IdleMemory measure_idle(Launcher& launcher, const std::filesystem::path& program,
                        std::size_t count) {
  const auto components = launcher.start(program, count);
  for (const auto& component : components) initialise_and_start(component);
  IdleMemory sum;
  for (const auto& component : components) {
    const auto one = memory_of(component.process);
    sum.unique_kib += one.unique_kib;
    sum.pss_kib += one.pss_kib;
  }
  launcher.end();
  const auto all = static_cast<double>(count);
  return {sum.unique_kib / all, sum.pss_kib / all};
}

}  // namespace orbweaver::deploy_bench
