// SPDX-License-Identifier: Apache-2.0
// Programs that leave the ORB to the destructors of static objects, or to exit().
#include <climits>
#include <cstdlib>
#include <semaphore>
#include <thread>

#include "scenario.hpp"

namespace life {
namespace {

// Static objects are destroyed from the last one to the first: one reference goes before the ORB,
// one after it.
Point reference_before;              // NOLINT: the destructors are what is tried
Orb global_orb;                      // NOLINT
Point reference_after;               // NOLINT
PortableServer::Servant servant;     // NOLINT
PortableServer::POA::Reference poa;  // NOLINT
std::binary_semaphore never{0};      // NOLINT

int orb_in_a_global(const Setting& setting) {
  global_orb = CORBA::ORB_init(setting.options);
  reference_before = reference_after = point(*global_orb, setting.reference);
  print(sums(reference_after, 3));
  return 0;
}

int orb_in_a_static(const Setting& setting) {
  static const Orb orb = CORBA::ORB_init(setting.options);
  static const Point on = point(*orb, setting.reference);
  print(sums(on, 3));
  return 0;
}

int orb_in_a_thread_local(const Setting& setting) {
  thread_local Orb orb = CORBA::ORB_init(setting.options);
  thread_local Point on = point(*orb, setting.reference);
  print(sums(on, 3));
  return 0;
}

// The last call comes from a destructor, when the thread's own objects have ended.
int calls_in_a_destructor(const Setting& setting) {
  struct LastCall {
    Point on;
    ~LastCall() { print(sums(on, 3) + " at the end"); }
  };
  global_orb = CORBA::ORB_init(setting.options);
  static LastCall last{point(*global_orb, setting.reference)};
  print(sums(last.on, 3));
  return 0;
}

int server_in_globals(const Setting& setting) {
  global_orb = CORBA::ORB_init(setting.options);
  poa = IDL::traits<PortableServer::POA>::narrow(global_orb->resolve_initial_references("RootPOA"));
  servant = std::make_shared<PointServant>();
  const auto text = global_orb->object_to_string(poa->servant_to_reference(servant));
  poa->the_POAManager()->activate();
  static const Orb other = CORBA::ORB_init(setting.options);
  reference_before = point(*other, text);
  reference_after = point(*global_orb, text);
  print(sums(reference_before, 3) + ", " + sums(reference_after, 3));
  return 0;
}

// Nothing that the program has sent is lost.
int one_ways_before_the_end(const Setting& setting) {
  constexpr int kMany = 200;
  auto options = setting.options;
  options.insert(options.end(), {"-ORBsync", "none"});
  global_orb = CORBA::ORB_init(options);
  const auto on = point(*global_orb, setting.reference);
  for (int i = 0; i < kMany; ++i) on->poke();
  print("poked");
  return 0;
}

int count_pokes(const Setting& setting) {
  const auto orb = CORBA::ORB_init(setting.options);
  print(std::to_string(point(*orb, setting.reference)->pokes()));
  return 0;
}

// Another thread ends the program while main() is in run().
int exit_beside_run(const Setting& setting) {
  global_orb = CORBA::ORB_init(setting.options);
  print(sums(point(*global_orb, setting.reference), 3));
  const std::weak_ptr<CORBA::ORB> watched = global_orb;
  std::thread{[watched] {
    while (watched.use_count() < 2) std::this_thread::yield();  // run() holds it, too
    std::exit(3);
  }}.detach();
  global_orb->run();
  never.acquire();
  return 0;
}

// Another thread ends the program while main() waits for a reply.
int exit_beside_a_call(const Setting& setting) {
  global_orb = CORBA::ORB_init(setting.options);
  const auto on = point(*global_orb, setting.reference);
  print(sums(on, 3));
  std::thread{[] { std::exit(3); }}.detach();
  (void)thrown_by([&] { (void)sums(on, INT_MAX); });
  never.acquire();
  return 0;
}

}  // namespace

const std::vector<Scenario>& ends_of_clients() {
  static const std::vector<Scenario> all{{"orb-in-a-global", orb_in_a_global},
                                         {"orb-in-a-static", orb_in_a_static},
                                         {"orb-in-a-thread-local", orb_in_a_thread_local},
                                         {"calls-in-a-destructor", calls_in_a_destructor},
                                         {"server-in-globals", server_in_globals},
                                         {"one-ways-before-the-end", one_ways_before_the_end},
                                         {"count-pokes", count_pokes},
                                         {"exit-beside-run", exit_beside_run},
                                         {"exit-beside-a-call", exit_beside_a_call}};
  return all;
}

}  // namespace life
