// SPDX-License-Identifier: Apache-2.0
// The bare launcher: starts programs of components, side by side, with the command line that a
// domain gives them, and awaits that each has bound its CF::Resource at its naming service. It does
// nothing else: no plan, no profiles, no guard, no ports.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/sca/CF/Resource.hpp>
#include <orbweaver/naming/naming_service.hpp>

#include <sys/types.h>

#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::deploy_bench {

/// Threads: one.
class Launcher {
 public:
  struct Started {
    pid_t process = 0;
    CORBA::object_reference<CORBA::Object> object;
  };

  Launcher();
  /// Ends what runs.
  ~Launcher();
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  /// Returns when all are bound. Throws std::runtime_error if one cannot be started, or is not
  /// bound within a minute.
  std::vector<Started> start(const std::filesystem::path& program, std::size_t count);
  /// SIGTERM for all, and waits for their ends.
  void end();

 private:
  using Object = CORBA::object_reference<CORBA::Object>;
  void bound(const std::string& name, const Object& object);
  [[nodiscard]] std::vector<std::string> start_all(const std::filesystem::path& program,
                                                   std::size_t count);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Object> bound_;
  std::size_t last_number_ = 0;
  std::vector<pid_t> processes_;
  std::shared_ptr<CORBA::ORB> orb_;
  std::optional<naming::NamingService> names_;
};

}  // namespace orbweaver::deploy_bench
