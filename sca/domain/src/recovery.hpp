// SPDX-License-Identifier: Apache-2.0
// Applications that a domain before this one left. Each waits for its devices, and is then adopted
// or released:
//
//   all of its devices are registered again       it is decided
//   the timeout is over                           it is decided with those that are there
//   the domain ends before                        it stays as it is, with its record
//
// It is adopted if each device is the object that it was, each component answers and says the same
// identifier, and both ends of each connection are there. Else what is still there is given back. A
// device that was started again took along what it had.
//
// An application that was being created or released when the domain before ended is uncertain: a
// call may have been under way. A device that keeps only the uses that its domain names
// (device/kept.hpp) gave back its part when it came. To another device, the domain gives back all
// uses that the record lists.
#pragma once
#include <orbweaver/device/kept.hpp>
#include <orbweaver/domain/application_record.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/registry/device_book.hpp>
#include <orbweaver/resource/any_bridge.hpp>

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::domain {

class ApplicationBook;
class DeployedApplication;
struct ApplicationParts;

/// Threads: any. Calls are made on a thread of its own and on those that it deploys with.
class Recovery {
 public:
  /// Enters the applications of the options in the book, without a call. The book, and all that the
  /// parts refer to, outlive finish().
  Recovery(const std::shared_ptr<const ApplicationParts>& parts, ApplicationBook& book);
  ~Recovery();
  Recovery(const Recovery&) = delete;
  Recovery& operator=(const Recovery&) = delete;

  /// Never blocks.
  void device_came();
  /// The uses of this device by applications that wait and are not uncertain. Nothing: the domain
  /// ends.
  [[nodiscard]] std::optional<device::Kept> use_of(const registry::KnownDevice& known);
  /// Decides about no more. Blocks: for what is under way.
  void finish();

 private:
  struct Pending {
    std::shared_ptr<DeployedApplication> application;
    ApplicationRecord record;
  };

  void enter(const std::shared_ptr<const ApplicationParts>& parts, ApplicationBook& book,
             const ApplicationRecord& record);
  void work(const std::stop_token& stop);
  [[nodiscard]] std::vector<Pending> take(bool is_late);
  [[nodiscard]] bool has_all_devices(const Pending& pending) const;
  void decide(const Pending& pending);
  [[nodiscard]] std::optional<std::string> why_not(const Pending& pending);
  [[nodiscard]] std::optional<std::string> find_devices(const Pending& pending);
  void adopt(const Pending& pending);
  void release(const Pending& pending, const std::string& why);

  const ApplicationParts* parts_;
  const resource::AnyBridge bridge_;
  os::Mutex mutex_;
  os::ConditionVariableAny changed_;
  bool is_changed_ = false, is_finished_ = false;
  std::list<Pending> pending_;
  os::Thread thread_;  // last, so that it ends first
};

}  // namespace orbweaver::domain
