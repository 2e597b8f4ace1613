// SPDX-License-Identifier: Apache-2.0
// Keeps the wanted applications of this process's domain running, and reports what it does.
#pragma once
#include <orbweaver/domain/embedded_domain.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/upkeep/upkeep.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "wanted_applications.hpp"

namespace orbweaver::domain {

/// Threads: any, but begin() and finish() are called by one thread.
class DomainUpkeep {
 public:
  /// Reads the file. Fails: with one line about it.
  [[nodiscard]] static Result<std::unique_ptr<DomainUpkeep>, std::string> open(
      std::filesystem::path file, std::set<std::string> being_restored,
      upkeep::Upkeep::OnEvent on_event);

  /// Begins the upkeep. Call it once, when the domain can be used.
  void begin(std::shared_ptr<CORBA::ORB> orb, CORBA::object_reference<CF::DomainManager> manager);
  /// Creates no more applications. Never blocks.
  void stop() noexcept;
  /// Call it after stop(). Blocks: until a creation that is under way has ended.
  void finish();

  /// Reads the file again. Fails: with one line about it; then the former contents stay valid.
  [[nodiscard]] Result<void, std::string> read_again();

  void restored(const Restored& restored);
  void ended(const std::string& application);
  void node_change(const NodeChange& change);
  [[nodiscard]] bool keeps_rest(const std::string& application) const;
  [[nodiscard]] std::vector<std::string> problems() const;

 private:
  /// Set when the domain can be used; calls before that find no application.
  class Domain final : public upkeep::Applications {
   public:
    void begin(std::shared_ptr<CORBA::ORB> orb, CORBA::object_reference<CF::DomainManager> manager);
    [[nodiscard]] std::vector<std::string> names() override;
    [[nodiscard]] upkeep::Attempt make(const upkeep::WantedApplication& wanted) override;

   private:
    std::unique_ptr<WantedApplications> applications_;
    os::Atomic<bool> is_there_ = false;
  };

  DomainUpkeep(std::filesystem::path file, upkeep::Wanted wanted,
               std::set<std::string> being_restored, upkeep::Upkeep::OnEvent on_event);

  const std::filesystem::path file_;
  Domain domain_;
  upkeep::Upkeep upkeep_;
};

}  // namespace orbweaver::domain
