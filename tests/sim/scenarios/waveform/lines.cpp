#include "scenarios/waveform/lines.hpp"

#include <orbweaver/sim/simulation.hpp>

#include <array>
#include <cstdlib>

namespace orbweaver::sim {

namespace {

constexpr std::array<std::string_view, 3> kOfFailures{
    R"("event":"error")", R"("event":"missing_packets")", R"("event":"end_is_lost")"};

}  // namespace

Lines::Lines() : file_(::open_memstream(&text_, &size_)) {}

Lines::~Lines() {
  std::fclose(file_);
  std::free(text_);
}

std::string_view Lines::text() const noexcept {
  std::fflush(file_);  // only then text_ and size_ are those of what was printed
  return {text_, size_};
}

std::string Lines::first() const { return std::string{text().substr(0, text().find('\n'))}; }

void Lines::check_is_over() const {
  for (const auto& each : kOfFailures)
    if (const auto found = text().find(each); found != std::string_view::npos) {
      const auto begin = text().rfind('\n', found) + 1;
      fail("no error without cause",
           std::string{text().substr(begin, text().find('\n', begin) - begin)});
    }
  if (text().find(R"("event":"end_of_stream")") == std::string_view::npos)
    fail("the end reaches all", "a component did not say that its stream is over");
}

}  // namespace orbweaver::sim
