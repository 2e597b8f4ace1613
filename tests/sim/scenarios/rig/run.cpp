#include "scenarios/rig/run.hpp"

#include <orbweaver/sim/reached.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace orbweaver::sim {

void run_programs(const ServerAndClients& programs) {
  begin_world();
  world().history.promise(kObject, programs.promises);
  const auto pace =
      programs.paces[from_to(0, static_cast<std::uint32_t>(programs.paces.size()) - 1)];
  auto& server = start_program(
      "server", [&programs, options = server_options(), pace] { programs.serve(options, pace); });
  std::vector<Process*> clients;
  for (std::uint32_t n = from_to(1, programs.most_clients); n > 0; --n)
    clients.push_back(&start_program(
        "client", [&programs, options = client_options()] { programs.call(options); }));
  for (auto* const client : clients) await_end(*client);
  world().over.raise();
  await_end(server);
  world().history.check_end();
  check_end_of_all();
}

void check_lane(const Orb& orb, const std::string& reference, const Options& options) {
  constexpr std::size_t kUsualDepth = 64;
  const auto depth = number_of(options, "-ORBlaneDepth", kUsualDepth);
  const auto connections = std::max<std::uint64_t>(1, orb->statistics().connections_accepted);
  const auto most = orb.most_waiting(reference);
  reached("a lane that was full", most >= depth ? 1 : 0);
  reached("a lane with more than its depth, from several connections", most > depth ? 1 : 0);
  if (most > depth + connections - 1)
    fail("queues are bounded",
         fmt::format("{} requests waited in a lane of {}, fed by {} connections", most, depth,
                     connections));
}

void serve_until_over(const Options& options, Pace pace, void (*at_the_end)(const Orb&)) {
  Orb orb{options};
  const auto reference = orb.publish(std::make_shared<SinkServant>(kObject, pace));
  world().board.put("sink", reference);
  world().over.wait();
  check_lane(orb, reference, options);
  if (at_the_end != nullptr) at_the_end(orb);
  orb.destroy();
}

}  // namespace orbweaver::sim
