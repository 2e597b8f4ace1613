// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/certificates_of_applications.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/os/whole_file.hpp>
#include <orbweaver/security/application_certificate.hpp>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <mutex>
#include <system_error>

namespace orbweaver::program {

namespace {

constexpr unsigned kForItsOwner = 0600;
constexpr std::size_t kLargestFile = std::size_t{1} << 20;

// keys/n1.issuer.pem for keys/n1.pem
std::filesystem::path of_issuer(const std::filesystem::path& node, const char* kind) {
  return node.parent_path() / (node.stem().string() + ".issuer." + kind);
}

// What this user cannot look at may be there.
bool is_missing(const std::filesystem::path& path) {
  const auto stamp = os::stamp_of(path);
  return !stamp && (stamp.error().code == ENOENT || stamp.error().code == ENOTDIR);
}

Result<std::string, std::string> read(const std::filesystem::path& path) {
  auto text = os::read_file(path, kLargestFile);
  if (text && !text->empty()) return *std::move(text);
  return unexpected{path.string() + " cannot be read: applications get certificates by it"};
}

}  // namespace

Result<std::optional<std::string>, std::string> CertificatesOfApplications::file_of(
    const std::string& name, os::WallTime now) {
  const std::lock_guard lock{mutex_};
  auto issuer = read_issuer();
  if (!issuer) return unexpected{std::move(issuer.error())};
  if (!*issuer) return std::optional<std::string>{};
  adopt(**std::move(issuer));
  auto& found = application(name);
  const auto made = make(found, now);
  forget_old();
  if (!made) return unexpected{made.error()};
  return std::optional{found.path.string()};
}

std::string CertificatesOfApplications::trust_domain() {
  const std::lock_guard lock{mutex_};
  return trust_domain_;
}

void CertificatesOfApplications::starts(const std::string& component) {
  const std::lock_guard lock{mutex_};
  running_.starts(component);
}

void CertificatesOfApplications::started(const std::string& application,
                                         const std::string& component, std::int32_t process) {
  const std::lock_guard lock{mutex_};
  running_.started(application, component, process);
}

void CertificatesOfApplications::not_started(const std::string& component) {
  const std::lock_guard lock{mutex_};
  running_.not_started(component);
}

void CertificatesOfApplications::ended(const std::string& component, std::int32_t process) {
  const std::lock_guard lock{mutex_};
  running_.ended(component, process);
}

void CertificatesOfApplications::renew(os::WallTime now) noexcept try {
  const std::lock_guard lock{mutex_};
  renew_all(now);
} catch (const std::exception& error) {
  log().error("the earlier certificates of applications stay in use: {}", error.what());
}

/// Requires: the mutex, as all functions below.
void CertificatesOfApplications::renew_all(os::WallTime now) {
  if (applications_.empty()) return;
  auto issuer = read_issuer();
  if (!issuer) return report(issuer.error());
  adopt(**std::move(issuer));
  std::string failure;
  for (auto& one : applications_)
    if (running_.has(one.name))
      if (auto made = make(one, now); !made) failure = std::move(made.error());
  report(failure);
}

Result<std::optional<CertificatesOfApplications::Issuer>, std::string>
CertificatesOfApplications::read_issuer() {
  const auto certificate = of_issuer(node_, "pem"), key = of_issuer(node_, "key");
  if (!issuer_ && is_missing(certificate) && is_missing(key)) return std::optional<Issuer>{};
  Issuer issuer;
  for (const auto& [path, text] :
       {std::pair{node_, &issuer.node_certificate}, std::pair{certificate, &issuer.certificate},
        std::pair{key, &issuer.key}}) {
    auto found = read(path);
    if (!found) return unexpected{std::move(found.error())};
    *text = *std::move(found);
  }
  return std::optional{std::move(issuer)};
}

// What another issuer signed is not kept: it may be revoked.
void CertificatesOfApplications::adopt(Issuer issuer) {
  if (issuer_ == issuer) return;
  issuer_ = std::move(issuer);
  for (auto& one : applications_) one.has_certificate = false;
}

CertificatesOfApplications::Application& CertificatesOfApplications::application(
    const std::string& name) {
  const auto found = std::ranges::find(applications_, name, &Application::name);
  if (found != applications_.end()) {
    applications_.splice(applications_.begin(), applications_, found);
    return applications_.front();
  }
  const auto path = folder_ / (std::to_string(++last_number_) + ".pem");
  return applications_.emplace_front(Application{.name = name, .path = path});
}

// Does nothing while the certificate that is there is good. A clock that was set back makes it one
// of the future.
Result<void, std::string> CertificatesOfApplications::make(Application& application,
                                                           os::WallTime now) {
  if (application.has_certificate && application.made <= now && now < application.half) return {};
  const auto made =
      security::make_application_certificate({.application = application.name,
                                              .node_certificate = issuer_->node_certificate,
                                              .issuer_certificate = issuer_->certificate,
                                              .issuer_key = issuer_->key,
                                              .now = now});
  if (!made) return unexpected{made.error()};
  if (const auto written = os::replace_file(application.path, made->pem, kForItsOwner); !written)
    return unexpected{application.path.string() +
                      ": a certificate cannot be written: " + os::describe(written.error())};
  trust_domain_ = made->trust_domain;
  application.made = now;
  application.half = now + (made->ends - now) / 2;
  application.has_certificate = true;
  return {};
}

void CertificatesOfApplications::forget_old() {
  std::size_t without_components = 0;
  applications_.remove_if([&](const auto& one) {
    if (running_.has(one.name) || ++without_components <= kMostWithoutComponents) return false;
    std::error_code failure;
    std::filesystem::remove(one.path, failure);
    return true;
  });
}

void CertificatesOfApplications::report(const std::string& failure) {
  if (!failure.empty() && failure != last_failure_)
    log().error("the earlier certificates of applications stay in use: {}", failure);
  last_failure_ = failure;
}

}  // namespace orbweaver::program
