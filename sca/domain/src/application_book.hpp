// SPDX-License-Identifier: Apache-2.0
// The applications of a domain, from the beginning of their creation to the end of their release.
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

  /// Enters an application under a number that no other has or had, and the name that is wished, or
  /// `<name>_<n>` if one that lives has it. If `make` throws, nothing is entered. Null after
  /// close().
  std::shared_ptr<DeployedApplication> enter(const std::string& wished, const Make& make);
  void remove(std::uint64_t number);
  /// Takes no more applications. One that is being entered meanwhile is taken out again.
  void close();
  /// Null if there is none.
  [[nodiscard]] std::shared_ptr<DeployedApplication> find(std::uint64_t number) const;
  [[nodiscard]] std::vector<std::shared_ptr<DeployedApplication>> all() const;

 private:
  struct Entry {
    std::string name;
    std::shared_ptr<DeployedApplication> application;  // null: it is being made
  };
  [[nodiscard]] bool is_taken(const std::string& name) const;
  [[nodiscard]] bool put(std::uint64_t number,
                         const std::shared_ptr<DeployedApplication>& application);
  /// 0 after close().
  [[nodiscard]] std::uint64_t reserve(const std::string& wished, std::string& name);

  mutable os::Mutex mutex_;
  bool is_closed_ = false;
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, Entry> entries_;
};

}  // namespace orbweaver::domain
