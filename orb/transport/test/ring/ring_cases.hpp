// SPDX-License-Identifier: Apache-2.0
// Small cases of the ring for the model of memory. Each is a template over how the writer and the
// reader touch memory, so that a test can weaken one side.
#pragma once
#include <orbweaver/transport/ring/record_ring.hpp>
#include <orbweaver/transport/ring/sleep_word.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model_access.hpp"

namespace orbweaver::transport::ring {

/// What the code around the ring can do in the wrong order.
enum class Misuse { none, payload_after_commit, frees_before_copy };

/// A payload of whole words, each of which would be a good commit word. So a reader that takes an
/// old payload for a commit word finds a record there.
inline std::uint32_t payload_word(std::uint32_t record) { return detail::kCommitted + record; }

/// The tag and the size of a record.
struct Record {
  std::uint32_t tag;
  std::size_t size;
};
inline std::vector<Record> records_of(const std::vector<std::size_t>& sizes) {
  std::vector<Record> records;
  for (const auto size : sizes)
    records.push_back({static_cast<std::uint32_t>(records.size() + 1), size});
  return records;
}

template <class WriterAccess, class ReaderAccess, std::size_t size, Misuse misuse = Misuse::none>
struct RingCase {
  alignas(kUnit) std::array<std::byte, size> memory{};
  std::uint64_t read_position = 0;
  RecordWriter<WriterAccess> writer{memory, read_position};
  RecordReader<ReaderAccess> reader{memory, read_position};

  explicit RingCase(model::Trial& trial) {
    trial.name(read_position, "read position");
    for (std::size_t at = 0; at < size; at += sizeof(std::uint32_t))
      trial.name(detail::header_word(&memory[at], 0), "ring", static_cast<int>(at));
  }

  /// False: no room.
  bool try_write(const Record& record) {
    auto* const place = writer.claim(record.size);
    if (place == nullptr) return false;
    if (misuse != Misuse::payload_after_commit) fill(place, record);
    writer.commit(record.tag);
    if (misuse == Misuse::payload_after_commit) fill(place, record);
    return true;
  }

  /// False: nothing is there. Otherwise whether the reader should publish.
  std::optional<bool> try_read(const Record& record) {
    const auto found = reader.poll();
    if (found == Poll::nothing) return std::nullopt;
    model::require(found == Poll::record && reader.bytes().size() == record.size,
                   "the record is there");
    model::require(reader.tag() == record.tag, "the tag is that of the record");
    const auto* const place = reader.bytes().data();
    if (misuse != Misuse::frees_before_copy) check(place, record);
    const bool is_much = reader.release();
    if (misuse == Misuse::frees_before_copy) {
      reader.publish();
      check(place, record);
    }
    return is_much;
  }

 private:
  static void fill(std::byte* place, const Record& record) {
    for (std::size_t at = 0; at < record.size; at += sizeof record.tag)
      model::write_plain(*reinterpret_cast<std::uint32_t*>(place + at), payload_word(record.tag));
  }
  static void check(const std::byte* place, const Record& record) {
    for (std::size_t at = 0; at < record.size; at += sizeof record.tag)
      model::require(model::read_plain(*reinterpret_cast<const std::uint32_t*>(place + at)) ==
                         payload_word(record.tag),
                     "the payload is that of the record");
  }
};

/// Both sides poll.
template <class Case>
void write_polling(Case& ring, const std::vector<Record>& records) {
  for (const auto& record : records) {
    const model::Polling polling;
    while (!ring.try_write(record)) {
      polling.wait();
      model::depends_on(record, ring.writer);
    }
    model::depends_on(record, ring.writer);
  }
}
template <class Case>
void read_polling(Case& ring, const std::vector<Record>& records) {
  for (const auto& record : records) {
    const model::Polling polling;
    std::optional<bool> is_much;
    while (ring.reader.is_empty() || !(is_much = ring.try_read(record))) {
      ring.reader.publish();
      polling.wait();
      model::depends_on(record, ring.reader);
    }
    if (*is_much) ring.reader.publish();
    model::depends_on(record, ring.reader);
  }
}

/// Records of these sizes go through a ring.
template <std::size_t size, class WriterAccess = ModelAccess<>, class ReaderAccess = ModelAccess<>,
          Misuse misuse = Misuse::none>
model::Found pass_records(const std::vector<std::size_t>& sizes) {
  const auto records = records_of(sizes);
  std::optional<RingCase<WriterAccess, ReaderAccess, size, misuse>> ring;
  return model::explore([&](model::Trial& trial) {
    ring.emplace(trial);
    (void)trial.threads(
        {[&] { write_polling(*ring, records); }, [&] { read_polling(*ring, records); }});
  });
}

/// Which sides sleep, as in orb/transport/src/shm: the reader until a record is there, the writer
/// until there is room. The other side polls.
enum class Sleeps { reader, writer, both };

template <Sleeps sleeps, class SleeperAccess, class WakerAccess>
struct SleepingRing : RingCase<ModelAccess<>, ModelAccess<>, 64> {
  static constexpr bool kReaderSleeps = sleeps != Sleeps::writer;
  static constexpr bool kWriterSleeps = sleeps != Sleeps::reader;

  std::uint32_t reader_sleeps = 0, writer_sleeps = 0;
  SleepWord<SleeperAccess> sleeping_reader{reader_sleeps}, sleeping_writer{writer_sleeps};
  Waker<WakerAccess> waker_of_reader{reader_sleeps}, waker_of_writer{writer_sleeps};
  model::Bell record_bell, room_bell;

  explicit SleepingRing(model::Trial& trial) : RingCase(trial) {
    trial.name(reader_sleeps, "reader sleeps");
    trial.name(writer_sleeps, "writer sleeps");
    trial.name(record_bell, "bell for records");
    trial.name(room_bell, "bell for room");
  }

  void write(const Record& record) {
    if (kWriterSleeps)
      write_sleeping(record);
    else
      write_polling(*this, {record});
    if (kReaderSleeps && waker_of_reader.must_ring()) record_bell.ring();
    model::depends_on(record.tag + 1, writer, sleeping_writer);
  }
  void read(const Record& record) {
    if (kReaderSleeps)
      read_sleeping(record);
    else
      read_polling(record);
    model::depends_on(record.tag + 1, reader, sleeping_reader);
  }

 private:
  void write_sleeping(const Record& record) {
    while (!try_write(record)) {
      sleeping_writer.announce_sleep();
      if (try_write(record)) break;
      room_bell.wait();
      model::depends_on(record, writer, sleeping_writer);
    }
    sleeping_writer.announce_awake();
  }
  void read_sleeping(const Record& record) {
    while (!read_and_free(record)) {
      publish();
      sleeping_reader.announce_sleep();
      if (read_and_free(record)) break;
      record_bell.wait();
      model::depends_on(record, reader, sleeping_reader);
    }
    sleeping_reader.announce_awake();
  }
  void read_polling(const Record& record) {
    const model::Polling polling;
    while (!read_and_free(record)) {
      publish();
      polling.wait();
      model::depends_on(record, reader);
    }
  }
  bool read_and_free(const Record& record) {
    const auto is_much = try_read(record);
    if (is_much.value_or(false)) publish();
    return is_much.has_value();
  }
  void publish() {
    if (reader.publish() && kWriterSleeps && waker_of_writer.must_ring()) room_bell.ring();
  }
};

/// So many records are there before the threads start.
template <Sleeps sleeps, class SleeperAccess = ModelAccess<>, class WakerAccess = ModelAccess<>>
model::Found pass_records_sleeping(std::size_t before, const std::vector<std::size_t>& sizes) {
  const auto records = records_of(sizes);
  std::optional<SleepingRing<sleeps, SleeperAccess, WakerAccess>> ring;
  return model::explore([&](model::Trial& trial) {
    ring.emplace(trial);
    for (std::size_t i = 0; i < before; ++i) (void)ring->try_write(records[i]);
    (void)trial.threads({[&] {
                           for (auto i = before; i < records.size(); ++i) ring->write(records[i]);
                         },
                         [&] {
                           for (const auto& record : records) ring->read(record);
                         }});
  });
}

}  // namespace orbweaver::transport::ring
