// SPDX-License-Identifier: Apache-2.0
// Chains of relays that a domain of other processes deploys, on the devices of its nodes.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/sca/CF/DomainManager.hpp>

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "chain.hpp"
#include "domain_runs.hpp"

namespace orbweaver::deploy_bench {

struct ManyTimes {
  Times times;
  double memory_kib = 0;  // by how much the domain's process is larger while all are there
};

/// Threads: one. Each function throws std::runtime_error with what the domain says, and CORBA
/// exceptions.
class RemoteDomain {
 public:
  /// `reference`: of the CF::DomainManager, in any form.
  explicit RemoteDomain(const std::string& reference);
  ~RemoteDomain();
  RemoteDomain(const RemoteDomain&) = delete;
  RemoteDomain& operator=(const RemoteDomain&) = delete;

  /// Deploys a chain of programs once: create and start, then release. Each device gets the same
  /// number of neighbours in the chain.
  Times run(std::size_t count, const std::vector<std::string>& devices);
  /// Deploys that many chains, each in a host process of its own, then releases all.
  /// `process`: the domain's.
  ManyTimes run_many(std::size_t chains, std::size_t count, pid_t process);
  /// Reads a file of the domain through CF::File from its begin to its end; the time of it.
  double load_ms(const std::string& file);

 private:
  using Factory = CORBA::object_reference<CF::ApplicationFactory>;
  [[nodiscard]] Factory factory_for(std::size_t count, Placement placement);
  void install(const std::string& file, const std::string& sad);
  [[nodiscard]] Factory find(const std::string& file);

  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<CF::DomainManager> manager_;
};

}  // namespace orbweaver::deploy_bench
