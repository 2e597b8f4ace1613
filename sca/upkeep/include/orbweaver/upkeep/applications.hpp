// SPDX-License-Identifier: Apache-2.0
// The calls of a domain that upkeep needs. The front end implements them.
#pragma once
#include <orbweaver/upkeep/wanted.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace orbweaver::upkeep {

/// The outcome of an attempt to create an application.
struct Attempt {
  enum class Outcome : std::uint8_t {
    made,
    lacks_device,  // no device has room for a component, or the named device does not exist
    failed,
  };
  Outcome outcome = Outcome::made;
  std::string why;  // one clause; empty if it was created
};

/// Threads: any, several at once.
class Applications {
 public:
  virtual ~Applications() = default;
  /// The names of the existing applications. Must be brief.
  [[nodiscard]] virtual std::vector<std::string> names() = 0;
  /// Installs the application if it is not installed, creates it, and starts it if `wanted` says
  /// so. After a failure everything is undone. Blocks: as the creation does.
  [[nodiscard]] virtual Attempt make(const WantedApplication& wanted) = 0;
};

}  // namespace orbweaver::upkeep
