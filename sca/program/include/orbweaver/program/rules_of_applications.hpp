// SPDX-License-Identifier: Apache-2.0
// Files with the rules of the applications whose components a device runs (application_rules.hpp):
// one for each application, and one about all components, which the device itself reads, too. They
// are written again when a component starts or ends, and when the domain is another process.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/program/running_components.hpp>

#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::program {

/// Threads: any. Each function that changes the rules blocks: until the files are written. A file
/// that cannot be written leaves the earlier one in force. The log says so if the function itself
/// does not.
class RulesOfApplications {
 public:
  using Names = std::vector<std::string>;

  /// So many applications without a component keep their files: one of their components may be
  /// starting, and read it.
  static constexpr std::size_t kMostWithoutComponents = 64;

  /// In a folder that is there and that other users cannot read. Fails: one readable line.
  [[nodiscard]] static Result<std::shared_ptr<RulesOfApplications>, std::string> in(
      std::filesystem::path folder);

  /// The file about all components.
  [[nodiscard]] std::string file_about_components() const {
    return (folder_ / "components.toml").string();
  }
  /// The file of an application, for a component that is about to start. `domain`: names of the
  /// caller that starts it, as rules write them; if there are none, the log warns once that the
  /// node's rules decide about it. Fails: one readable line.
  [[nodiscard]] Result<std::string, std::string> file_of(const std::string& application,
                                                         Names domain);
  /// A program is about to start: started() or not_started() follows.
  void starts(const std::string& component);
  void not_started(const std::string& component);
  /// A program runs; `application` is empty if it is no component of one. A process that hosts
  /// several components belongs to the applications of all of them. Fails: one readable line. Then
  /// end the process, as the rules do not know it, or not in all files.
  [[nodiscard]] Result<void, std::string> started(const std::string& application,
                                                  const std::string& component,
                                                  std::int32_t process);
  /// A program has ended. May come before its started().
  void ended(const std::string& component, std::int32_t process);
  /// That of the node, for all applications: on other nodes, those of this trust domain alone are
  /// peers. Empty, as without a call: those of any one.
  void set_trust_domain(std::string name);
  /// The domain is another caller now: for all applications.
  void set_domain(const Names& domain);

 private:
  struct File {
    std::string text;
    // The file that is there, and the one before. While they are open, no new file has their
    // number, by which a reader notices that a file is another one.
    os::UniqueFd written, earlier;
  };
  struct Application {
    std::string name;
    std::filesystem::path path;
    Names domain;
    File file;
  };

  explicit RulesOfApplications(std::filesystem::path folder) : folder_(std::move(folder)) {}
  [[nodiscard]] Application& application(const std::string& name);
  [[nodiscard]] Result<void, std::string> write(Application& application) const;
  void forget_old();
  void set_domain_of(Application& application, const Names& domain);
  [[nodiscard]] Result<void, std::string> write_changed();
  static void report(const Result<void, std::string>& written);

  const std::filesystem::path folder_;
  os::Mutex mutex_;  // guards the members below
  std::string trust_domain_;
  std::list<Application> applications_;  // the last that was used comes first
  RunningComponents running_;
  File about_components_;
  std::uint64_t last_number_ = 0;
  bool has_warned_ = false;
};

}  // namespace orbweaver::program
