// SPDX-License-Identifier: Apache-2.0
// An application with every kind of step, over a fake target.
#pragma once
#include "fake_target.hpp"
#include "sample.hpp"

#include <orbweaver/deploy/deployment.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace orbweaver::deploy::testing {

class DeploymentTest : public ::testing::Test {
 protected:
  std::unique_ptr<Deployment> application(DeploymentOptions options = {}) {
    auto deployment = std::make_unique<Deployment>(sample_.request(), target_, options);
    target_.on_end = [it = deployment.get()](const std::string& component, const std::string& how) {
      (void)it->component_ended(component, how);
    };
    return deployment;
  }

  static DeploymentOptions one_thread() {
    DeploymentOptions options;
    options.threads = 1;
    return options;
  }

  /// The calls that were made, without getPort, which changes nothing.
  [[nodiscard]] std::vector<std::string> calls() const {
    auto all = target_.calls();
    std::erase_if(all, [](const std::string& one) { return one.starts_with("get port"); });
    return all;
  }
  [[nodiscard]] bool was_called(const std::string& call) const {
    return std::ranges::count(target_.calls(), call) > 0;
  }

  Sample sample_ = full_sample();
  FakeTarget target_;
};

}  // namespace orbweaver::deploy::testing
