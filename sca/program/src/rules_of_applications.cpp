// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/rules_of_applications.hpp>

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/folder.hpp>
#include <orbweaver/program/application_rules.hpp>
#include <orbweaver/security/application_identity.hpp>

#include <algorithm>
#include <mutex>

namespace orbweaver::program {

namespace {

constexpr unsigned kForItsOwner = 0600;
constexpr std::size_t kMostOfName = 100;  // of a file's name, which the system bounds

unexpected<std::string> not_written(const std::filesystem::path& path,
                                    const os::SystemError& error) {
  return unexpected{path.string() + ": rules cannot be written: " + os::describe(error)};
}

// A reader finds the whole text or the one before.
Result<os::UniqueFd, std::string> replace(const std::filesystem::path& path,
                                          const std::string& text) {
  const auto fresh = std::filesystem::path{path}.concat(".new");
  auto file = os::open_to_write(fresh, os::OpenToWrite::replace, kForItsOwner);
  if (!file) return not_written(path, file.error());
  if (const auto written = os::write_all(file->get(), as_bytes(text)); !written)
    return not_written(path, written.error());
  if (const auto renamed = os::rename_file(fresh, path); !renamed)
    return not_written(path, renamed.error());
  return std::move(*file);
}

template <class File>
Result<void, std::string> put(const std::filesystem::path& path, File& file, std::string text) {
  if (text == file.text) return {};
  auto written = replace(path, text);
  if (!written) return unexpected{std::move(written.error())};
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
  found.domain = std::move(domain);
  if (auto written = write(found); !written) return unexpected{std::move(written.error())};
  forget_old();
  return found.path.string();
}

void RulesOfApplications::started(const std::string& name, const std::string& component,
                                  std::int32_t process) {
  const std::lock_guard lock{mutex_};
  running_.started(name, component, process);
  write_changed();
}

void RulesOfApplications::ended(const std::string& component, std::int32_t process) {
  const std::lock_guard lock{mutex_};
  running_.ended(component, process);
  write_changed();
}

void RulesOfApplications::set_domain(const Names& domain) {
  const std::lock_guard lock{mutex_};
  for (auto& one : applications_) one.domain = domain;
  write_changed();
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

// What allows comes first: a component that is known is never denied to its own application.
void RulesOfApplications::write_changed() {
  const auto report = [](const auto& written) {
    if (!written) log().error("the earlier rules stay in force: {}", written.error());
  };
  for (auto& one : applications_) report(write(one));
  report(put(file_about_components(), about_components_,
             rules_about_components(running_.processes())));
}

}  // namespace orbweaver::program
