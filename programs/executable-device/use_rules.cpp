// SPDX-License-Identifier: Apache-2.0
#include "use_rules.hpp"

#include <orbweaver/corba/caller.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/program/application_rules.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::executable_device {

namespace {

constexpr const char* kRules = "-ORBrules";
constexpr const char* kAudit = "-ORBaudit";

// The domain calls execute(), and sets the listener.
program::RulesOfApplications::Names names_of_caller() {
  const auto caller = corba::Caller::current();
  if (!caller) return {};
  return program::names_of_domain(caller->proof(), caller->names());
}

// The same each time that its application is created, so that there are not ever more files.
std::string name_of_its_files(const device::ProgramToStart& program) {
  if (program.application.empty()) return program::name_of_files_of(program.name, {});
  const auto colon = program.identifier.size() - program.application.size() - 1;
  return program::name_of_files_of(program.identifier.substr(0, colon), program.application);
}

// The files of audit logs are bounded, and so each program needs one of its own.
void give_own_audit_log(const device::ProgramToStart& program, device::Parameters& parameters) {
  for (auto& [id, value] : parameters)
    if (id == kAudit) value += "." + name_of_its_files(program);
}

Result<void, std::string> add_file(program::RulesOfApplications& rules,
                                   const device::ProgramToStart& program,
                                   device::Parameters& parameters) {
  if (program.application.empty()) return {};
  auto file = rules.file_of(program.application, names_of_caller());
  if (!file) return unexpected{std::move(file.error())};
  parameters.insert(parameters.begin(),
                    {{kRules, *std::move(file)}, {kRules, rules.file_about_components()}});
  return {};
}

}  // namespace

Result<Rules, std::string> rules_of_applications(const program::Parameters& orb,
                                                 const std::filesystem::path& folder) {
  const auto is_it = [](const auto& option) { return option.first == kRules; };
  if (std::ranges::none_of(orb, is_it)) return Rules{};
  if (const auto made = os::make_private_folder(folder); !made)
    return unexpected{folder.string() + ": " + os::describe(made.error())};
  return program::RulesOfApplications::in(folder);
}

void use_rules(device::ExecutableDeviceOptions& options, const Rules& rules,
               const Certificates& certificates) {
  options.on_start = [before = std::move(options.on_start), rules, certificates](
                         const device::ProgramToStart& program,
                         device::Parameters& parameters) -> Result<void, std::string> {
    if (before)
      if (auto done = before(program, parameters); !done) return done;
    rules->starts(program.name);
    if (certificates) rules->set_trust_domain(certificates->trust_domain());
    give_own_audit_log(program, parameters);
    return add_file(*rules, program, parameters);
  };
  options.on_started = [before = std::move(options.on_started), rules](
                           const device::ProgramToStart& program,
                           std::int32_t process) -> Result<void, std::string> {
    if (before)
      if (auto done = before(program, process); !done) return done;
    return rules->started(program.application, program.name, process);
  };
  options.on_not_started = [before = std::move(options.on_not_started),
                            rules](const device::ProgramToStart& program) {
    if (before) before(program);
    rules->not_started(program.name);
  };
  options.on_ends = [before = std::move(options.on_ends),
                     rules](const std::vector<device::ProgramEnd>& ends) {
    for (const auto& end : ends) rules->ended(end.name, end.process);
    if (before) before(ends);
  };
  options.on_listener = [before = std::move(options.on_listener),
                         rules](const CORBA::object_reference<CORBA::Object>& listener) {
    if (listener) rules->set_domain(names_of_caller());
    if (before) before(listener);
  };
}

CommandLine::CommandLine(int argc, char** argv, const Rules& rules)
    : option_(kRules),
      file_(rules ? rules->file_about_components() : std::string{}),
      words_(argv, argv + argc) {
  if (rules) words_.insert(words_.begin() + 1, {option_.data(), file_.data()});
  words_.push_back(nullptr);
}

}  // namespace orbweaver::executable_device
