// SPDX-License-Identifier: Apache-2.0
// A component that cannot be made, in the way that its parameter `trouble` says; or can, without
// it.
#include <orbweaver/resource/program/library.hpp>

#include <future>
#include <stdexcept>

extern "C" void orbweaver_make_component(const orbweaver::resource::ProgramContext& context,
                                         orbweaver::resource::ResourceParts& parts) {
  const auto* const trouble = context.arguments.find("trouble");
  if (trouble != nullptr && *trouble == "throws")
    throw std::runtime_error("there is no antenna\nat all");
  if (trouble != nullptr && *trouble == "throws a number") throw 3;
  if (trouble != nullptr && *trouble == "hangs") std::promise<void>{}.get_future().wait();
  if (trouble != nullptr && *trouble == "makes nothing") return;
  parts.component = std::make_unique<orbweaver::resource::Component>(
      std::vector<orbweaver::property::Property>{});
}
