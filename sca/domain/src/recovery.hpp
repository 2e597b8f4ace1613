// SPDX-License-Identifier: Apache-2.0
// Adopts or releases the applications that the domain's predecessor left. Each waits for its
// devices:
//
//   all of its devices have registered again    the decision is made
//   the timeout is over                         it is made with the devices that registered
//   the domain ends before that                 the application stays as it is, with its record
//
// An application is adopted if each device is the same object as before, each component answers and
// reports the same identifier, and both ends of each connection exist. Otherwise, its parts that
// exist are released. A device that was restarted has lost what the application had there.
//
// If the predecessor ended while it created or released an application, that application is
// uncertain: a call may have been under way. When a device that knows the uses of its domain
// (device/kept.hpp) registers, it gives back its part. To any other device, the domain gives back
// the uses in the record.
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

/// Threads: any. Calls run on a thread of this object and on deployment's threads.
class Recovery {
 public:
  /// Enters the applications of the options in the book, without a call. The book, and everything
  /// that the parts refer to, outlive finish().
  Recovery(const std::shared_ptr<const ApplicationParts>& parts, ApplicationBook& book);
  ~Recovery();
  Recovery(const Recovery&) = delete;
  Recovery& operator=(const Recovery&) = delete;

  /// A device has registered. Never blocks.
  void device_came();
  /// Returns the uses of this device by waiting applications that are not uncertain. Returns
  /// nothing if the domain is ending.
  [[nodiscard]] std::optional<device::Kept> use_of(const registry::KnownDevice& known);
  /// Makes no more decisions. Blocks: until those under way are carried out.
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
