// SPDX-License-Identifier: Apache-2.0
// Programs that fork() with an ORB, and those that do it as docs/guides/fork-and-exit.md says.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "scenario.hpp"

namespace life {
namespace {

constexpr int kMany = 200;

Orb global_orb;  // NOLINT: its destructor is what is tried, in parent and child

int status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The child runs `body` and ends as main() does: with the destructors of static objects.
template <class Body>
pid_t start_child(Body body) {
  std::fflush(stdout);
  const auto child = ::fork();
  if (child == 0) std::exit(body());
  return child;
}

// Parent and child call at the same time; the child is refused each time.
int client_forks(const Setting& setting) {
  global_orb = CORBA::ORB_init(setting.options);
  const auto on = point(*global_orb, setting.reference);
  print(sums(on, 1));
  const auto child = start_child([&] {
    for (int i = 1; i < kMany; ++i) (void)thrown_by([&] { (void)on->add(i, 1); });
    print("child: " + thrown_by([&] { (void)on->add(1, 1); }));
    print("child, one-way: " + thrown_by([&] { on->poke(); }));
    print("child, asynchronous: " + thrown_by([&] { (void)on->sendp_add(1, 1); }));
    print("child, run: " + thrown_by([] { global_orb->run(); }));
    print("child, destroy: " + thrown_by([] { global_orb->destroy(); }));
    return 0;
  });
  const auto result = sums(on, kMany);
  const int status = status_of(child);
  print("parent: " + result + ", then " + sums(on, kMany) + "; child ended with " +
        std::to_string(status));
  return 0;
}

// A child with an ORB of its own, with the id that the parent's has.
int child_starts_anew(const Setting& setting) {
  auto options = setting.options;
  options.insert(options.end(), {"-ORBid", "radio"});
  global_orb = CORBA::ORB_init(options);
  const auto on = point(*global_orb, setting.reference);
  print(sums(on, 1));
  const auto child = start_child([&] {
    const auto mine = CORBA::ORB_init(options);
    print("child: " + sums(point(*mine, setting.reference), kMany));
    const auto own = point(*mine, publish(*mine));
    print("child serves: " + sums(own, 1));
    mine->destroy();
    return 0;
  });
  const auto result = sums(on, kMany);
  const int status = status_of(child);
  print("parent: " + result + "; child ended with " + std::to_string(status));
  return 0;
}

int child_executes(const Setting& setting) {
  global_orb = CORBA::ORB_init(setting.options);
  const auto on = point(*global_orb, setting.reference);
  print(sums(on, 1));
  std::fflush(stdout);
  const auto child = ::fork();
  if (child == 0) {
    ::execl("/bin/ls", "ls", "-l", "/proc/self/fd", nullptr);
    ::_exit(127);
  }
  const int status = status_of(child);
  print("parent: " + sums(on, kMany) + "; child ended with " + std::to_string(status));
  return 0;
}

// A servant starts children, as servers do that give each job to a process.
int server_forks(const Setting& setting) {
  global_orb = CORBA::ORB_init(setting.options);
  print_now(publish(*global_orb, [] {
    const auto child = start_child([] { return 5; });
    print_now("child ended with " + std::to_string(status_of(child)));
  }));
  while (std::getchar() != EOF) continue;
  return 0;
}

// The child lives on when the server is killed: it must not hold the server's connections.
int server_leaves_a_child(const Setting& setting) {
  global_orb = CORBA::ORB_init(setting.options);
  const auto text = publish(*global_orb, [] {
    std::fflush(stdout);
    const auto child = ::fork();
    if (child == 0) {
      while (std::getchar() != EOF) continue;
      ::_exit(0);
    }
    print_now(std::to_string(child));
  });
  print_now(text);
  global_orb->run();
  return 0;
}

// Calls until the server does not answer.
int calls_until_the_end(const Setting& setting) {
  const auto orb = CORBA::ORB_init(setting.options);
  const auto on = point(*orb, setting.reference);
  on->act();
  print_now("acted");
  print(thrown_by([&] {
    for (;;) (void)on->add(1, 1);
  }));
  return 0;
}

int daemon_after_orb(const Setting& setting) {
  const auto orb = CORBA::ORB_init(setting.options);
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  if (::daemon(1, 1) != 0) return 1;
  print("activate: " + thrown_by([&] { root->the_POAManager()->activate(); }));
  print("run: " + thrown_by([&] { orb->run(); }));
  return 0;
}

int daemon_after_activation(const Setting& setting) {
  const auto orb = CORBA::ORB_init(setting.options);
  print(publish(*orb));
  std::fflush(stdout);
  if (::daemon(1, 1) != 0) return 1;
  print("run: " + thrown_by([&] { orb->run(); }));
  return 0;
}

int daemon_before_orb(const Setting& setting) {
  if (::daemon(1, 1) != 0) return 1;
  const auto orb = CORBA::ORB_init(setting.options);
  print_now(publish(*orb, [orb] { orb->shutdown(false); }));
  orb->run();
  orb->destroy();
  print("ended");
  return 0;
}

int act(const Setting& setting) {
  const auto orb = CORBA::ORB_init(setting.options);
  const auto on = point(*orb, setting.reference);
  print(sums(on, kMany));
  print("act: " + thrown_by([&] { on->act(); }));
  return 0;
}

int act_and_go_on(const Setting& setting) {
  const auto orb = CORBA::ORB_init(setting.options);
  const auto on = point(*orb, setting.reference);
  for (int i = 0; i < 10; ++i) {
    on->act();
    if (const auto result = sums(on, kMany); result != "right") print(result);
  }
  print("right");
  return 0;
}

}  // namespace

const std::vector<Scenario>& forks() {
  static const std::vector<Scenario> all{{"client-forks", client_forks},
                                         {"child-starts-anew", child_starts_anew},
                                         {"child-executes", child_executes},
                                         {"server-forks", server_forks},
                                         {"server-leaves-a-child", server_leaves_a_child},
                                         {"calls-until-the-end", calls_until_the_end},
                                         {"daemon-after-orb", daemon_after_orb},
                                         {"daemon-after-activation", daemon_after_activation},
                                         {"daemon-before-orb", daemon_before_orb},
                                         {"act", act},
                                         {"act-and-go-on", act_and_go_on}};
  return all;
}

}  // namespace life
