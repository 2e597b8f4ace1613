// SPDX-License-Identifier: Apache-2.0
#include "child.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace orbweaver::chain_bench {

namespace {

struct Pipe {
  std::array<int, 2> ends{};
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "a part of the chain gets no pipe");
  }
};

std::FILE* opened(int end, const char* mode) {
  if (std::FILE* const file = ::fdopen(end, mode)) return file;
  throw std::system_error(errno, std::generic_category(), "a pipe of the chain");
}

/// Empty at the end.
std::string read_line(std::FILE* file) {
  std::string line;
  for (int c = std::getc(file); c != EOF; c = std::getc(file)) {
    if (c == '\n') return line + ' ';
    line.push_back(static_cast<char>(c));
  }
  return {};
}

void write_line(std::FILE* file, const std::string& line) {
  std::fprintf(file, "%s\n", line.c_str());
  std::fflush(file);
}

std::string answer(Parts& parts, const std::string& request) {
  std::istringstream words{request};
  std::string what, reference;
  std::uint64_t packets = 0;
  words >> what;
  if (what == "reference") return parts.reference();
  if (what == "connect" && words >> reference) return parts.connect(reference), "";
  if (what == "order" && words >> packets) return parts.order(packets), "";
  if (what == "await" && words >> packets) return std::to_string(parts.await(packets));
  if (what == "close") return parts.close(), "";
  if (what == "end") return parts.await_end(), "";
  if (what != "spent") throw std::invalid_argument("no request: " + request);
  const auto spent = spent_so_far();
  return std::to_string(spent.processor_ns) + " " + std::to_string(spent.switches);
}

/// Until the requests end. An answer begins with +, what went wrong with -.
void serve(const Child::Make& make, std::FILE* requests, std::FILE* answers) {
  try {
    const auto parts = make();
    for (auto request = read_line(requests); !request.empty(); request = read_line(requests))
      write_line(answers, "+" + answer(*parts, request));
  } catch (const std::exception& failure) {
    write_line(answers, std::string{"-"} + failure.what());
  }
}

/// Those of the parent: the pipes of other children would keep these from their ends.
void close_all_but(int requests, int answers) {
  constexpr int kMost = 1024;
  for (int descriptor = STDERR_FILENO + 1; descriptor < kMost; ++descriptor)
    if (descriptor != requests && descriptor != answers) ::close(descriptor);
}

}  // namespace

Child::Child(const Make& make) {
  const Pipe down, up;
  process_ = ::fork();
  if (process_ < 0) throw std::system_error(errno, std::generic_category(), "a part of the chain");
  if (process_ == 0) {
    ::signal(SIGPIPE, SIG_IGN);
    close_all_but(down.ends[0], up.ends[1]);
    serve(make, opened(down.ends[0], "r"), opened(up.ends[1], "w"));
    std::_Exit(0);
  }
  ::close(down.ends[0]);
  ::close(up.ends[1]);
  requests_.reset(opened(down.ends[1], "w"));
  answers_.reset(opened(up.ends[0], "r"));
}

Child::~Child() {
  requests_.reset();
  ::waitpid(process_, nullptr, 0);
}

std::string Child::ask(const std::string& request) {
  write_line(requests_.get(), request);
  auto line = read_line(answers_.get());
  if (line.empty()) throw std::runtime_error("a process of the chain has ended");
  if (line[0] != '+') throw std::runtime_error("a process of the chain: " + line.substr(1));
  return line.substr(1, line.size() - 2);
}

std::int64_t Child::await(std::uint64_t packets) {
  return std::stoll(ask("await " + std::to_string(packets)));
}

Spent Child::spent() {
  std::istringstream words{ask("spent")};
  Spent spent;
  words >> spent.processor_ns >> spent.switches;
  return spent;
}

}  // namespace orbweaver::chain_bench
