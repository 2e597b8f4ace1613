// SPDX-License-Identifier: Apache-2.0
// Clients bind, rebind, resolve, unbind and list names of their own and names that they share, over
// connections that break, while the naming service ends or is killed and comes back without names.
// In some runs its memory runs out.
#include "scenarios/naming.hpp"

#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/naming/naming_service.hpp>
#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/heap.hpp>

#include <algorithm>
#include <optional>

#include "laws/names.hpp"
#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::cut,           Kind::half_close, Kind::connect_fails,
                             Kind::accept_fails,  Kind::delay,      Kind::stall,
                             Kind::short_write,   Kind::short_read, Kind::small_buffer,
                             Kind::spurious_wake, Kind::clock_jump, Kind::no_memory};
constexpr auto kStates =
    std::to_array<std::string_view>({"a bad message", "a connection paused by a full lane",
                                     "a name whose history has an order", "a reply dropped"});
constexpr std::array kPaces{Pace::at_once};
using Root = CORBA::object_reference<CosNaming::NamingContext>;
using Context = CosNaming::NamingContext;

// "dir/c": in the context "dir".
CosNaming::Name steps_of(const std::string& name) {
  const auto slash = name.find('/');
  if (slash == std::string::npos) return {CosNaming::NameComponent{name, ""}};
  return {CosNaming::NameComponent{name.substr(0, slash), ""},
          CosNaming::NameComponent{name.substr(slash + 1), ""}};
}

struct Plan {
  Names names;
  Value values = 0;           // so many were given
  std::uint32_t callers = 0;  // so many have a number
  bool is_restarted = false;  // the service ends or is killed, and comes back
  bool is_short = false;      // its memory runs out
};

void serve(const Options& some, Plan& plan) {
  const auto options = with(some, {"-ORBendPoint", "giop:tcp::2809", "-ORBendPoint",
                                   "giop:shm:@names", "-ORBendPoint", "giop:unix:@names-u"});
  const auto live = [&](Time time) {
    const EnoughMemory for_the_scenario;
    Orb orb{options};
    const naming::NamingService service(orb.share());
    const auto root = IDL::traits<Context>::narrow(service.root());
    (void)root->bind_new_context(steps_of("dir"));
    plan.names.comes_up();
    world().board.put("names", orb->object_to_string(service.root()));
    let_memory_run_out(plan.is_short);
    wait_for_end_of_life(time);
    let_memory_run_out(false);
    plan.names.goes_down();
    orb.destroy();
  };
  if (plan.is_restarted) return run_lives(live, [&] { plan.names.goes_down(); });
  live(kNever);
}

/// The client's side: each operation is noted.
class Caller {
 public:
  Caller(const Orb& orb, Root root, Plan& plan, std::uint32_t number)
      : orb_(orb),
        root_(std::move(root)),
        plan_(plan),
        names_(plan.names),
        own_("own" + std::to_string(number)) {}

  void call_once() {
    const auto name = one_of(std::string{"a"}, std::string{"b"}, std::string{"dir/c"}, own_);
    switch (from_to(0, 6)) {
      case 0:
      case 1:
        return bind(name);
      case 2:
        return rebind(name);
      case 3:
        return unbind(name);
      case 4:
      case 5:
        return resolve(name);
      default:
        return list();
    }
  }

 private:
  // Without a context for the name: the service has just begun, and nothing was done.
  void bind(const std::string& name) {
    const auto value = new_value();
    const auto operation = names_.begins(name, NameCall::bind, value);
    const auto bound = [&] { root_->bind(steps_of(name), object_of(value)); };
    names_.ends(name, operation, attempt(bound, NameEnding::not_run));
  }

  void rebind(const std::string& name) {
    const auto value = new_value();
    const auto operation = names_.begins(name, NameCall::rebind, value);
    const auto bound = [&] { root_->rebind(steps_of(name), object_of(value)); };
    names_.ends(name, operation, attempt(bound, NameEnding::not_run));
  }

  void unbind(const std::string& name) {
    const auto operation = names_.begins(name, NameCall::unbind);
    names_.ends(name, operation, attempt([&] { root_->unbind(steps_of(name)); }));
  }

  void resolve(const std::string& name) {
    const auto operation = names_.begins(name, NameCall::resolve);
    Value found = 0;
    const auto ending = attempt([&] { found = value_of(root_->resolve(steps_of(name))); });
    names_.ends(name, operation, ending, found);
  }

  // The context has its names at one moment, though they come in parts.
  void list() {
    const std::array listed{std::string{"a"}, std::string{"b"}, own_};
    std::array<std::size_t, listed.size()> operations{};
    for (std::size_t i = 0; i < listed.size(); ++i)
      operations[i] = names_.begins(listed[i], NameCall::list);
    std::vector<std::string> found;
    const auto ending = attempt([&] { found = all_names(); });
    for (std::size_t i = 0; i < listed.size(); ++i) {
      const bool is_there = std::ranges::find(found, listed[i]) != found.end();
      names_.ends(listed[i], operations[i],
                  ending == NameEnding::done && !is_there ? NameEnding::refused : ending);
    }
  }

  std::vector<std::string> all_names() {
    CosNaming::BindingList part;
    CORBA::object_reference<CosNaming::BindingIterator> more;
    root_->list(one_of(100U, 0U, 1U, 3U), part, more);
    std::vector<std::string> names;
    const auto keep = [&] {
      for (const auto& octet : part) names.push_back(octet.binding_name().at(0).id());
    };
    keep();
    if (!more) return names;
    while (more->next_n(2, part)) keep();
    more->destroy();
    return names;
  }

  template <class Call>
  static NameEnding attempt(Call call, NameEnding if_not_found = NameEnding::refused) {
    try {
      call();
      return NameEnding::done;
    } catch (const Context::AlreadyBound&) {
      return NameEnding::refused;
    } catch (const Context::NotFound&) {
      return if_not_found;
    } catch (const CORBA::SystemException& failure) {
      sleep_until(virtual_now() + kMillisecond);
      return failure.completed() == CORBA::CompletionStatus::COMPLETED_NO ? NameEnding::not_run
                                                                          : NameEnding::unknown;
    }
  }

  Value new_value() noexcept { return ++plan_.values; }
  [[nodiscard]] CORBA::object_reference<CORBA::Object> object_of(Value value) const {
    return orb_->string_to_object("corbaloc::nowhere:1/" + std::to_string(value));
  }
  [[nodiscard]] Value value_of(const CORBA::object_reference<CORBA::Object>& object) const {
    const auto ior = giop::parse_reference(orb_->object_to_string(object));
    const auto key = giop::read_iiop_profile(ior->profiles.at(0))->object_key;
    return static_cast<Value>(std::stoul(std::string{as_text(key)}));
  }

  const Orb& orb_;
  Root root_;
  Plan& plan_;
  Names& names_;
  std::string own_;
};

void call(const Options& options, Plan& plan) {
  Orb orb{with(options, {"-ORBInitRef", "NameService=" + world().board.get("names")})};
  const auto root =
      corba::StubFactory::unchecked_narrow<Context>(orb->resolve_initial_references("NameService"));
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 2); n > 0; --n)
      threads.emplace_back([&, calls = from_to(3, 12), number = ++plan.callers] {
        Caller caller{orb, root, plan, number};
        for (std::uint32_t i = 0; i < calls; ++i) caller.call_once();
      });
  }
  orb.destroy();
}

void run() {
  Plan plan{.is_restarted = one_of(true, false), .is_short = one_of(false, true)};
  run_programs({.paces = kPaces,
                .most_clients = 3,
                .serve = [&](const Options& options, Pace) { serve(options, plan); },
                .call = [&](const Options& options) { call(options, plan); }});
  plan.names.check_end();
}

}  // namespace

Scenario naming_scenario() noexcept {
  return {"naming", "clients bind and resolve names while the naming service comes and goes", run,
          kFaults, kStates};
}

}  // namespace orbweaver::sim
