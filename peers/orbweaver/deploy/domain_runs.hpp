// SPDX-License-Identifier: Apache-2.0
// Chains of relays that a domain of this process deploys.
#pragma once
#include <orbweaver/domain/embedded_domain.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "chain.hpp"
#include "scratch_root.hpp"

namespace orbweaver::deploy_bench {

struct Times {
  double running_ms = 0;  // from the beginning until all run
  double gone_ms = 0;     // from the end's beginning until nothing is left
};

/// Threads: one.
class DomainRuns {
 public:
  explicit DomainRuns(const ScratchRoot& files);
  ~DomainRuns();
  DomainRuns(const DomainRuns&) = delete;
  DomainRuns& operator=(const DomainRuns&) = delete;

  /// Deploys a chain once: create and start, then release. Throws std::runtime_error with what the
  /// domain says, and CORBA exceptions.
  Times run(std::size_t count, Placement placement);

 private:
  using Factory = CORBA::object_reference<CF::ApplicationFactory>;
  [[nodiscard]] Factory factory_for(std::size_t count, Placement placement);
  [[nodiscard]] Factory install(const std::string& file) const;

  const ScratchRoot* files_;
  std::shared_ptr<CORBA::ORB> orb_;
  std::unique_ptr<domain::EmbeddedDomain> domain_;
  std::map<std::string, Factory> factories_;  // by SAD
};

}  // namespace orbweaver::deploy_bench
