// SPDX-License-Identifier: Apache-2.0
// A provides port that writes the received samples to a file. It never delays the sender: if the
// file is too slow, the packet that has waited longest is dropped.
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

/// Counts of the packets and samples that were written.
struct Tapped {
  std::uint64_t packets = 0, samples = 0, bytes = 0;  // written so far
  bool has_ended = false;                             // the sender has ended the stream
  bool is_full = false;                               // the wanted number of packets is written
  std::string failure;                                // why writing stopped; empty: it goes on
  std::string problem;  // why some samples of a packet were not written; may be empty

  [[nodiscard]] bool is_over() const { return has_ended || is_full || !failure.empty(); }
};

/// Threads: any; activate(), close() and finish() are called by one thread.
class TapReceiver {
 public:
  /// `is_over` is called once, on a thread of the port, when nothing more will be written. It must
  /// be brief.
  TapReceiver(samples::SampleWriter writer, std::optional<std::uint64_t> most_packets,
              std::function<void()> is_over);
  virtual ~TapReceiver() = default;
  TapReceiver(const TapReceiver&) = delete;
  TapReceiver& operator=(const TapReceiver&) = delete;

  /// Returns the object that the uses port is to be connected to.
  [[nodiscard]] virtual CORBA::object_reference<CORBA::Object> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) = 0;
  /// Takes no more packets. Blocks: until the packet that is being written is done, at most two
  /// seconds after wake().
  virtual void close() = 0;
  /// Counts of the packets that were lost on the way or dropped here, by cause.
  [[nodiscard]] virtual std::map<std::string, std::uint64_t> lost() const = 0;

  /// From now on, no thread waits for a file that accepts no data.
  void wake() noexcept { wake_.call(); }
  [[nodiscard]] Tapped tapped() const {
    const std::scoped_lock lock{mutex_};
    return tapped_;
  }
  /// Call it after close(). If `is_kept` is false, removes the file. Returns where the samples lie
  /// if they were not removed; may be empty.
  [[nodiscard]] Result<std::string, std::string> finish(bool is_kept);

 protected:
  /// Writes one packet. Called on the thread of the port.
  void take(std::span<const std::byte> bytes, std::size_t sample_bytes, bool is_end,
            const std::string& problem);

 private:
  void write(std::span<const std::byte> bytes, std::size_t sample_bytes);

  const std::optional<std::uint64_t> most_packets_;
  const std::function<void()> is_over_;
  samples::Wake wake_;
  // used by the port's thread, and after close() by the caller of finish()
  samples::SampleWriter writer_;
  mutable os::Mutex mutex_;
  Tapped tapped_;
};

/// `kind` is one of samples::data_kinds().
[[nodiscard]] std::unique_ptr<TapReceiver> make_tap_receiver(
    const samples::DataKind& kind, samples::SampleWriter writer,
    std::optional<std::uint64_t> most_packets, std::function<void()> is_over);

}  // namespace orbweaver::control
