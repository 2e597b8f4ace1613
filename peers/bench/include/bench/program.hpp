// SPDX-License-Identifier: Apache-2.0
// A bench program: its options, its processors, its life.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Options {
  std::string name;
  std::string transport = {};  // one of those that the program names
  std::string cpus = "all";
  std::string reference = {};  // client: what the server's `ready` line says
  std::string endpoint = {};   // server: where to listen instead of loopback and this machine
  std::string threading = "per-connection";  // server: which threads read
  std::string waiting = "auto";              // of Orbweaver: how a thread waits for a message
  std::string scheduler = "other";
  int priority = 1;               // in fifo and rr
  int objects = 1;                // server: so many, all alike
  std::string rules = {};         // server of Orbweaver: the file of its rules
  std::string certificates = {};  // with "tls": the folder that holds them
};

void add_server_options(CLI::App& app, Options& options,
                        const std::vector<std::string>& transports);
void add_client_options(CLI::App& app, Options& options,
                        const std::vector<std::string>& transports);

/// Of a server that can listen elsewhere. `endpoint` stays empty if it is not given.
void add_endpoint_option(CLI::App& app, Options& options);
/// Of a program whose transports have "tls", which needs it.
void add_certificates_option(CLI::App& app, Options& options);
/// Of an ORB's server: a thread for each connection, or a pool for all.
void add_threading_option(CLI::App& app, Options& options);
/// Of Orbweaver: as -ORBwaiting.
void add_waiting_option(CLI::App& app, Options& options);
/// Of an ORB's server: how many objects it serves.
void add_objects_option(CLI::App& app, Options& options);

/// Parses, pins and schedules the process, runs `body`. Returns the exit status: that of `body`; 2
/// with one line on standard error for wrong options; 1 with an `error` line for what `body`
/// throws.
int run_program(CLI::App& app, int argc, char** argv, Options& options,
                const std::function<int()>& body);

/// Runs the process on "0,2-3", or anywhere ("all"). Before other threads start.
/// Fails: throws std::invalid_argument.
void place_process(const std::string& cpus);

/// "other", "fifo" or "rr"; threads that start later inherit it. Before other threads start.
/// Fails: throws std::invalid_argument.
void schedule_process(const std::string& scheduler, int priority);

/// Leaves SIGTERM and SIGINT to `wait_for_end`. Before other threads start.
void hold_signals();
/// Blocks until standard input ends, or SIGTERM or SIGINT comes.
void wait_for_end();

/// `reference`: what the client of this server is to be given; empty for a client.
void print_ready(const std::string& name, const std::string& reference);
/// Of a server of these objects, at least one.
void print_ready(const std::string& name, const std::vector<std::string>& references);
/// Of a client; `first_call_ns`: how long its first call took, connection included.
void print_ready(const std::string& name, std::int64_t first_call_ns);

}  // namespace bench
