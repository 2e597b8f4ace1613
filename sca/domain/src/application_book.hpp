// SPDX-License-Identifier: Apache-2.0
// The applications of a domain, each from the start of its creation to the end of its release.
#pragma once
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orbweaver::domain {

class DeployedApplication;

/// Threads: any.
class ApplicationBook {
 public:
  using Make =
      std::function<std::shared_ptr<DeployedApplication>(std::uint64_t number, std::string name)>;

  /// Enters the application that `make` returns, under a new number. Its name is the wished one, or
  /// `<name>_<n>` if a living application has that, or if devices would take it for that one: they
  /// choose rules and certificates by what follows the last colon (device::application_of). If
  /// `make` throws, nothing is entered. Returns null after close().
  std::shared_ptr<DeployedApplication> enter(const std::string& wished, const Make& make);
  void remove(std::uint64_t number);
  /// Refuses further applications. One that is being entered at the same time is removed again.
  void close();
  /// Returns the application with this number; null if there is none.
  [[nodiscard]] std::shared_ptr<DeployedApplication> find(std::uint64_t number) const;
  [[nodiscard]] std::vector<std::shared_ptr<DeployedApplication>> all() const;

 private:
  struct Entry {
    std::string name;
    std::shared_ptr<DeployedApplication> application;  // null: `make` has not returned yet
  };
  [[nodiscard]] bool is_taken(const std::string& name) const;
  [[nodiscard]] bool put(std::uint64_t number,
                         const std::shared_ptr<DeployedApplication>& application);
  /// Reserves a number and a name. Returns 0 after close().
  [[nodiscard]] std::uint64_t reserve(const std::string& wished, std::string& name);

  mutable os::Mutex mutex_;
  bool is_closed_ = false;
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, Entry> entries_;
};

}  // namespace orbweaver::domain
