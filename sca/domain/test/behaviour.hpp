// SPDX-License-Identifier: Apache-2.0
// How a part of a test behaves: "<what> at <step>", as "die at execute". It dies, hangs, breaks
// (raises a system exception), fails (raises an exception of the operation), refuses or lies.
#pragma once
#include <orbweaver/corba/orb.hpp>

#include <unistd.h>

#include <csignal>
#include <string>
#include <utility>

namespace orbweaver::domain::test {

/// Threads: any.
class Behaviour {
 public:
  explicit Behaviour(std::string text) : text_(std::move(text)) {}

  /// Dies, hangs or breaks, if it is to do so at this step.
  void reach(const std::string& step) const {
    if (is("die", step)) std::raise(SIGKILL);
    while (is("hang", step)) ::pause();
    if (is("break", step))
      throw CORBA::NO_RESOURCES(0, CORBA::COMPLETED_MAYBE, "asked to break at " + step);
  }
  [[nodiscard]] bool fails(const std::string& step) const { return is("fail", step); }
  [[nodiscard]] bool refuses(const std::string& step) const { return is("refuse", step); }
  [[nodiscard]] bool is_of(const std::string& step) const { return text_.ends_with(" at " + step); }
  [[nodiscard]] bool lies(const std::string& step) const { return is("lie", step); }

 private:
  [[nodiscard]] bool is(const std::string& what, const std::string& step) const {
    return text_ == what + " at " + step;
  }
  const std::string text_;
};

}  // namespace orbweaver::domain::test
