// SPDX-License-Identifier: Apache-2.0
// sca-tally: counts the packets of sca-ramp that came, each sample times `gain`, in their order.
#include "ramp.hpp"

#include <orbweaver/component/program.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace {

using namespace orbweaver;

using SamplesIn = component::In<"samples_in", standardInterfaces::realFloat>;

class Tally final : public component::StreamComponent<SamplesIn> {
 public:
  Tally() : StreamComponent({component::simple<float>("gain", 1.0F)}) {}

 private:
  void process(const Input& in, Output& /*out*/) override {
    const auto gain = get<float>("gain").value_or(0.0F);
    wanted_.clear();
    sca_test::fill_ramp(packets_++, wanted_);
    for (auto& value : wanted_) value *= gain;
    if (!std::ranges::equal(in.samples(), wanted_)) ++wrong_;
  }
  [[nodiscard]] nlohmann::json figures() const override {
    return {{"packets", packets_}, {"wrong", wrong_}};
  }

  std::vector<float> wanted_;
  std::size_t packets_ = 0, wrong_ = 0;
};

}  // namespace

ORBWEAVER_COMPONENT(Tally);
