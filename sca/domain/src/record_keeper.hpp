// SPDX-License-Identifier: Apache-2.0
// Passes the records of applications on to the program that made the domain, at each change.
#pragma once
#include <orbweaver/domain/application_record.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace orbweaver::domain {

/// Threads: any. A record is made and passed on under one lock: so the last one is the newest, and
/// none comes after drop().
class RecordKeeper {
 public:
  using OnRecord =
      std::function<void(const std::string& application, const ApplicationRecord* record)>;

  explicit RecordKeeper(OnRecord on_record) : on_record_(std::move(on_record)) {}

  /// Begins the record of the application with this number.
  void open(std::uint64_t number) {
    const std::scoped_lock lock{mutex_};
    open_.insert(number);
  }
  void keep(std::uint64_t number, const std::function<ApplicationRecord()>& make) {
    if (!on_record_) return;
    const std::scoped_lock lock{mutex_};
    if (!open_.contains(number)) return;
    const auto record = make();
    on_record_(record.name, &record);
  }
  /// Removes the record: the application has given back all its resources.
  void drop(std::uint64_t number, const std::string& name) {
    const std::scoped_lock lock{mutex_};
    if (open_.erase(number) > 0 && on_record_) on_record_(name, nullptr);
  }
  /// Keeps the record for the next domain, and changes it no more.
  void leave(std::uint64_t number) {
    const std::scoped_lock lock{mutex_};
    open_.erase(number);
  }

 private:
  const OnRecord on_record_;
  os::Mutex mutex_;
  std::set<std::uint64_t> open_;
};

}  // namespace orbweaver::domain
