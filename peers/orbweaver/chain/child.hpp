// SPDX-License-Identifier: Apache-2.0
// A process of the chain: forked, and asked line by line through pipes.
#pragma once
#include <sys/types.h>

#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include "parts.hpp"

namespace orbweaver::chain_bench {

/// Threads: one. Each request throws std::runtime_error with what the process says, or that it
/// ended.
class Child {
 public:
  using Make = std::function<std::unique_ptr<Parts>()>;
  /// Before this process has other threads: the child runs on in a copy of it.
  explicit Child(const Make& make);
  /// The process ends its parts, then itself.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] std::string reference() { return ask("reference"); }
  void connect(const std::string& reference) { (void)ask("connect " + reference); }
  void order(std::uint64_t packets) { (void)ask("order " + std::to_string(packets)); }
  [[nodiscard]] std::int64_t await(std::uint64_t packets);
  [[nodiscard]] Spent spent();
  void close() { (void)ask("close"); }
  void await_end() { (void)ask("end"); }

 private:
  struct Closer {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Closer>;
  std::string ask(const std::string& request);

  pid_t process_ = 0;
  File requests_, answers_;
};

}  // namespace orbweaver::chain_bench
