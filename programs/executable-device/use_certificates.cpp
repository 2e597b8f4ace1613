// SPDX-License-Identifier: Apache-2.0
#include "use_certificates.hpp"

#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/wall_clock.hpp>

#include <chrono>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

namespace orbweaver::executable_device {

namespace {

constexpr const char* kCertificate = "-ORBtlsCertificate";
constexpr const char* kKey = "-ORBtlsKey";
constexpr const char* kPassphrase = "-ORBtlsPassphrase";

Result<void, std::string> show(program::CertificatesOfApplications& certificates,
                               const device::ProgramToStart& program,
                               device::Parameters& parameters) {
  if (program.application.empty()) return {};
  const auto file = certificates.file_of(program.application, os::wall_clock_now());
  if (!file) return unexpected{file.error()};
  if (!*file) return {};
  std::erase_if(parameters, [](const auto& one) {
    return one.first == kCertificate || one.first == kKey || one.first == kPassphrase;
  });
  parameters.emplace_back(kCertificate, **file);
  parameters.emplace_back(kKey, **file);
  return {};
}

}  // namespace

Result<Certificates, std::string> certificates_of_applications(
    const program::Parameters& orb, const std::filesystem::path& folder) {
  const auto* const node = device::value_of(orb, kCertificate);
  if (node == nullptr) return Certificates{};
  if (const auto made = os::make_private_folder(folder); !made)
    return unexpected{folder.string() + ": " + os::describe(made.error())};
  return std::make_shared<program::CertificatesOfApplications>(*node, folder);
}

void use_certificates(device::ExecutableDeviceOptions& options, const Certificates& certificates) {
  options.on_start = [before = std::move(options.on_start), certificates](
                         const device::ProgramToStart& program,
                         device::Parameters& parameters) -> Result<void, std::string> {
    if (before)
      if (auto done = before(program, parameters); !done) return done;
    certificates->starts(program.name);
    return show(*certificates, program, parameters);
  };
  options.on_started = [before = std::move(options.on_started), certificates](
                           const device::ProgramToStart& program,
                           std::int32_t process) -> Result<void, std::string> {
    if (before)
      if (auto done = before(program, process); !done) return done;
    certificates->started(program.application, program.name, process);
    return {};
  };
  options.on_not_started = [before = std::move(options.on_not_started),
                            certificates](const device::ProgramToStart& program) {
    if (before) before(program);
    certificates->not_started(program.name);
  };
  options.on_ends = [before = std::move(options.on_ends),
                     certificates](const std::vector<device::ProgramEnd>& ends) {
    for (const auto& end : ends) certificates->ended(end.name, end.process);
    if (before) before(ends);
  };
}

os::Thread renew_each_minute(const Certificates& certificates) {
  if (!certificates) return {};
  return os::Thread{[certificates](const std::stop_token& stop) {
    os::Mutex mutex;
    os::ConditionVariableAny until_stop;
    std::unique_lock lock{mutex};
    while (!stop.stop_requested()) {
      until_stop.wait_for(lock, stop, std::chrono::minutes{1}, [] { return false; });
      if (!stop.stop_requested()) certificates->renew(os::wall_clock_now());
    }
  }};
}

}  // namespace orbweaver::executable_device
