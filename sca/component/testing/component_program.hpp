// SPDX-License-Identifier: Apache-2.0
// A component's program without a domain, for tests: started with the command line of SCA, driven
// through its CF::Resource, read line by line.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/generated/sca/CF/Resource.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::component::testing {

class ComponentProgram {
 public:
  /// `parameters`: ids and values by turns. Returns when the program has printed its reference.
  /// Throws std::runtime_error if it ends before.
  ComponentProgram(CORBA::ORB& orb, std::string path, const std::string& identifier,
                   std::vector<std::string> parameters) {
    parameters.insert(parameters.begin(), {path, "COMPONENT_IDENTIFIER", identifier});
    start(std::move(parameters));
    const auto reference = next_line();
    if (!reference.starts_with("IOR:")) throw std::runtime_error(path + " printed no reference");
    resource_ = IDL::traits<CF::Resource>::narrow(orb.string_to_object(reference));
  }
  ~ComponentProgram() {
    if (process_ > 0 && ::kill(process_, SIGKILL) == 0) (void)wait();
    if (output_) std::fclose(output_);
  }
  ComponentProgram(const ComponentProgram&) = delete;
  ComponentProgram& operator=(const ComponentProgram&) = delete;

  [[nodiscard]] CF::Resource& resource() { return *resource_; }
  /// The uses port gets the provides port of the other program.
  void connect(const std::string& uses, ComponentProgram& other, const std::string& provides) {
    IDL::traits<CF::Port>::narrow(resource_->getPort(uses))
        ->connectPort(other.resource_->getPort(provides), uses);
  }
  /// Without its end; empty at the end of the program's output. Blocks: until there is one.
  std::string next_line() {
    std::string line;
    for (int c = std::getc(output_); c != EOF && c != '\n'; c = std::getc(output_))
      line.push_back(static_cast<char>(c));
    return line;
  }
  /// All lines up to the one that ends the stream. Throws std::runtime_error if the output ends
  /// before.
  std::vector<std::string> lines_of_stream() {
    std::vector<std::string> lines;
    for (auto line = next_line(); line != R"({"event":"end_of_stream"})"; line = next_line()) {
      if (line.empty()) throw std::runtime_error("the program ended in the middle of the stream");
      lines.push_back(std::move(line));
    }
    return lines;
  }
  /// Releases the component. Returns the exit status of its program.
  int end() {
    resource_->releaseObject();
    return wait();
  }

 private:
  void start(std::vector<std::string> words) {
    int ends[2] = {};
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("there is no pipe left");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const int failed = ::posix_spawn(&process_, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    output_ = ::fdopen(ends[0], "r");
    if (failed != 0) throw std::runtime_error(words[0] + " cannot be started");
  }
  int wait() {
    int status = 0;
    ::waitpid(std::exchange(process_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  pid_t process_ = 0;
  std::FILE* output_ = nullptr;
  CORBA::object_reference<CF::Resource> resource_;
};

}  // namespace orbweaver::component::testing
