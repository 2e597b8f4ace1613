// SPDX-License-Identifier: Apache-2.0
// A provides port that writes what comes to a file, and never holds up the sender: when the file
// takes too little, it drops the packet that waits for longest.
#pragma once
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/samples/data_kind.hpp>
#include <orbweaver/samples/sample_files.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace orbweaver::control {

/// The packets and samples that were written so far.
struct Tapped {
  std::uint64_t packets = 0, samples = 0, bytes = 0;  // that were written
  bool has_ended = false;                             // the stream
  bool is_full = false;                               // all packets that were wanted are written
  std::string failure;                                // why no more is written; empty: it is
  std::string problem;  // why not all samples of a packet were; may be empty

  [[nodiscard]] bool is_over() const { return has_ended || is_full || !failure.empty(); }
};

/// Threads: any, but for activate(), close() and finish(): one at a time.
class TapReceiver {
 public:
  /// `is_over` is called once, when nothing more is written: brief, on a thread of the port.
  TapReceiver(samples::SampleWriter writer, std::optional<std::uint64_t> most_packets,
              std::function<void()> is_over);
  virtual ~TapReceiver() = default;
  TapReceiver(const TapReceiver&) = delete;
  TapReceiver& operator=(const TapReceiver&) = delete;

  /// The object to connect the uses port to.
  [[nodiscard]] virtual CORBA::object_reference<CORBA::Object> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) = 0;
  /// Takes nothing more. Blocks: while a packet is written, at most two seconds after wake().
  virtual void close() = 0;
  /// Packets that did not get here or were dropped here, by cause.
  [[nodiscard]] virtual std::map<std::string, std::uint64_t> lost() const = 0;

  /// From now on a file that takes nothing is not waited for.
  void wake() noexcept { wake_.call(); }
  [[nodiscard]] Tapped tapped() const {
    const std::scoped_lock lock{mutex_};
    return tapped_;
  }
  /// After close(). Returns where what was written lies if it is not kept; may be empty.
  [[nodiscard]] Result<std::string, std::string> finish(bool is_kept);

 protected:
  /// On the thread of the port.
  void take(std::span<const std::byte> bytes, std::size_t sample_bytes, bool is_end,
            const std::string& problem);

 private:
  void write(std::span<const std::byte> bytes, std::size_t sample_bytes);

  const std::optional<std::uint64_t> most_packets_;
  const std::function<void()> is_over_;
  samples::Wake wake_;
  samples::SampleWriter writer_;  // of the thread of the port, and after close()
  mutable os::Mutex mutex_;
  Tapped tapped_;
};

/// `kind` is one of samples::data_kinds().
[[nodiscard]] std::unique_ptr<TapReceiver> make_tap_receiver(
    const samples::DataKind& kind, samples::SampleWriter writer,
    std::optional<std::uint64_t> most_packets, std::function<void()> is_over);

}  // namespace orbweaver::control
