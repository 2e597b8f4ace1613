// SPDX-License-Identifier: Apache-2.0
#include "remote_domain.hpp"

#include <orbweaver/base/bytes.hpp>
#include <orbweaver/files/file_transfer.hpp>

#include <chrono>
#include <span>
#include <stdexcept>

#include "idle_memory.hpp"

namespace orbweaver::deploy_bench {

namespace {

using Clock = std::chrono::steady_clock;
using Application = CORBA::object_reference<CF::Application>;

// Hosts of 200 components take a while where the processors are few.
constexpr const char* kLongestCallMs = "300000";

double ms_since(Clock::time_point from) {
  return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
}

CF::DeviceAssignmentSequence assignments(std::size_t count,
                                         const std::vector<std::string>& devices) {
  CF::DeviceAssignmentSequence device_assignment_sequence;
  if (devices.empty()) return device_assignment_sequence;
  for (std::size_t i = 0; i < count; ++i)
    device_assignment_sequence.emplace_back("relay" + std::to_string(i),
                                            devices[i * devices.size() / count]);
  return device_assignment_sequence;
}

Application create(CF::ApplicationFactory& factory, const std::string& name,
                   const CF::DeviceAssignmentSequence& where) {
  try {
    return factory.create(name, {}, where);
  } catch (const CF::ApplicationFactory::CreateApplicationError& error) {
    throw std::runtime_error(error.msg());
  }
}

}  // namespace

RemoteDomain::RemoteDomain(const std::string& reference)
    : orb_(CORBA::ORB_init({"-ORBcallTimeout", kLongestCallMs})),
      manager_(IDL::traits<CF::DomainManager>::narrow(orb_->string_to_object(reference))) {
  if (!manager_) throw std::runtime_error(reference + " is no CF::DomainManager");
}

RemoteDomain::~RemoteDomain() { orb_->destroy(); }

Times RemoteDomain::run(std::size_t count, const std::vector<std::string>& devices) {
  const auto factory = factory_for(count, Placement::separate);
  const auto where = assignments(count, devices);
  const auto begun = Clock::now();
  const auto chain = create(*factory, "chain", where);
  chain->start();
  const double running_ms = ms_since(begun);
  const auto ending = Clock::now();
  chain->releaseObject();
  return {running_ms, ms_since(ending)};
}

ManyTimes RemoteDomain::run_many(std::size_t chains, std::size_t count, pid_t process) {
  const auto factory = factory_for(count, Placement::together);
  const double before_kib = memory_of(process).unique_kib;
  std::vector<Application> running;
  const auto begun = Clock::now();
  for (std::size_t i = 0; i < chains; ++i) {
    running.push_back(create(*factory, "chain" + std::to_string(i), {}));
    running.back()->start();
  }
  const double running_ms = ms_since(begun);
  const double memory_kib = memory_of(process).unique_kib - before_kib;
  const auto ending = Clock::now();
  for (const auto& chain : running) chain->releaseObject();
  return {{running_ms, ms_since(ending)}, memory_kib};
}

double RemoteDomain::load_ms(const std::string& file) {
  const auto files = manager_->fileMgr();
  std::size_t bytes = 0;
  const auto begun = Clock::now();
  files::read_pieces(*files, file, [&](Bytes piece) { bytes += piece.size(); });
  const double ms = ms_since(begun);
  if (bytes == 0) throw std::runtime_error(file + " is empty");
  return ms;
}

RemoteDomain::Factory RemoteDomain::factory_for(std::size_t count, Placement placement) {
  const auto file = "/remote" + std::to_string(count) +
                    (placement == Placement::together ? "-together" : "-separate") + ".sad.xml";
  if (auto factory = find(file)) return factory;
  install(file, chain_sad(count, placement));
  if (auto factory = find(file)) return factory;
  throw std::runtime_error(file + ": it was not installed");
}

void RemoteDomain::install(const std::string& file, const std::string& sad) {
  files::write_whole(*manager_->fileMgr(), file, std::as_bytes(std::span{sad}));
  try {
    manager_->installApplication(file);
  } catch (const CF::DomainManager::ApplicationInstallationError& error) {
    throw std::runtime_error(error.msg());
  }
}

RemoteDomain::Factory RemoteDomain::find(const std::string& file) {
  for (const auto& application_factory : manager_->applicationFactories())
    if (application_factory->softwareProfile() == file) return application_factory;
  return {};
}

}  // namespace orbweaver::deploy_bench
