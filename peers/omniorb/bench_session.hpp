// SPDX-License-Identifier: Apache-2.0
// An ORB and the Bench::Target that it calls.
#pragma once
#include <bench/program.hpp>

#include <string>

#include "bench.hh"

namespace peer {

/// Where the target is.
enum class Place { server, collocated };

/// One session at a time: omniORB has one ORB in a process. Nothing is called, so nothing is
/// connected, until the first call.
class BenchSession {
 public:
  /// Fails: throws std::invalid_argument, std::runtime_error with the ORB's words.
  BenchSession(const bench::Options& options, Place place);
  ~BenchSession();
  BenchSession(const BenchSession&) = delete;
  BenchSession& operator=(const BenchSession&) = delete;

  [[nodiscard]] Bench::Target_ptr target() const { return target_; }
  /// An object that the target named, called in the same way.
  [[nodiscard]] CORBA::Object_var reach(CORBA::Object_ptr named) const;

 private:
  const std::string transports_;
  CORBA::ORB_var orb_;
  Bench::Target_var target_;
};

}  // namespace peer
