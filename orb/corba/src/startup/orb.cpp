#include <orbweaver/corba/orb.hpp>

#include "calls/in_flight.hpp"
#include "options/orb_options.hpp"
#include "poa/default_poa.hpp"
#include "startup/orbs.hpp"

#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <cstring>
#include <new>
#include <system_error>

namespace CORBA {

namespace {

using orbweaver::corba::require_no_servant;
using orbweaver::corba::StubFactory;

std::shared_ptr<ORB> make_orb(orbweaver::corba::OrbArguments arguments) try {
  orbweaver::os::fill_missing_streams();  // so that no socket becomes one
  auto orb =
      orbweaver::corba::OrbAccess::make(std::move(arguments.options), std::move(arguments.initial));
  orbweaver::corba::add_orb(orb);
  return orb;
} catch (const std::bad_alloc&) {
  throw NO_MEMORY(0, CompletionStatus::COMPLETED_NO);
} catch (const std::system_error& refused) {
  throw NO_RESOURCES(0, CompletionStatus::COMPLETED_NO,
                     std::string{"the system does not let the ORB begin: "} + refused.what());
}

}  // namespace

ORB::ORB(orbweaver::wire::Options options, orbweaver::corba::detail::InitialTexts initial)
    : core_(orbweaver::engine::OrbCore::create(std::move(options))), initial_(std::move(initial)) {
  using PortableServer::POA;
  auto manager = PortableServer::POAManager::make(core_);
  root_poa_ = POA::make_root(core_, manager);
  ins_poa_ = POA::make_ins(core_, manager);
  orbweaver::corba::add_default_poa(root_poa_);
}

ORB::~ORB() { core_->shutdown(); }

std::string ORB::object_to_string(const object_reference<Object>& object) const {
  if (!object) return orbweaver::giop::to_string(orbweaver::giop::Ior{});
  const auto& reference = StubFactory::reference_of(*object);
  if (!reference)
    throw MARSHAL(0, CompletionStatus::COMPLETED_NO,
                  "a local object has no reference that could leave its process");
  return orbweaver::giop::to_string(reference->ior());
}

void ORB::run() { run_until(orbweaver::Deadline::never()); }

bool ORB::run_until(orbweaver::Deadline deadline) {
  if (!core_->wait_for_shutdown(deadline)) return false;
  core_->shutdown();
  return true;
}

bool ORB::work_pending() {
  return !core_->wait_for_shutdown(orbweaver::Deadline::after(orbweaver::Nanoseconds{1}));
}

void ORB::perform_work(std::chrono::nanoseconds time) {
  (void)core_->wait_for_shutdown(orbweaver::Deadline::after(time));
}

void ORB::shutdown(bool wait_for_completion) {
  if (!wait_for_completion) return core_->request_shutdown();
  require_no_servant("shutdown(false)");
  core_->shutdown();
}

void ORB::destroy() {
  require_no_servant("shutdown(false), and destroy() when run() has returned");
  core_->shutdown();
}

orbweaver::wire::Statistics ORB::statistics() const noexcept {
  return core_->counters().snapshot();
}

std::vector<orbweaver::wire::Choice> ORB::explain() const { return core_->choices().all(); }

std::shared_ptr<ORB> ORB_init(std::vector<std::string> options) {
  auto arguments = orbweaver::corba::take_orb_arguments(options);
  if (!options.empty())
    throw BAD_PARAM(0, CompletionStatus::COMPLETED_NO,
                    "'" + options.front() + "' is no -ORB option");
  return make_orb(std::move(arguments));
}

std::shared_ptr<ORB> ORB_init(int& argc, char* argv[]) {
  std::vector<std::string> words(argv, argv + argc);
  auto arguments = orbweaver::corba::take_orb_arguments(words);
  // The other words keep their order; argv still points into the caller's strings.
  int kept = 0;
  for (int i = 0; i < argc; ++i)
    if (static_cast<std::size_t>(kept) < words.size() &&
        words[static_cast<std::size_t>(kept)] == argv[i])
      argv[kept++] = argv[i];
  argc = kept;
  return make_orb(std::move(arguments));
}

}  // namespace CORBA
