// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/await_readable.hpp>
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/pipe.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/sim/pipe.hpp>

#include "simulated.hpp"

namespace orbweaver::os {

Result<Pipe, SystemError> make_pipe() noexcept {
  return in_system([]() -> Result<Pipe, SystemError> {
    auto [reader, writer] = sim::make_pipe();
    auto reading = add(std::move(reader));
    auto writing = add(std::move(writer));
    return Pipe{*std::move(reading), *std::move(writing)};
  });
}

// The streams of the simulator's own process are not those of the simulated programs.
void fill_missing_streams() noexcept {}
void begin_standard_streams() noexcept {}

// Whatever the simulator itself is started at: a run depends on its seed alone.
bool is_terminal(int /*descriptor*/) noexcept { return false; }

void print_output(std::string_view text) noexcept {
  (void)write_all(kStandardOutput, as_bytes(text));
}

void print_error(std::string_view text) noexcept {
  (void)write_all(kStandardError, as_bytes(text));
}

bool has_standard_error() noexcept {
  return in_system([] { return sim::hold_file(kStandardError) != nullptr; });
}

std::bitset<kMostAwaited> await_readable(std::span<const int> descriptors) noexcept {
  return in_system([&] {
    std::vector<sim::File*> watched;
    for (const int descriptor : descriptors) watched.push_back(sim::hold_file(descriptor));
    const auto ready = sim::await_one_readable(watched);
    std::bitset<kMostAwaited> bits;
    for (std::size_t i = 0; i < ready.size(); ++i) bits[i] = ready[i];
    return bits;
  });
}

}  // namespace orbweaver::os
