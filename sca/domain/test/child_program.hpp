// SPDX-License-Identifier: Apache-2.0
// A program of the build as a child process, whose lines of standard output a test reads.
#pragma once
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "radio_files.hpp"

extern char** environ;

namespace orbweaver::domain::test {

class ChildProgram {
 public:
  ChildProgram(const std::string& program, std::vector<std::string> arguments) {
    const auto path = RadioFiles::program(program).string();
    arguments.insert(arguments.begin(), path);
    std::vector<char*> words;
    for (auto& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    const int failed =
        ::posix_spawn(&process_, path.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    output_ = ::fdopen(ends[0], "r");
    if (failed != 0) throw std::runtime_error("posix_spawn " + path);
  }
  ~ChildProgram() {
    if (process_ != 0) end(SIGKILL);
    std::fclose(output_);
  }
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  /// The next line; empty at the end of the output.
  std::string line() {
    std::string text;
    for (int c = std::fgetc(output_); c != EOF && c != '\n'; c = std::fgetc(output_))
      text += static_cast<char>(c);
    return text;
  }
  /// The first line from here on that holds the text; empty if there is none.
  std::string line_with(const std::string& text) {
    auto next = line();
    while (!next.empty() && next.find(text) == std::string::npos) next = line();
    return next;
  }
  void signal(int signal) const { ::kill(process_, signal); }
  /// The exit status, or the signal as a number below 0.
  int end(int with) {
    signal(with);
    return wait();
  }
  int wait() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t process_ = 0;
  std::FILE* output_ = nullptr;
};

}  // namespace orbweaver::domain::test
