// SPDX-License-Identifier: Apache-2.0
// Gives the front end what each application has outside, whenever that changes.
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

/// Threads: any. A record is made and given under one lock: the last one that is given is the
/// newest, and after drop() none comes.
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
  /// All that it had is given back.
  void drop(std::uint64_t number, const std::string& name) {
    const std::scoped_lock lock{mutex_};
    if (open_.erase(number) > 0 && on_record_) on_record_(name, nullptr);
  }
  /// The record stays for the next domain.
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
