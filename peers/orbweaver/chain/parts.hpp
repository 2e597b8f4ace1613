// SPDX-License-Identifier: Apache-2.0
// The parts of a chain that one process has, and what its parent asks of them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace orbweaver::chain_bench {

struct Spent {
  std::int64_t processor_ns = 0;
  std::int64_t switches = 0;  // a thread went to sleep
};
/// Of this process, since its start.
[[nodiscard]] Spent spent_so_far();

struct Chain {
  std::size_t samples = 256;  // in a packet
  std::size_t filters = 4;
  [[nodiscard]] std::size_t parts() const noexcept { return filters + 2; }
};

/// Threads: one.
class Parts {
 public:
  Parts() = default;
  virtual ~Parts() = default;
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  /// The input of the first part; empty if it has none.
  [[nodiscard]] virtual std::string reference() { return {}; }
  /// The output of the last part goes there.
  virtual void connect(const std::string& reference) { (void)reference; }
  /// Of the source: sends so many packets more. May return before they are sent.
  virtual void order(std::uint64_t packets) = 0;
  /// Of the sink: when the last of so many packets came, since the beginning; of the monotonic
  /// clock.
  virtual std::int64_t await(std::uint64_t packets) = 0;
  /// Of the source: sends the end of the stream.
  virtual void close() {}
  /// Of the sink. Blocks: until the end of the stream has come.
  virtual void await_end() {}
};

/// Components on one ORB: those with the numbers `first` to `last`. 0 is the source.
[[nodiscard]] std::unique_ptr<Parts> make_components(const Chain& chain, std::size_t first,
                                                     std::size_t last);
/// All parts in one loop, without components.
[[nodiscard]] std::unique_ptr<Parts> make_plain(const Chain& chain);

}  // namespace orbweaver::chain_bench
