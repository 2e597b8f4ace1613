// SPDX-License-Identifier: Apache-2.0
// What connects processes of one machine beside sockets: pipes, and pairs of sockets that keep the
// borders of messages. Nothing is lost in them.
#pragma once
#include <orbweaver/sim/file.hpp>

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orbweaver::sim {

class PipeReader;
class PipeWriter;

struct PipeBuffer {
  std::size_t capacity = 0;
  std::deque<std::byte> bytes;
  PipeReader* reader = nullptr;
  PipeWriter* writer = nullptr;
};

/// The end that several processes may have; it is closed when none has it any more.
class PipeReader final : public File {
 public:
  explicit PipeReader(std::shared_ptr<PipeBuffer> buffer) noexcept;
  ~PipeReader() override;
  [[nodiscard]] bool is_readable() const noexcept override {
    return !buffer_->bytes.empty() || buffer_->writer == nullptr;
  }
  /// How many bytes were given; 0: the end; negative: the error. Never blocks.
  [[nodiscard]] long read(std::span<std::byte> space) noexcept;

 private:
  std::shared_ptr<PipeBuffer> buffer_;
};

class PipeWriter final : public File {
 public:
  explicit PipeWriter(std::shared_ptr<PipeBuffer> buffer) noexcept;
  ~PipeWriter() override;
  [[nodiscard]] bool is_writable() const noexcept override {
    return buffer_->bytes.size() < buffer_->capacity || buffer_->reader == nullptr;
  }
  /// How many bytes were taken, 1 at least; negative: the error. Blocks while there is no room.
  [[nodiscard]] long write(std::span<const std::byte> bytes) noexcept;

 private:
  std::shared_ptr<PipeBuffer> buffer_;
};

[[nodiscard]] std::pair<std::shared_ptr<PipeReader>, std::shared_ptr<PipeWriter>> make_pipe();

/// One of two sockets that keep the borders of messages.
class MessageSocket final : public File {
 public:
  struct Message {
    std::vector<std::byte> bytes;
    std::vector<std::shared_ptr<File>> files;
  };

  explicit MessageSocket(std::size_t capacity) noexcept : capacity_(capacity) {}
  ~MessageSocket() override;
  static void connect(MessageSocket& one, MessageSocket& other) noexcept;

  [[nodiscard]] bool is_readable() const noexcept override { return !came_.empty() || has_end_; }
  [[nodiscard]] bool is_writable() const noexcept override { return can_not_send() || has_room(); }
  /// 0, or the negative error. Never blocks.
  [[nodiscard]] int send(Message message);
  /// False: the end. Blocks: until a message comes or the end, if `waits`; else an empty one.
  [[nodiscard]] bool receive(Message& message, bool waits) noexcept;
  void end_sending() noexcept;
  void end_receiving() noexcept;

 private:
  [[nodiscard]] bool can_not_send() const noexcept;
  [[nodiscard]] bool has_room() const noexcept;

  std::size_t capacity_;  // messages
  MessageSocket* peer_ = nullptr;
  std::deque<Message> came_;
  bool has_end_ = false;  // the peer sends no more, or this receives no more
  bool sends_ = true;
};

[[nodiscard]] std::pair<std::shared_ptr<MessageSocket>, std::shared_ptr<MessageSocket>>
connect_messages();

/// Takes all that is written, and gives nothing.
class NullFile final : public File {
 public:
  [[nodiscard]] bool is_readable() const noexcept override { return true; }
  [[nodiscard]] bool is_writable() const noexcept override { return true; }
};

}  // namespace orbweaver::sim
