// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/orb.hpp>

#include "startup/orb_state.hpp"
#include "state/alive.hpp"
#include "state/default_poa.hpp"
#include "state/in_flight.hpp"
#include "state/orbs.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/corba/detail/orb_access.hpp>
#include <orbweaver/corba/orb_options.hpp>
#include <orbweaver/engine/end_orb.hpp>
#include <orbweaver/engine/orb_core.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/wire/options.hpp>

#include <cstring>
#include <new>
#include <system_error>

namespace CORBA {

namespace {

using orbweaver::corba::require_no_servant;
using orbweaver::corba::StubFactory;

// The words that an ORB which exists already cannot take any more. It keeps its own.
void warn_of_ignored(const ORB& orb, const orbweaver::corba::OrbArguments& arguments) {
  std::string names;
  for (const auto& [name, value] : arguments.options.given)
    if (name != "-ORBid") names += (names.empty() ? "" : ", ") + name;
  if (!names.empty())
    orbweaver::log().warn(
        "ORB_init: the ORB with the id '{}' exists already, and keeps its options: {} has no "
        "effect",
        orbweaver::printable(orb.id()), names);
}

// CORBA 3.3 Part 1, 8.5.1: the argument goes before the option.
std::shared_ptr<ORB> find_or_make_orb(const std::string& id,
                                      const orbweaver::corba::OrbArguments& arguments) try {
  orbweaver::os::fill_missing_streams();  // so that no socket becomes one
  auto found = orbweaver::corba::orb_with_id(id, [&] {
    return orbweaver::corba::OrbAccess::make(id, arguments.options, arguments.initial);
  });
  if (!found.is_new) warn_of_ignored(*found.orb, arguments);
  return std::move(found.orb);
} catch (const std::bad_alloc&) {
  throw NO_MEMORY(0, CompletionStatus::COMPLETED_NO);
} catch (const std::system_error& refused) {
  throw NO_RESOURCES(0, CompletionStatus::COMPLETED_NO,
                     std::string{"the system does not let the ORB begin: "} + refused.what());
}

}  // namespace

ORB::ORB(std::string id, std::unique_ptr<State> state)
    : id_(std::move(id)), state_(std::move(state)) {
  using PortableServer::POA;
  auto manager = PortableServer::POAManager::make(state_->core);
  state_->root_poa = POA::make_root(state_->core, manager);
  state_->ins_poa = POA::make_ins(state_->core, manager);
  orbweaver::corba::add_default_poa(state_->root_poa);
}

ORB::~ORB() { orbweaver::engine::end_orb(state_->core); }

const std::shared_ptr<orbweaver::engine::OrbCore>& ORB::usable() const {
  if (state_->is_destroyed.load())
    throw OBJECT_NOT_EXIST(0, CompletionStatus::COMPLETED_NO,
                           "the ORB '" + orbweaver::printable(id_) + "' has been destroyed");
  orbweaver::corba::require_alive(*state_->core);
  return state_->core;
}

std::string ORB::object_to_string(const object_reference<Object>& object) const {
  (void)usable();
  if (!object) return orbweaver::giop::to_string(orbweaver::giop::Ior{});
  const auto& reference = StubFactory::reference_of(*object);
  if (!reference)
    throw MARSHAL(0, CompletionStatus::COMPLETED_NO,
                  "a local object has no reference that could leave its process");
  return orbweaver::giop::to_string(reference->ior());
}

void ORB::run() { run_until(orbweaver::Deadline::never()); }

// A static object of the program may own the ORB, and another thread may call exit().
bool ORB::run_until(orbweaver::Deadline deadline) {
  const auto self = shared_from_this();
  const auto& core = usable();
  if (!core->wait_for_shutdown(deadline)) return false;
  core->shutdown();
  return true;
}

bool ORB::work_pending() {
  return !usable()->wait_for_shutdown(orbweaver::Deadline::after(orbweaver::Nanoseconds{1}));
}

void ORB::perform_work(std::chrono::nanoseconds time) {
  const auto self = shared_from_this();
  (void)usable()->wait_for_shutdown(orbweaver::Deadline::after(time));
}

void ORB::shutdown(bool wait_for_completion) {
  const auto self = shared_from_this();
  const auto& core = usable();
  if (!wait_for_completion) return core->request_shutdown();
  require_no_servant("shutdown(false)");
  core->shutdown();
}

void ORB::destroy() {
  const auto self = shared_from_this();
  if (!state_->core->is_of_parent()) {
    if (state_->is_destroyed.load()) (void)usable();
    require_no_servant("shutdown(false), and destroy() when run() has returned");
    state_->core->shutdown();
  }
  state_->is_destroyed.store(true);
}

orbweaver::Statistics ORB::statistics() const noexcept {
  return state_->core->counters().snapshot();
}

std::vector<orbweaver::Choice> ORB::explain() const { return state_->core->choices().all(); }

std::shared_ptr<ORB> ORB_init(std::vector<std::string> options, const std::string& orb_identifier) {
  const auto arguments = orbweaver::corba::take_orb_arguments(options);
  if (!options.empty())
    throw BAD_PARAM(0, CompletionStatus::COMPLETED_NO,
                    "'" + options.front() + "' is no -ORB option");
  const auto& id = orb_identifier.empty() ? arguments.id : orb_identifier;
  return find_or_make_orb(id.empty() ? orbweaver::corba::unused_orb_id() : id, arguments);
}

std::shared_ptr<ORB> ORB_init(int& argc, char* argv[], const std::string& orb_identifier) {
  std::vector<std::string> words(argv, argv + argc);
  const auto arguments = orbweaver::corba::take_orb_arguments(words);
  // The other words keep their order; argv still points into the caller's strings.
  int kept = 0;
  for (int i = 0; i < argc; ++i)
    if (static_cast<std::size_t>(kept) < words.size() &&
        words[static_cast<std::size_t>(kept)] == argv[i])
      argv[kept++] = argv[i];
  argc = kept;
  return find_or_make_orb(orb_identifier.empty() ? arguments.id : orb_identifier, arguments);
}

}  // namespace CORBA

namespace orbweaver::corba {

std::shared_ptr<CORBA::ORB> OrbAccess::make(std::string id, wire::Options options,
                                            detail::InitialTexts initial) {
  auto state = std::make_unique<CORBA::ORB::State>(std::move(options), std::move(initial));
  return std::shared_ptr<CORBA::ORB>(new CORBA::ORB(std::move(id), std::move(state)));
}

bool OrbAccess::is_destroyed(const CORBA::ORB& orb) noexcept {
  return orb.state_->is_destroyed.load();
}

const std::shared_ptr<engine::OrbCore>& OrbAccess::core(const CORBA::ORB& orb) noexcept {
  return orb.state_->core;
}

}  // namespace orbweaver::corba
