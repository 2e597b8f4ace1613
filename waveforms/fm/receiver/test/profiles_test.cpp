// The profiles say what the classes are.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/profile/profile.hpp>

#include "audio/audio.hpp"
#include "demodulator/demodulator.hpp"
#include "source/source.hpp"
#include "tuner/tuner.hpp"
#include "wav/wav.hpp"

namespace orbweaver::fm::components {
namespace {

const std::filesystem::path kFolder = ORBWEAVER_FM;

profile::Profile read(const std::string& file, profile::Strictness strictness) {
  std::ifstream stream(kFolder / file);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  return profile::read_profile(text, file, {}, strictness);
}

/// All that a profile says of a property but where it stands.
std::string text_of(const property::Property& any) {
  const auto& simple = std::get<property::Simple>(any);
  std::string text = simple.id + "|" + simple.description + "|" + simple.units + "|" +
                     std::string(property::name_of(simple.mode)) + "|" +
                     std::to_string(static_cast<int>(simple.shape.type)) + "|" +
                     (simple.value ? simple.value->text : "none");
  text += simple.kinds.named(property::Kind::execparam) ? "|execparam" : "|";
  if (const auto& range = simple.shape.range) text += "|" + range->min + ".." + range->max;
  for (const auto& each : simple.shape.enumerations) text += "|" + each.label;
  return text;
}

std::vector<std::string> texts_of(const std::vector<property::Property>& all) {
  std::vector<std::string> texts;
  for (const auto& each : all) texts.push_back(text_of(each));
  return texts;
}

void expect_profile(const std::string& name, component::Definitions own,
                    const component::Shape& shape) {
  for (auto& each : component::messaging_properties(shape)) own.push_back(std::move(each));
  const auto prf = read("receiver/" + name + "/" + name + ".prf.xml", profile::Strictness::strict);
  ASSERT_NE(prf.as<profile::Properties>(), nullptr) << name;
  EXPECT_EQ(texts_of(prf.as<profile::Properties>()->properties), texts_of(own)) << name;
}

TEST(FmProfiles, have_the_properties_of_the_classes) {
  const component::Shape stage{.has_inputs = true, .has_outputs = true};
  expect_profile("source", source_properties(), {.has_outputs = true});
  expect_profile("tuner", tuner_properties(), stage);
  expect_profile("demodulator", station_properties(), stage);
  expect_profile("audio", audio_properties(), stage);
  expect_profile("wav", wav_properties(), {.has_inputs = true});
}

TEST(FmProfiles, keep_the_structure_of_the_standard) {
  std::vector<std::string> files{"fm.sad.xml"};
  for (const std::string name : {"source", "tuner", "demodulator", "audio", "wav"}) {
    for (const auto* kind : {".spd.xml", ".scd.xml", ".prf.xml"}) {
      files.push_back("receiver/" + name + "/" + name + kind);
    }
  }
  for (const auto& file : files) {
    const auto profile = read(file, profile::Strictness::strict);
    EXPECT_FALSE(std::holds_alternative<std::monostate>(profile.model)) << file;
    for (const auto& finding : profile.findings) ADD_FAILURE() << file << ": " << finding.cause;
  }
}

}  // namespace
}  // namespace orbweaver::fm::components
