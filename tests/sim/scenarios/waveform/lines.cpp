// SPDX-License-Identifier: Apache-2.0
#include "scenarios/waveform/lines.hpp"

#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

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

std::uint32_t Lines::ends() const {
  constexpr std::string_view kEnd = R"("event":"end_of_stream")";
  std::uint32_t count = 0;
  for (auto found = text().find(kEnd); found != std::string_view::npos;
       found = text().find(kEnd, found + kEnd.size()))
    ++count;
  return count;
}

void Lines::check_is_over(std::uint32_t streams) const {
  for (const auto& failure : kOfFailures)
    if (const auto found = text().find(failure); found != std::string_view::npos) {
      const auto begin = text().rfind('\n', found) + 1;
      fail("no error without cause",
           std::string{text().substr(begin, text().find('\n', begin) - begin)});
    }
  if (ends() != streams)
    fail("the end reaches all",
         fmt::format("of {} streams a component said {} times that one is over", streams, ends()));
}

}  // namespace orbweaver::sim
