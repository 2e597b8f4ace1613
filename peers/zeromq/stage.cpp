// SPDX-License-Identifier: Apache-2.0
// zeromq-stage: one component of a pipeline. See README.md.
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <map>

#include "lines.hpp"
#include "stage_worker.hpp"

namespace {

using peer::Packet;
using peer::ZmqContext;
using peer::ZmqSocket;

std::string bind_both(ZmqSocket& socket, const std::string& local, std::string& tcp) {
  tcp = socket.bind("tcp://127.0.0.1:*");
  return socket.bind(local);
}

void until_the_context_ends(const std::function<void()>& step, peer::EndOfLife& end,
                            const std::atomic<bool>& ending) {
  try {
    while (true) step();
  } catch (const std::exception& failure) {
    if (!ending) end.fail(failure.what());
  }
}

/// What waits for the next component may wait for ever, so after an error there is no orderly way
/// out.
[[noreturn]] void leave(const std::string& name, const std::string& error) {
  peer::print_error(name, error);
  std::_Exit(1);
}

void serve(const peer::StageOptions& options) {
  peer::EndOfLife end;
  // Two of them: when nothing is taken any more, what was taken still goes on.
  const ZmqContext outgoing, incoming;
  ZmqSocket calls(incoming, ZMQ_REP), stream(incoming, ZMQ_PULL);
  peer::NextSocket next(outgoing, options);
  peer::StageWorker worker(options, next, end);
  const std::string local = "ipc://@zeromq-stage-" + std::to_string(getpid());
  std::string calls_tcp, stream_tcp;
  const std::string calls_local = bind_both(calls, local + "-calls", calls_tcp);
  const std::string stream_local = bind_both(stream, local + "-stream", stream_tcp);
  peer::print_ready(options.name,
                    calls_local + " " + stream_local + " " + calls_tcp + " " + stream_tcp);

  std::atomic<bool> ending = false;
  const auto answer = [&] {
    worker.answer(Packet(calls.receive_all()));
    calls.send("", 0);
  };
  const auto take = [&] { worker.take(Packet(stream.receive_all())); };
  std::thread answering([&] { until_the_context_ends(answer, end, ending); });
  std::thread taking([&] { until_the_context_ends(take, end, ending); });
  if (const std::optional<std::string> error = end.wait()) leave(options.name, *error);
  ending = true;
  incoming.shutdown();
  answering.join();
  taking.join();
  worker.finish();
}

void add_stage_options(CLI::App& app, peer::StageOptions& options) {
  static const std::map<std::string, peer::Work> kWork{{"wait", peer::Work::wait},
                                                       {"spin", peer::Work::spin}};
  app.add_flag("--worker", options.worker, "queue packets and process them on a worker thread");
  app.add_option_function<std::string>(
         "--dispatch", [&](const std::string& d) { options.pool = d == "pool"; },
         "of one-way packets: pool or connection; there is no lane")
      ->check(CLI::IsMember({"pool", "connection"}));
  app.add_option("--depth", options.depth, "packets that a queue holds")
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", options.threads, "threads of the pool")->check(CLI::PositiveNumber);
  app.add_option("--work", options.work, "wait or spin")->transform(CLI::Transformer(kWork));
  app.add_option("--work-ms", options.work_ms, "work for each packet")
      ->check(CLI::NonNegativeNumber);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Take packets, work on them and hand them on, with ZeroMQ");
  peer::StageOptions options;
  options.name = "zeromq-stage";
  peer::add_pipeline_options(app, options);
  add_stage_options(app, options);
  return bench::run_program(app, argc, argv, options, [&] {
    serve(options);
    return 0;
  });
}
