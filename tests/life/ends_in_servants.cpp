// SPDX-License-Identifier: Apache-2.0
// exit() where the ORB calls the program: in a servant, wherever it runs, and in a reply handler.
#include <cstdio>
#include <cstdlib>
#include <semaphore>

#include "scenario.hpp"

namespace life {
namespace {

constexpr int kStatus = 7;

Orb global_orb;                  // NOLINT: its destructor is what is tried
std::binary_semaphore never{0};  // NOLINT

void leave() {
  print("the servant leaves");
  std::exit(kStatus);
}

void start(const Setting& setting) { global_orb = CORBA::ORB_init(setting.options); }

// A client calls act().
int in_run(const Setting& setting) {
  start(setting);
  print_now(publish(*global_orb, leave));
  global_orb->run();
  return 0;
}

int beside_main(const Setting& setting) {
  start(setting);
  print_now(publish(*global_orb, leave));
  never.acquire();
  return 0;
}

// The program calls its own object.
Point own_object(const Setting& setting) {
  start(setting);
  return point(*global_orb, publish(*global_orb, leave));
}

int collocated(const Setting& setting) {
  own_object(setting)->act();
  return 0;
}

int collocated_one_way(const Setting& setting) {
  own_object(setting)->act_later();
  never.acquire();
  return 0;
}

class LeavingHandler final : public CORBA::amic_traits<Life::Point>::replyhandler_base_type {
 public:
  void add(std::int32_t) override { leave(); }
  void add_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type) override {}
  void pokes(std::uint32_t) override {}
  void pokes_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type) override {}
  void act() override {}
  void act_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type) override {}
};

int in_a_reply_handler(const Setting& setting) {
  start(setting);
  point(*global_orb, setting.reference)->sendc_add(std::make_shared<LeavingHandler>(), 1, 2);
  never.acquire();
  return 0;
}

// The servant is the last owner of the ORB, which ends when the request has ended.
int released_by_a_servant(const Setting& setting) {
  start(setting);
  const std::weak_ptr<CORBA::ORB> watched = global_orb;
  print_now(publish(*global_orb, [] { global_orb.reset(); }));
  while (std::getchar() != EOF) continue;
  print(watched.expired() ? "released" : "kept");
  return 0;
}

}  // namespace

const std::vector<Scenario>& ends_in_servants() {
  static const std::vector<Scenario> all{{"exit-in-run", in_run},
                                         {"exit-beside-main", beside_main},
                                         {"exit-collocated", collocated},
                                         {"exit-collocated-one-way", collocated_one_way},
                                         {"exit-in-a-reply-handler", in_a_reply_handler},
                                         {"released-by-a-servant", released_by_a_servant}};
  return all;
}

}  // namespace life
