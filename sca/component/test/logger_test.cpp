// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/logger.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace orbweaver::component {

struct Unspeakable {};

}  // namespace orbweaver::component

template <>
struct fmt::formatter<orbweaver::component::Unspeakable> {
  static constexpr auto parse(format_parse_context& context) { return context.begin(); }
  template <class Context>
  static auto format(const orbweaver::component::Unspeakable&, Context& context)
      -> decltype(context.out()) {
    throw std::runtime_error("it cannot be said");
  }
};

namespace orbweaver::component {
namespace {

class ALogger : public testing::Test {
 protected:
  ALogger() { logger.open("radio/tuner", file.get()); }

  std::vector<nlohmann::json> lines() {
    std::rewind(file.get());
    std::vector<nlohmann::json> lines;
    std::array<char, 4096> line{};
    while (std::fgets(line.data(), static_cast<int>(line.size()), file.get()) != nullptr)
      lines.push_back(nlohmann::json::parse(line.data()));
    return lines;
  }

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::tmpfile(), std::fclose};
  Logger logger;
};

TEST_F(ALogger, prints_level_time_name_and_text) {
  logger.info("locked to {} Hz", 100'100'000);
  const auto said = lines();
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0].at("event"), "log");
  EXPECT_EQ(said[0].at("level"), "info");
  EXPECT_EQ(said[0].at("name"), "radio/tuner");
  EXPECT_EQ(said[0].at("text"), "locked to 100100000 Hz");
  EXPECT_THAT(said[0].at("time").get<std::string>(),
              testing::MatchesRegex("....-..-..T..:..:..\\..{6}Z"));
}

TEST_F(ALogger, passes_over_what_is_below_its_level) {
  logger.debug("not yet");
  logger.set_level(Level::debug);
  logger.debug("now");
  logger.set_level(Level::error);
  logger.warning("not any more");
  logger.error("still");
  logger.set_level(Level::off);
  logger.error("never");
  EXPECT_FALSE(logger.takes(Level::off));
  const auto said = lines();
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[0].at("text"), "now");
  EXPECT_EQ(said[1].at("text"), "still");
}

// Above the limit of two seconds, as one may end while these are said.
TEST_F(ALogger, counts_what_is_too_much_for_a_second) {
  const auto count = 3 * Logger::kMostInSecond;
  for (std::size_t i = 0; i < count; ++i) logger.info("{}", i);
  logger.finish();
  logger.finish();
  std::size_t printed = 0, left_out = 0;
  for (const auto& line : lines()) {
    left_out += line.value("left_out", std::size_t{0});
    if (line.at("level") == "info") ++printed;
  }
  EXPECT_EQ(printed + left_out, count);
}

TEST_F(ALogger, prints_the_format_of_what_cannot_be_formatted) {
  logger.info("at {}", Unspeakable{});
  ASSERT_EQ(lines().size(), 1U);
  EXPECT_EQ(lines()[0].at("text"), "at {}");
}

TEST(TheLevels, have_the_names_of_the_property) {
  EXPECT_EQ(level_named("debug"), Level::debug);
  EXPECT_EQ(level_named("off"), Level::off);
  EXPECT_EQ(level_named("loud"), std::nullopt);
}

}  // namespace
}  // namespace orbweaver::component
