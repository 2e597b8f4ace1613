// SPDX-License-Identifier: Apache-2.0
#include "domain_runs.hpp"

#include <orbweaver/guard/guard.hpp>

#include <chrono>
#include <cstdio>
#include <stdexcept>

namespace orbweaver::deploy_bench {

namespace {

using Clock = std::chrono::steady_clock;

double ms_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

domain::DomainOptions options_for(const ScratchRoot& files) {
  domain::DomainOptions domain_options;
  domain_options.root = files.root();
  domain_options.cache_folder = files.cache();
  domain_options.guard_program = ScratchRoot::program("orbweaver-guard");
  domain_options.deployment.timeouts = deploy::Timeouts{std::chrono::seconds{60}};
  domain_options.events.on_problem = [](const std::string& line) {
    std::fprintf(stderr, "%s\n", line.c_str());
  };
  return domain_options;
}

}  // namespace

DomainRuns::DomainRuns(const ScratchRoot& files)
    : files_(&files),
      orb_(CORBA::ORB_init()),
      domain_(std::make_unique<domain::EmbeddedDomain>(orb_, options_for(files))) {}

DomainRuns::~DomainRuns() {
  factories_.clear();
  domain_.reset();
  orb_->destroy();
}

Times DomainRuns::run(std::size_t count, Placement placement) {
  const auto factory = factory_for(count, placement);
  try {
    const auto begun = Clock::now();
    const auto chain = factory->create("chain", {}, {});
    chain->start();
    const auto running = Clock::now();
    chain->releaseObject();
    return {ms_between(begun, running), ms_between(running, Clock::now())};
  } catch (const CF::ApplicationFactory::CreateApplicationError& error) {
    throw std::runtime_error(error.msg());
  }
}

DomainRuns::Factory DomainRuns::factory_for(std::size_t count, Placement placement) {
  const auto file = "/" + std::to_string(count) +
                    (placement == Placement::together ? "-together" : "-separate") + ".sad.xml";
  auto& factory = factories_[file];
  if (factory) return factory;
  files_->write(file.substr(1), chain_sad(count, placement));
  factory = install(file);
  return factory;
}

DomainRuns::Factory DomainRuns::install(const std::string& file) const {
  const auto manager = domain_->manager();
  manager->installApplication(file);
  for (const auto& application_factory : manager->applicationFactories())
    if (application_factory->softwareProfile() == file) return application_factory;
  throw std::runtime_error(file + ": it was not installed");
}

}  // namespace orbweaver::deploy_bench
