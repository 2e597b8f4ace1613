// SPDX-License-Identifier: Apache-2.0
#include "scenarios/radio/client.hpp"

#include <orbweaver/resource/own_properties.hpp>
#include <orbweaver/sim/program.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "scenarios/radio/orders.hpp"
#include "scenarios/radio/programs.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

namespace {

constexpr Time kPause = 200 * kMillisecond;
constexpr Time kLongest = 60 * kSecond;  // until what was taken is given back
constexpr Time kUntilDeviceIsKnown = kSecond;
constexpr int kEarlyStatus = 7;
constexpr Time kUntilEndIsTold = 5 * kSecond;  // the domain waits twice as long for a component
constexpr std::size_t kOwnNames = 3;           // the domain manager, and its two channels

std::string text_of(const CORBA::Exception& exception) {
  if (const auto* const failed =
          dynamic_cast<const CF::ApplicationFactory::CreateApplicationError*>(&exception))
    return failed->msg();
  if (const auto* const failed = dynamic_cast<const CORBA::SystemException*>(&exception))
    return std::string{failed->what()} + " " + failed->detail();
  return exception.what();
}

/// False: the call failed, as it may.
template <class Call>
bool attempt(const char* what, Calls calls, Call call) {
  try {
    call();
    return true;
  } catch (const CORBA::Exception& exception) {
    const bool is_by_faults = calls == Calls::fail_by_faults && deployment().has_had_faults();
    if (calls != Calls::may_fail && !is_by_faults)
      fail("no error without cause", fmt::format("{}: {}", what, text_of(exception)));
    return false;
  }
}

bool is_running(int process) {
  const auto* const found = process_of(process);
  return found != nullptr && !has_ended(*found);
}

std::vector<int> processes_of(CF::Application& application) {
  std::vector<int> processes;
  for (const auto& component_process_id : application.componentProcessIds())
    processes.push_back(static_cast<int>(component_process_id.processId()));
  return processes;
}

/// The lines in which a domain manager, or a node, says what should be there and is not.
void add_problems(std::vector<std::string>& lines, CF::PropertySet& manager) {
  CF::Properties asked{CF::DataType{resource::kProblemsId, CORBA::Any{}}};
  manager.query(asked);
  CORBA::StringSeq said;
  if (!(asked.at(0).value() >>= said)) fail("deployment", "problems are no lines");
  lines.insert(lines.end(), said.begin(), said.end());
}

std::size_t running_parts() {
  std::size_t count = 0;
  for (const auto* const running_program : running_programs())
    if (name_of(*running_program) == kPartProgram) ++count;
  return count;
}

double free_cores(CF::Device& device) {
  CF::Properties queried{CF::DataType{"cores", CORBA::Any{}}};
  device.query(queried);
  double cores = 0;
  (void)(queried.at(0).value() >>= cores);
  return cores;
}

// A node lists a device before the domain has it, and CF has no call that says when it does.
CORBA::object_reference<CF::Application> create_soon(CF::ApplicationFactory& factory,
                                                     const std::string& name) {
  const auto last = virtual_now() + kUntilDeviceIsKnown;
  for (;;) {
    try {
      return factory.create(name, {}, {});
    } catch (const CF::ApplicationFactory::CreateApplicationError& failed) {
      if (!failed.msg().contains("there is no device") || virtual_now() > last) throw;
    }
    sleep_until(virtual_now() + kPause);
  }
}

}  // namespace

RadioClient::RadioClient(const Orb& orb) : orb_(orb) {
  insist([this] { find(); });
}

void RadioClient::find() {
  names_ = IDL::traits<CosNaming::NamingContextExt>::narrow(
      orb_->resolve_initial_references("NameService"));
  manager_ = IDL::traits<CF::DomainManager>::narrow(names_->resolve_str("Orbweaver/DomainManager"));
}

void RadioClient::pause() {
  sleep_until(virtual_now() + kPause);
  (void)attempt("", Calls::may_fail, [this] { find(); });
}

void RadioClient::insist(const std::function<void()>& call) {
  while (!attempt("", Calls::may_fail, call)) pause();
}

std::size_t RadioClient::nodes() { return manager_->deviceManagers().size(); }

std::size_t RadioClient::devices() {
  std::size_t count = 0;
  for (const auto& node : manager_->deviceManagers())
    for (const auto& device : node->registeredDevices())
      if (device->usageState() == CF::Device::UsageType::IDLE) ++count;
  return count;
}

void RadioClient::await_devices(std::size_t count, Time last) {
  std::size_t found = 0;
  while (virtual_now() < last) {
    (void)attempt("", Calls::may_fail, [&] { found = devices(); });
    if (found == count) return;
    pause();
  }
}

void RadioClient::install(const std::string& file) {
  insist([&] {
    try {
      manager_->installApplication(file);
    } catch (const CF::DomainManager::ApplicationAlreadyInstalled&) {  // by a call that broke
    }
  });
}

CORBA::object_reference<CF::ApplicationFactory> RadioClient::factory(std::uint32_t components) {
  const auto wanted = fmt::format("radio{}", components);
  for (const auto& application_factory : manager_->applicationFactories())
    if (application_factory->name() == wanted) return application_factory;
  return nullptr;
}

std::string RadioClient::new_name() { return fmt::format("a{}", ++created_); }

RadioClient::Application RadioClient::create(std::uint32_t components, Calls calls) {
  Application application;
  const auto name = new_name();
  (void)attempt("create", calls, [&] {
    const auto found = factory(components);
    if (!found) return fail("deployment", "an application is not installed any more");
    application = create_soon(*found, name);
  });
  return application;
}

// A part that was killed since may be missing, and the whole application with it.
void RadioClient::check_whole(const Application& application, std::uint32_t components,
                              Calls calls) {
  Created created{.wanted = components};
  const bool is_answered = attempt("componentProcessIds", calls,
                                   [&] { created.processes = processes_of(*application); });
  if (!is_answered) return;
  const auto why = why_not_whole(created, is_running);
  const bool counts = calls == Calls::must_succeed || !deployment().has_had_faults() ||
                      created.processes.size() != components;
  if (!why.empty() && counts) fail("an application is whole", why);
}

void RadioClient::live(std::uint32_t components, Calls calls) {
  const auto application = create(components, calls);
  reached("an application was created", application ? 1 : 0);
  reached("an application was not created", application ? 0 : 1);
  if (!application) return pause();
  check_whole(application, components, calls);
  const auto how_far = from_to(0, 3);
  const bool is_released_only = calls == Calls::fail_by_faults && how_far == 0;
  if (!is_released_only) {
    (void)attempt("start", calls, [&] { application->start(); });
    sleep_until(virtual_now() + one_of(Time{0}, kMillisecond, 50 * kMillisecond, kSecond));
    (void)attempt("stop", calls, [&] { application->stop(); });
  }
  (void)attempt("releaseObject", calls, [&] { application->releaseObject(); });
}

void RadioClient::start_late(std::uint32_t components) {
  const auto application = create(components, Calls::must_succeed);
  if (!application) return;
  orders().hold_starts();
  if (attempt("start", Calls::may_fail, [&] { application->start(); }))
    fail("a late start fails", "start() succeeded while a component stood still");
  orders().let_starts_go();
  while (orders().held() != 0) sleep_until(virtual_now() + kMillisecond);
  (void)attempt("stop", Calls::must_succeed, [&] { application->stop(); });
  if (orders().running() != 0)
    fail("what was late can be stopped", fmt::format("{} run on", orders().running()));
  (void)attempt("releaseObject", Calls::must_succeed, [&] { application->releaseObject(); });
}

void RadioClient::create_in_vain(std::uint32_t components) {
  const auto found = factory(components);
  if (!found) return fail("deployment", "an application is not installed any more");
  orders().end_early(kEarlyStatus);
  const auto begun = virtual_now();
  std::string why = "it was created";
  try {
    (void)create_soon(*found, new_name());
  } catch (const CORBA::Exception& exception) {
    why = text_of(exception);
  }
  orders().end_early(std::nullopt);
  const auto took = virtual_now() - begun;
  if (took > kUntilEndIsTold || !why.contains(fmt::format("exit status {}", kEarlyStatus)))
    fail("the end of a program is reported at once",
         fmt::format("after {} ms: {}", took / kMillisecond, why));
}

void RadioClient::unbind(const std::string& name) {
  (void)attempt("unbind", Calls::must_succeed, [&] { names_->unbind(names_->to_name(name)); });
}

bool RadioClient::finds_domain() {
  return attempt("", Calls::may_fail, [this] { find(); });
}

std::vector<std::string> RadioClient::problems() {
  std::vector<std::string> lines;
  add_problems(lines, *manager_);
  for (const auto& device_manager : manager_->deviceManagers())
    add_problems(lines, *device_manager);
  return lines;
}

bool RadioClient::has_problem(std::string_view of) {
  std::vector<std::string> lines;
  insist([&] { lines = problems(); });
  return std::ranges::any_of(lines, [&](const auto& line) { return line.contains(of); });
}

bool RadioClient::is_whole(const std::string& name, std::uint32_t components) {
  const auto found = application_of_name(name);
  return found &&
         why_not_whole({.wanted = components, .processes = processes_of(*found)}, is_running)
             .empty();
}

bool RadioClient::is_whole_by(Time last, const std::string& name, std::uint32_t components) {
  bool is = false;
  while (!is && virtual_now() < last) {
    pause();
    (void)attempt("", Calls::may_fail, [&] { is = is_whole(name, components); });
  }
  return is;
}

void RadioClient::release(const std::string& name) {
  (void)attempt("releaseObject", Calls::must_succeed,
                [&] { application_of_name(name)->releaseObject(); });
}

void RadioClient::begin_one(std::uint32_t components) {
  const auto application = create(components, Calls::must_succeed);
  (void)attempt("start", Calls::must_succeed, [&] {
    application->start();
    begun_ = application->name();
  });
  components_of_begun_ = components;
}

RadioClient::Application RadioClient::application_of_name(const std::string& name) {
  for (const auto& application : manager_->applications())
    if (application->name() == name) return application;
  return nullptr;
}

void RadioClient::end_adopted(Time last) {
  Application found;
  while (!found && virtual_now() < last) {
    pause();
    (void)attempt("", Calls::may_fail, [&] { found = application_of_name(begun_); });
  }
  if (!found) return fail("what runs is adopted", begun_ + " is not there any more");
  check_whole(found, components_of_begun_, Calls::must_succeed);
  (void)attempt("stop", Calls::must_succeed, [&] { found->stop(); });
  (void)attempt("releaseObject", Calls::must_succeed, [&] { found->releaseObject(); });
}

void RadioClient::release_each() {
  for (const auto& application : manager_->applications())
    (void)attempt("", Calls::may_fail, [&] { application->releaseObject(); });
}

void RadioClient::add_device(Holdings& holdings,
                             const CORBA::object_reference<CF::Device>& device) {
  const auto label = device->label();
  holdings.cores[label] = free_cores(*device);
  if (device->usageState() != CF::Device::UsageType::IDLE) holdings.in_use.insert(label);
}

Holdings RadioClient::holdings() {
  Holdings holdings;
  holdings.applications = manager_->applications().size();
  CosNaming::BindingList bound;
  CORBA::object_reference<CosNaming::BindingIterator> more;
  IDL::traits<CosNaming::NamingContext>::narrow(names_->resolve_str("Orbweaver"))
      ->list(100, bound, more);
  holdings.names = bound.size();
  holdings.parts = running_parts();
  holdings.problems = problems().size();
  for (const auto& node : manager_->deviceManagers())
    for (const auto& device : node->registeredDevices()) add_device(holdings, device);
  return holdings;
}

void RadioClient::await_nothing(std::size_t devices, const std::function<void()>& meanwhile) {
  Holdings nothing{.names = kOwnNames};
  for (std::size_t i = 1; i <= devices; ++i) nothing.cores[fmt::format("device{}", i)] = 2;
  const auto last = virtual_now() + kLongest;
  std::string left = "the domain does not answer";
  while (virtual_now() < last) {
    (void)attempt("", Calls::may_fail, meanwhile);
    (void)attempt("", Calls::may_fail, [&] { left = difference(nothing, holdings()); });
    if (left.empty()) return;
    pause();
  }
  fail("all is given back", left);
}

void RadioClient::await_given_back(std::size_t devices) {
  await_nothing(devices, [] {});
}

void RadioClient::release_all(std::size_t devices) {
  await_nothing(devices, [this] { release_each(); });
}

}  // namespace orbweaver::sim
