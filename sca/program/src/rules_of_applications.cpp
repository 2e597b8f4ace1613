// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/rules_of_applications.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/folder.hpp>
#include <orbweaver/os/whole_file.hpp>
#include <orbweaver/program/application_rules.hpp>
#include <orbweaver/security/application_identity.hpp>

#include <algorithm>
#include <mutex>

namespace orbweaver::program {

namespace {

constexpr unsigned kForItsOwner = 0600;
constexpr std::size_t kMostOfName = 100;  // of a file's name, which the system bounds

template <class File>
Result<void, std::string> put(const std::filesystem::path& path, File& file, std::string text) {
  if (text == file.text) return {};
  auto written = os::replace_file(path, text, kForItsOwner);
  if (!written)
    return unexpected{path.string() +
                      ": rules cannot be written: " + os::describe(written.error())};
  file.earlier = std::exchange(file.written, std::move(*written));
  file.text = std::move(text);
  return {};
}

}  // namespace

Result<std::shared_ptr<RulesOfApplications>, std::string> RulesOfApplications::in(
    std::filesystem::path folder) {
  std::shared_ptr<RulesOfApplications> made{new RulesOfApplications(std::move(folder))};
  if (auto written =
          put(made->file_about_components(), made->about_components_, rules_about_components({}));
      !written)
    return unexpected{std::move(written.error())};
  return made;
}

Result<std::string, std::string> RulesOfApplications::file_of(const std::string& name,
                                                              Names domain) {
  const std::lock_guard lock{mutex_};
  auto& found = application(name);
  set_domain_of(found, domain);
  const auto written = write(found);
  forget_old();
  if (!written) return unexpected{written.error()};
  return found.path.string();
}

void RulesOfApplications::set_trust_domain(std::string name) {
  const std::lock_guard lock{mutex_};
  trust_domain_ = std::move(name);
  report(write_changed());
}

void RulesOfApplications::starts(const std::string& component) {
  const std::lock_guard lock{mutex_};
  running_.starts(component);
}

void RulesOfApplications::not_started(const std::string& component) {
  const std::lock_guard lock{mutex_};
  running_.not_started(component);
}

Result<void, std::string> RulesOfApplications::started(const std::string& name,
                                                       const std::string& component,
                                                       std::int32_t process) {
  const std::lock_guard lock{mutex_};
  running_.started(name, component, process);
  return write_changed();
}

void RulesOfApplications::ended(const std::string& component, std::int32_t process) {
  const std::lock_guard lock{mutex_};
  running_.ended(component, process);
  report(write_changed());
}

void RulesOfApplications::set_domain(const Names& domain) {
  const std::lock_guard lock{mutex_};
  for (auto& one : applications_) set_domain_of(one, domain);
  report(write_changed());
}

/// Requires: the mutex, as all functions below.
RulesOfApplications::Application& RulesOfApplications::application(const std::string& name) {
  const auto found = std::ranges::find(applications_, name, &Application::name);
  if (found != applications_.end()) {
    applications_.splice(applications_.begin(), applications_, found);
    return applications_.front();
  }
  const auto file = std::to_string(++last_number_) + "-" +
                    security::segment_of_application(name).substr(0, kMostOfName) + ".toml";
  return applications_.emplace_front(
      Application{.name = name, .path = folder_ / file, .domain = {}, .file = {}});
}

Result<void, std::string> RulesOfApplications::write(Application& application) const {
  return put(application.path, application.file,
             rules_of({.application = application.name,
                       .trust_domain = trust_domain_,
                       .processes = running_.processes_of(application.name),
                       .domain = application.domain}));
}

void RulesOfApplications::forget_old() {
  std::size_t without_components = 0;
  applications_.remove_if([&](const auto& one) {
    if (running_.has(one.name) || ++without_components <= kMostWithoutComponents) return false;
    if (const auto folder = os::open_folder(folder_))
      (void)os::remove_file_in(folder->get(), one.path.filename());
    return true;
  });
}

void RulesOfApplications::set_domain_of(Application& application, const Names& domain) {
  application.domain = domain;
  if (!domain.empty() || std::exchange(has_warned_, true)) return;
  log().warn(
      "the domain proves neither its process nor a certificate, so no rule of applications names "
      "it: the rules of the node decide what it may call of components");
}

// The files of applications are written before the one about all components: a process that the
// latter has, and that its application's file does not have yet, would be denied by its own
// application.
Result<void, std::string> RulesOfApplications::write_changed() {
  Result<void, std::string> result;
  const auto keep_failure = [&](Result<void, std::string> written) {
    if (!written && result) result = std::move(written);
  };
  for (auto& one : applications_) keep_failure(write(one));
  keep_failure(put(file_about_components(), about_components_,
                   rules_about_components(running_.processes())));
  return result;
}

void RulesOfApplications::report(const Result<void, std::string>& written) {
  if (!written) log().error("the earlier rules stay in force: {}", written.error());
}

}  // namespace orbweaver::program
