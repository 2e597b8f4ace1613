// SPDX-License-Identifier: Apache-2.0
// A component's program between two files gives what its class gives.
#include <cmath>
#include <complex>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/fm/demodulator.hpp>
#include <orbweaver/profile/profile.hpp>
#include <orbweaver/trial/trial.hpp>

#include "temporary_folder.hpp"

extern const char* const kSdrDom;  // by the build

namespace orbweaver::fm::components {
namespace {

using Channel = std::vector<std::complex<float>>;

/// A tone whose frequency wanders, so that no two samples of the signal are alike.
Channel channel() {
  constexpr std::size_t kSamples = 30'001;
  Channel channel;
  double phase = 0;
  for (std::size_t k = 0; k < kSamples; ++k) {
    phase += 0.4 * std::sin(static_cast<double>(k) / 700) + 1e-5 * static_cast<double>(k % 977);
    channel.emplace_back(std::polar(1.0F, static_cast<float>(std::fmod(phase, 6.283185307179586))));
  }
  return channel;
}

std::vector<float> floats_of(const std::filesystem::path& file) {
  std::ifstream from{file};
  const std::string bytes{std::istreambuf_iterator<char>{from}, {}};
  std::vector<float> size(bytes.size() / sizeof(float));
  std::memcpy(size.data(), bytes.data(), size.size() * sizeof(float));
  return size;
}

std::filesystem::path program(const char* name) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

const std::string& spd() {
  static const auto file = std::string{kSdrDom} + "/components/fm/demodulator/demodulator.spd.xml";
  return file;
}

/// The id of the implementation whose code is of this type.
std::string implementation(profile::CodeType type) {
  std::ifstream from{spd()};
  const std::string text{std::istreambuf_iterator<char>{from}, {}};
  const auto read = profile::read_profile(text, spd());
  for (const auto& implementation : read.as<profile::SoftwarePackage>()->implementations) {
    if (implementation.code && implementation.code->type == type) return implementation.id;
  }
  return {};
}

class ADemodulatorBetweenFiles : public testing::TestWithParam<profile::CodeType> {};

TEST_P(ADemodulatorBetweenFiles, gives_exactly_what_its_class_gives) {
  const recording::TemporaryFolder folder;
  const auto samples = channel();
  std::ofstream{folder.file("channel.cf32")}.write(
      reinterpret_cast<const char*>(samples.data()),
      static_cast<std::streamsize>(samples.size() * sizeof samples[0]));
  trial::Request request;
  request.spd = spd();
  request.inputs = {folder.file("channel.cf32")};
  request.outputs = {"signal_out=" + folder.file("signal.f32").string()};
  request.settings = {"sample_rate=240000"};
  request.implementation = implementation(GetParam());
  auto subject = trial::read_subject(request);
  ASSERT_TRUE(subject) << subject.error().lines.front();
  trial::Trial trial{*std::move(subject), {.guard_program = program("orbweaver-guard")}};
  ASSERT_TRUE(trial.open_files());
  const auto outcome = trial.run();
  EXPECT_THAT(outcome.failures, testing::IsEmpty());
  EXPECT_EQ(outcome.inputs.at(0).samples, samples.size());

  Demodulator alone{*make_plan({})};
  const auto wanted = alone.push(samples);
  EXPECT_EQ(floats_of(folder.file("signal.f32")), std::vector<float>(wanted.begin(), wanted.end()));
}

// Its program, and its library in a host process.
INSTANTIATE_TEST_SUITE_P(Fm, ADemodulatorBetweenFiles,
                         testing::Values(profile::CodeType::executable,
                                         profile::CodeType::shared_library),
                         [](const auto& entry) {
                           return entry.index == 0 ? "program" : "library";
                         });

}  // namespace
}  // namespace orbweaver::fm::components
