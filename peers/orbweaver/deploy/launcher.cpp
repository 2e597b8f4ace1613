// SPDX-License-Identifier: Apache-2.0
#include "launcher.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace orbweaver::deploy_bench {

namespace {

constexpr std::chrono::seconds kLongest{60};

/// With /dev/null for all that it reads and prints.
class Silence {
 public:
  Silence() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, 1, "/dev/null", O_WRONLY, 0);
  }
  ~Silence() { ::posix_spawn_file_actions_destroy(&actions_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

pid_t spawn(const std::vector<std::string>& words) {
  static const Silence silence;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int failed = ::posix_spawn(&process, words[0].c_str(), silence.actions(), nullptr,
                                   arguments.data(), ::environ);
  if (failed != 0)
    throw std::runtime_error(words[0] + ": " + std::generic_category().message(failed));
  return process;
}

}  // namespace

Launcher::Launcher() : orb_(CORBA::ORB_init()) {
  names_.emplace(orb_, naming::NamingLimits{},
                 [this](const std::string& name, const Object& object) { bound(name, object); });
}

Launcher::~Launcher() {
  end();
  orb_->destroy();
}

void Launcher::bound(const std::string& name, const Object& object) {
  const std::scoped_lock lock{mutex_};
  bound_[name] = object;
  changed_.notify_all();
}

std::vector<Launcher::Started> Launcher::start(const std::filesystem::path& program,
                                               std::size_t count) {
  const auto names = start_all(program, count);
  std::unique_lock lock{mutex_};
  if (!changed_.wait_for(lock, kLongest, [&] { return bound_.size() == count; }))
    throw std::runtime_error(program.string() + ": " + std::to_string(bound_.size()) + " of " +
                             std::to_string(count) + " bound their names within a minute");
  std::vector<Started> started;
  for (std::size_t i = 0; i < count; ++i) started.push_back({processes_[i], bound_.at(names[i])});
  return started;
}

std::vector<std::string> Launcher::start_all(const std::filesystem::path& program,
                                             std::size_t count) {
  const auto context = orb_->object_to_string(names_->root());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    names.push_back("relay" + std::to_string(i) + "_" + std::to_string(++last_number_));
    processes_.push_back(spawn({program.string(), "NAMING_CONTEXT_IOR", context, "NAME_BINDING",
                                names.back(), "COMPONENT_IDENTIFIER", names.back() + ":chain"}));
  }
  return names;
}

void Launcher::end() {
  const auto processes = std::exchange(processes_, {});
  for (const auto process : processes) ::kill(process, SIGTERM);
  for (const auto process : processes) ::waitpid(process, nullptr, 0);
  const std::scoped_lock lock{mutex_};
  bound_.clear();
}

}  // namespace orbweaver::deploy_bench
