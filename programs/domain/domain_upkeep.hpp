// SPDX-License-Identifier: Apache-2.0
// Upkeep of the domain of this process: reads what is wanted, and hands on what happens.
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

/// Threads: any, but for begin() and finish().
class DomainUpkeep {
 public:
  /// Fails: with why the file cannot be taken.
  [[nodiscard]] static Result<std::unique_ptr<DomainUpkeep>, std::string> open(
      std::filesystem::path file, std::set<std::string> being_restored,
      upkeep::Upkeep::OnEvent on_event);

  /// Call it once, when the domain can be used. What happened before is known.
  void begin(std::shared_ptr<CORBA::ORB> orb, CORBA::object_reference<CF::DomainManager> manager);
  /// Begins to make nothing any more. Never blocks.
  void stop() noexcept;
  /// After stop(). Blocks: for what is being made.
  void finish();

  /// Fails: with why the file cannot be taken; what was wanted before is wanted on.
  [[nodiscard]] Result<void, std::string> read_again();

  void restored(const Restored& restored);
  void ended(const std::string& application);
  void node_change(const NodeChange& change);
  [[nodiscard]] bool keeps_rest(const std::string& application) const;
  [[nodiscard]] std::vector<std::string> problems() const;

 private:
  /// Made when the domain is there; what is asked before finds nothing.
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
