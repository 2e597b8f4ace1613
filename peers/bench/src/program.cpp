// SPDX-License-Identifier: Apache-2.0
#include <bench/command.hpp>
#include <bench/program.hpp>

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace bench {
namespace {

// Each has two threads behind its ports.
constexpr int kMostObjects = 256;

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

/// Input before the end of file says nothing to a server; it is read and forgotten.
bool input_has_ended() {
  char ignored[4096];
  return read(STDIN_FILENO, ignored, sizeof ignored) <= 0;
}

nlohmann::ordered_json ready_line(const std::string& name) {
  return {{"event", "ready"}, {"name", name}, {"pid", getpid()}};
}

void add_options(CLI::App& app, Options& options, const std::vector<std::string>& transports) {
  options.transport = transports.front();
  app.add_option("--name", options.name, "name in messages")->capture_default_str();
  app.add_option("--transport", options.transport, "way from client to server")
      ->check(CLI::IsMember(transports))
      ->capture_default_str();
  app.add_option("--cpus", options.cpus, "processors to run on, as 0,2-3")->capture_default_str();
  app.add_option("--scheduler", options.scheduler, "scheduling class")
      ->check(CLI::IsMember({"other", "fifo", "rr"}))
      ->capture_default_str();
  app.add_option("--priority", options.priority, "priority in fifo and rr")->capture_default_str();
}

}  // namespace

void add_server_options(CLI::App& app, Options& options,
                        const std::vector<std::string>& transports) {
  add_options(app, options, transports);
}

void add_client_options(CLI::App& app, Options& options,
                        const std::vector<std::string>& transports) {
  add_options(app, options, transports);
  app.add_option("--reference", options.reference, "what the server's ready line says");
}

void add_endpoint_option(CLI::App& app, Options& options) {
  app.add_option("--endpoint", options.endpoint,
                 "listen there, as giop:tcp:HOST:PORT, and only there")
      ->check([](const std::string& text) {
        return text.starts_with("giop:") ? std::string{} : "takes giop:tcp:HOST:PORT";
      });
}

void add_certificates_option(CLI::App& app, Options& options) {
  app.add_option("--certificates", options.certificates,
                 "folder of authority.pem, server.pem and client.pem, for --transport tls")
      ->check(CLI::ExistingDirectory);
  app.final_callback([&options] {
    if (options.transport == "tls" && options.certificates.empty())
      throw CLI::ValidationError("--transport tls", "needs --certificates FOLDER");
  });
}

void add_threading_option(CLI::App& app, Options& options) {
  app.add_option("--threading", options.threading, "which threads read connections")
      ->check(CLI::IsMember({"per-connection", "pool"}))
      ->capture_default_str();
}

void add_waiting_option(CLI::App& app, Options& options) {
  app.add_option("--waiting", options.waiting, "how a thread waits for a message")
      ->check(CLI::IsMember({"auto", "look", "block"}))
      ->capture_default_str();
}

void add_objects_option(CLI::App& app, Options& options) {
  app.add_option("--objects", options.objects, "objects to serve, all alike")
      ->check(CLI::Range(1, kMostObjects))
      ->capture_default_str();
}

int run_program(CLI::App& app, int argc, char** argv, Options& options,
                const std::function<int()>& body) {
  try {
    app.parse(argc, argv);
    place_process(options.cpus);
    schedule_process(options.scheduler, options.priority);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "%s: %s (see --help)\n", options.name.c_str(), wrong.what());
    return 2;
  }
  try {
    return body();
  } catch (const std::exception& failure) {
    print_error(options.name, failure.what());
    return 1;
  }
}

void hold_signals() {
  const auto set = ending_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void wait_for_end() {
  const auto set = ending_signals();
  const int signals = signalfd(-1, &set, SFD_CLOEXEC);
  pollfd watched[] = {{STDIN_FILENO, POLLIN, 0}, {signals, POLLIN, 0}};
  while (true) {
    if (poll(watched, 2, -1) < 0) continue;
    if (watched[1].revents != 0) break;
    if (watched[0].revents != 0 && input_has_ended()) break;
  }
  close(signals);
}

void print_ready(const std::string& name, const std::string& reference) {
  auto line = ready_line(name);
  if (!reference.empty()) line["reference"] = reference;
  print_line(line);
}

void print_ready(const std::string& name, const std::vector<std::string>& references) {
  auto line = ready_line(name);
  line["reference"] = references.front();
  if (references.size() > 1) line["references"] = references;
  print_line(line);
}

void print_ready(const std::string& name, std::int64_t first_call_ns) {
  auto line = ready_line(name);
  line["first_call_ns"] = first_call_ns;
  print_line(line);
}

}  // namespace bench
