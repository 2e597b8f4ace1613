// SPDX-License-Identifier: Apache-2.0
// Files with the certificates of the applications whose components a device runs, one for each
// application. The issuer of the node signs them: NAME.issuer.pem and NAME.issuer.key, beside the
// node's certificate NAME.pem (security/application_certificate.hpp).
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/program/running_components.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <optional>
#include <string>
#include <utility>

namespace orbweaver::program {

/// Threads: any. Blocks: for files.
class CertificatesOfApplications {
 public:
  /// So many applications without a component keep their files: one of their components may be
  /// starting, and read it.
  static constexpr std::size_t kMostWithoutComponents = 64;

  /// `node`: the certificate of the node. `folder`: is there, and other users cannot read it.
  CertificatesOfApplications(std::filesystem::path node, std::filesystem::path folder)
      : node_(std::move(node)), folder_(std::move(folder)) {}

  /// The file with the certificate and the key of an application, for a component that is about to
  /// start. Nothing: the node has no issuer. Once it had one, it must have one.
  /// Fails: one readable line.
  [[nodiscard]] Result<std::optional<std::string>, std::string> file_of(
      const std::string& application, os::WallTime now);

  /// That of the node's certificate by which the last one was made; empty before the first.
  [[nodiscard]] std::string trust_domain();

  /// A program is about to start: started() or not_started() follows.
  void starts(const std::string& component);
  void not_started(const std::string& component);
  /// A program runs; `application` is empty if it is no component of one.
  void started(const std::string& application, const std::string& component, std::int32_t process);
  /// A program has ended. May come before its started().
  void ended(const std::string& component, std::int32_t process);

  /// Makes certificates of running components anew when half of their time is over, and when the
  /// files of the node or of its issuer have changed. Where that fails the earlier ones stay, and
  /// the log says so once. Call it each minute or so: a clock may be set at any time.
  void renew(os::WallTime now) noexcept;

 private:
  struct Issuer {
    std::string node_certificate, certificate, key;
    friend bool operator==(const Issuer&, const Issuer&) = default;
  };
  struct Application {
    std::string name;
    std::filesystem::path path;
    os::WallTime made{}, half{};  // its certificate's
    bool has_certificate = false;
  };

  [[nodiscard]] Result<std::optional<Issuer>, std::string> read_issuer();
  [[nodiscard]] Application& application(const std::string& name);
  [[nodiscard]] Result<void, std::string> make(Application& application, os::WallTime now);
  void renew_all(os::WallTime now);
  void adopt(Issuer issuer);
  void forget_old();
  void report(const std::string& failure);

  const std::filesystem::path node_, folder_;
  os::Mutex mutex_;                      // guards the members below
  std::optional<Issuer> issuer_;         // that signed last
  std::list<Application> applications_;  // the last that was used comes first
  RunningComponents running_;
  std::uint64_t last_number_ = 0;
  std::string trust_domain_;
  std::string last_failure_;
};

}  // namespace orbweaver::program
