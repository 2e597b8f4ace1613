// SPDX-License-Identifier: Apache-2.0
// Packets through the component and back. The gain is 2.
#include <algorithm>

#include "component_cases.hpp"
#include "wire_watch.hpp"

namespace component_client {

namespace {

constexpr CORBA::ULong kPackets = 500, kLargest = 100'000;

/// Of another length and other content each; the last is large.
std::vector<CORBA::Float> samples_of(CORBA::ULong packet) {
  std::vector<CORBA::Float> floats(packet + 1 == kPackets ? kLargest : packet % 97 + 1);
  for (std::size_t i = 0; i < floats.size(); ++i)
    floats[i] = static_cast<CORBA::Float>(packet) + static_cast<CORBA::Float>(i) / 128;
  return floats;
}

template <class Sequence, class T>
Sequence sequence_of(const std::vector<T>& values) {
  Sequence sequence;
  sequence.length(static_cast<CORBA::ULong>(values.size()));
  for (CORBA::ULong i = 0; i < sequence.length(); ++i) sequence[i] = values[i];
  return sequence;
}

Packet::StreamControlType control(CORBA::ULong packet, bool is_end = false) {
  return {is_end, 3, static_cast<Packet::SeqNum>(packet), false};
}

template <class T>
std::string compare(std::vector<std::vector<T>> has, std::vector<std::vector<T>> wants,
                    bool in_order) {
  if (!in_order) {
    std::sort(has.begin(), has.end());
    std::sort(wants.begin(), wants.end());
  }
  if (has.size() != wants.size()) return std::to_string(has.size()) + " packets came";
  for (std::size_t i = 0; i < has.size(); ++i)
    if (has[i] != wants[i]) return "packet " + std::to_string(i) + " is another";
  return "";
}

std::string samples_relayed(const Trial& trial) {
  const standardInterfaces::realFloat_var port =
      standardInterfaces::realFloat::_narrow(trial.provides("samples_in"));
  std::vector<std::vector<CORBA::Float>> wants;
  for (CORBA::ULong i = 0; i < kPackets; ++i) {
    auto samples = samples_of(i);
    port->pushPacket(sequence_of<PortTypes::FloatSequence>(samples));
    for (auto& sample : samples) sample *= 2;
    wants.push_back(std::move(samples));
  }
  return compare(trial.samples->arrivals.await(kPackets), wants, trial.in_order);
}

template <class T>
std::vector<std::vector<T>> payloads(const std::vector<Frame<T>>& frames) {
  std::vector<std::vector<T>> payloads;
  for (const auto& frame : frames) payloads.push_back(frame.payload);
  return payloads;
}

/// From 0, one more each, 0 after 255.
template <class T>
std::string numbered(const std::vector<Frame<T>>& frames) {
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (frames[i].control.endOfStream) return "packet " + std::to_string(i) + " is the end";
    if (frames[i].control.sequenceNumber != i % 256)
      return "packet " + std::to_string(i) + " has another number";
  }
  return "";
}

std::string words_relayed(const Trial& trial) {
  const Packet::UshortStream_var port = Packet::UshortStream::_narrow(trial.provides("words_in"));
  std::vector<std::vector<CORBA::UShort>> wants;
  for (CORBA::ULong i = 0; i < kPackets; ++i) {
    wants.emplace_back(i % 31 + 1, static_cast<CORBA::UShort>(i));
    port->pushPacket(control(i), sequence_of<JTRS::UshortSequence>(wants.back()));
  }
  const auto has = trial.words->arrivals.await(kPackets);
  if (const auto why = compare(payloads(has), wants, trial.in_order); !why.empty()) return why;
  return trial.in_order ? numbered(has) : "";
}

std::string octets_relayed(const Trial& trial) {
  const Packet::FlowOctetStream_var port =
      Packet::FlowOctetStream::_narrow(trial.provides("octets_in"));
  std::vector<std::vector<CORBA::Octet>> wants;
  for (CORBA::ULong i = 0; i < kPackets; ++i) {
    wants.emplace_back(i % 31 + 1, static_cast<CORBA::Octet>(i));
    const bool has_room =
        port->pushPacket(control(i), sequence_of<JTRS::OctetSequence>(wants.back()));
    if (!has_room && !trial.has_queue) return "there is no room behind packet " + std::to_string(i);
  }
  const auto has = trial.octets->arrivals.await(kPackets);
  if (const auto why = compare(payloads(has), wants, trial.in_order); !why.empty()) return why;
  return trial.in_order ? numbered(has) : "";
}

std::string payload_status(const Trial& trial) {
  const Packet::UshortStream_var port = Packet::UshortStream::_narrow(trial.provides("words_in"));
  if (port->getMinPayloadSize() > port->getMaxPayloadSize()) return "no payload is large enough";
  if (port->getDesiredPayloadSize() == 0) return "it wants nothing";
  return unless(port->getMinOverrideTimeout() < 1000, "it waits too long");
}

/// What this program refuses with an exception is not sent again, and the next packet comes.
std::string goes_on(const Trial& trial) {
  const Packet::UshortStream_var port = Packet::UshortStream::_narrow(trial.provides("words_in"));
  const auto before = trial.words->arrivals.count();
  for (const CORBA::UShort word : {WordSink::refused, CORBA::UShort{5}}) {
    JTRS::UshortSequence packet;
    packet.length(1);
    packet[0] = word;
    port->pushPacket(control(0), packet);
  }
  const auto has = trial.words->arrivals.await(before + 1);
  return unless(has.size() == before + 1 && has.back().payload.at(0) == 5, "another packet came");
}

/// The end of a stream goes through the component when it has come on each of its provides ports.
std::string ended(const Trial& trial) {
  const standardInterfaces::realFloat_var samples =
      standardInterfaces::realFloat::_narrow(trial.provides("samples_in"));
  const Packet::UshortStream_var words = Packet::UshortStream::_narrow(trial.provides("words_in"));
  const Packet::FlowOctetStream_var octets =
      Packet::FlowOctetStream::_narrow(trial.provides("octets_in"));
  const auto samples_before = trial.samples->arrivals.count();
  const auto words_before = trial.words->arrivals.count();
  const auto octets_before = trial.octets->arrivals.count();
  samples->pushPacket(PortTypes::FloatSequence());
  words->pushPacket(control(0, true), JTRS::UshortSequence());
  // With the end comes a payload.
  octets->pushPacket(control(0, true), sequence_of<JTRS::OctetSequence>(std::vector{1, 2}));
  if (!trial.samples->arrivals.await(samples_before + 1).back().empty())
    return "samples end with no empty packet";
  const auto last_word = trial.words->arrivals.await(words_before + 1).back();
  if (!last_word.control.endOfStream || !last_word.payload.empty()) return "words do not end";
  const auto last_octets = trial.octets->arrivals.await(octets_before + 2);
  if (last_octets[octets_before].payload != std::vector<CORBA::Octet>{1, 2})
    return "the payload that came with the end is gone";
  return unless(last_octets.back().control.endOfStream, "octets do not end");
}

std::string on_the_wire(const Trial& trial) {
  const auto pushes = pushes_so_far();
  const auto text = std::to_string(pushes.with_reply) + " calls expected a reply, and " +
                    std::to_string(pushes.without_reply) + " none";
  if (trial.in_order) return unless(pushes.without_reply == 0, text);
  // pushPacket of FlowOctetStream has a result.
  return unless(pushes.without_reply >= 2 * kPackets && pushes.with_reply > 0, text);
}

}  // namespace

Cases stream_cases() {
  const auto started = [](const Trial& trial) {
    trial.component->start();
    return std::string{};
  };
  return {{"6 start", started},
          {"7 a consumer's size of packets", payload_status},
          {"7a samples come back complete", samples_relayed},
          {"7b streams of words come back complete", words_relayed},
          {"7c streams of octets with a result come back complete", octets_relayed},
          {"7d a packet that is refused is lost alone", goes_on},
          {"7e the end of all streams comes through", ended},
          {"7f two-way calls unless order is not wanted", on_the_wire}};
}

}  // namespace component_client
