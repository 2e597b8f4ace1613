#include <orbweaver/corba/orb.hpp>

#include "orb_options.hpp"
#include "policy_managers.hpp"

#include <orbweaver/corba/in_servant.hpp>
#include <orbweaver/engine/orb_core.hpp>

#include <cstring>

namespace CORBA {

namespace {

using orbweaver::corba::StubFactory;

[[noreturn]] void refuse_reference(const std::string& text, std::string_view why) {
  constexpr std::size_t kShown = 40;
  throw BAD_PARAM(0, CompletionStatus::COMPLETED_NO,
                  "'" + text.substr(0, kShown) + (text.size() > kShown ? "..." : "") +
                      "' is no object reference: " + std::string{why});
}

void require_no_servant(std::string_view instead) {
  if (orbweaver::corba::is_in_servant())
    throw BAD_INV_ORDER(
        3, CompletionStatus::COMPLETED_NO,
        "a servant cannot wait for its own request to end: " + std::string{instead});
}

}  // namespace

ORB::ORB(orbweaver::engine::Options options, std::map<std::string, std::string> initial_references)
    : core_(orbweaver::engine::OrbCore::create(std::move(options))),
      initial_references_(std::move(initial_references)) {
  using PortableServer::POA;
  auto manager = std::make_shared<PortableServer::POAManager>(core_);
  root_poa_ = std::make_shared<POA>(core_, POA::IdAssignment::system, "RootPOA", manager);
  ins_poa_ = std::make_shared<POA>(core_, POA::IdAssignment::user, "INSPOA", manager);
}

ORB::~ORB() { core_->shutdown(); }

object_reference<Object> ORB::string_to_object(const std::string& text) {
  auto ior = orbweaver::giop::parse_reference(text);
  if (!ior) refuse_reference(text, orbweaver::giop::describe(ior.error()));
  if (ior->is_nil()) return nullptr;
  return StubFactory::make<Object>(core_->make_reference(std::move(*ior)));
}

std::string ORB::object_to_string(const object_reference<Object>& object) const {
  if (!object) return orbweaver::giop::to_string(orbweaver::giop::Ior{});
  if (!object->_reference())
    throw MARSHAL(0, CompletionStatus::COMPLETED_NO,
                  "a local object has no reference that could leave its process");
  return orbweaver::giop::to_string(object->_reference()->ior());
}

object_reference<Object> ORB::resolve_initial_references(const std::string& name) {
  if (name == "RootPOA") return root_poa_;
  if (name == "INSPOA") return ins_poa_;
  if (name == "ORBPolicyManager") return orbweaver::corba::make_orb_policy_manager(core_);
  if (name == "PolicyCurrent") return orbweaver::corba::make_policy_current();
  const auto found = initial_references_.find(name);
  if (found == initial_references_.end()) throw InvalidName{};
  return string_to_object(found->second);
}

std::vector<std::string> ORB::list_initial_services() const {
  std::vector<std::string> names{"RootPOA", "INSPOA", "ORBPolicyManager", "PolicyCurrent"};
  for (const auto& [name, reference] : initial_references_) names.push_back(name);
  return names;
}

void ORB::run() { run_until(orbweaver::Deadline::never()); }

bool ORB::run_until(orbweaver::Deadline deadline) {
  if (!core_->wait_for_shutdown(deadline)) return false;
  core_->shutdown();
  return true;
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

orbweaver::engine::Statistics ORB::statistics() const noexcept {
  return core_->counters().snapshot();
}

std::vector<orbweaver::engine::Choice> ORB::explain() const { return core_->choices().all(); }

std::shared_ptr<ORB> ORB_init(std::vector<std::string> options) {
  auto arguments = orbweaver::corba::take_orb_arguments(options);
  if (!options.empty())
    throw BAD_PARAM(0, CompletionStatus::COMPLETED_NO,
                    "'" + options.front() + "' is no -ORB option");
  return std::make_shared<ORB>(std::move(arguments.options),
                               std::move(arguments.initial_references));
}

std::shared_ptr<ORB> ORB_init(int& argc, char* argv[]) {
  std::vector<std::string> words(argv, argv + argc);
  auto arguments = orbweaver::corba::take_orb_arguments(words);
  // What is left keeps its order; argv keeps pointing into the caller's strings.
  int kept = 0;
  for (int i = 0; i < argc; ++i)
    if (static_cast<std::size_t>(kept) < words.size() &&
        words[static_cast<std::size_t>(kept)] == argv[i])
      argv[kept++] = argv[i];
  argc = kept;
  return std::make_shared<ORB>(std::move(arguments.options),
                               std::move(arguments.initial_references));
}

}  // namespace CORBA
