// SPDX-License-Identifier: Apache-2.0
// A provides port of the trial: counts the packets of a uses port of the component and writes them
// to a file.
#pragma once
#include <orbweaver/component/end_tracker.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/samples/sample_files.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace orbweaver::trial {

/// The packets and samples that have come out of a port so far.
struct ReceivedCounts {
  std::uint64_t packets = 0, samples = 0;
  // the component passed on the end of the stream, and no packet is missing
  bool has_ended = false;
  std::string failure;  // why not everything was written; empty: it was
};

/// The base of receivers for each interface. Threads: any.
class PacketReceiver {
 public:
  /// `changed` is called after each packet: brief, on a thread of the ORB.
  PacketReceiver(samples::SampleWriter writer, bool keeps_order, std::function<void()> changed)
      : changed_(std::move(changed)), tracker_(1, keeps_order), writer_(std::move(writer)) {}
  virtual ~PacketReceiver() = default;
  PacketReceiver(const PacketReceiver&) = delete;
  PacketReceiver& operator=(const PacketReceiver&) = delete;

  /// Returns the object to which the component's port is connected.
  [[nodiscard]] virtual CORBA::object_reference<CORBA::Object> activate(
      const CORBA::object_reference<PortableServer::POA>& adapter) = 0;
  /// From now on it is a failure if the file accepts no data for long.
  void wake() noexcept { wake_.call(); }
  /// Takes no more packets. Blocks: while a packet is written.
  virtual void close() = 0;

  [[nodiscard]] ReceivedCounts received() const {
    const std::scoped_lock lock{mutex_};
    return received_;
  }
  /// Call it after close(). Returns where the samples lie if the file was not kept; may be empty.
  [[nodiscard]] Result<std::string, std::string> finish(bool is_kept);

 protected:
  /// Takes a packet. `samples`: in the file's order. `problem`: why some are missing; empty: none
  /// is.
  void take(const packets::Stamp& stamp, bool is_end, std::span<const std::byte> samples,
            std::size_t sample_bytes, const std::string& problem);

 private:
  /// Whether everything was written so far.
  [[nodiscard]] bool count(std::uint64_t packets, std::uint64_t samples,
                           const std::string& problem);
  void note(const std::string& failure);

  const std::function<void()> changed_;
  samples::Wake wake_;
  os::Mutex writing_;              // may be held for long
  component::EndTracker tracker_;  // requires writing_
  samples::SampleWriter writer_;   // requires writing_
  mutable os::Mutex mutex_;
  ReceivedCounts received_;  // requires mutex_
};

/// `interface` is one of samples::data_kinds().
[[nodiscard]] std::unique_ptr<PacketReceiver> make_receiver(std::string_view interface,
                                                            samples::SampleWriter writer,
                                                            bool keeps_order,
                                                            std::function<void()> changed);

}  // namespace orbweaver::trial
