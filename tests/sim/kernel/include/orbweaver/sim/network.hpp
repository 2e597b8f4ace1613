// SPDX-License-Identifier: Apache-2.0
// Nodes, and the network between them: stream sockets, listeners, datagrams. All faults of the
// network come from here.
#pragma once
#include <orbweaver/sim/clock.hpp>
#include <orbweaver/sim/disk.hpp>
#include <orbweaver/sim/file.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::sim {

class Listener;
class DatagramSocket;

/// A machine of the simulation.
struct Node {
  std::string name;
  std::map<std::uint16_t, Listener*> tcp;
  std::map<std::string, Listener*> unix_paths;
  std::map<std::uint16_t, DatagramSocket*> udp;
  std::uint16_t next_port = 40'000;
  Disk disk;
};
/// Of the run that is under way; it has "node1" from the start.
[[nodiscard]] Node& node_named(const std::string& name);
/// Null: there is none. Loopback names are `from` itself.
[[nodiscard]] Node* find_node(const std::string& host, Node& from);

enum class StreamKind { tcp, unix_socket };

/// One direction of a connection.
class Pipe {
 public:
  Pipe(std::uint32_t connection, StreamKind kind, std::size_t capacity) noexcept
      : connection_(connection), kind_(kind), capacity_(capacity) {}

  [[nodiscard]] std::size_t room() const noexcept;
  [[nodiscard]] bool has_bytes() const noexcept { return begin_ < bytes_.size(); }
  [[nodiscard]] bool has_end() const noexcept { return has_ended_ || was_reset_; }

  std::uint32_t connection_;
  StreamKind kind_;
  std::size_t capacity_;
  std::vector<std::byte> bytes_;  // arrived; those before begin_ were read
  std::size_t begin_ = 0, under_way_ = 0;
  std::deque<std::pair<std::uint64_t, std::vector<std::shared_ptr<File>>>> files_;  // by position
  std::uint64_t sent_ = 0, read_ = 0;
  Time last_arrival_ = 0;
  unsigned actions_under_way_ = 0;
  bool has_ended_ = false, was_reset_ = false;
  bool reader_is_gone_ = false;
  File* reader_ = nullptr;
  File* writer_ = nullptr;
};

class StreamSocket final : public File {
 public:
  StreamSocket(std::shared_ptr<Pipe> in, std::shared_ptr<Pipe> out, std::string peer,
               std::uint16_t port);
  ~StreamSocket() override;

  [[nodiscard]] bool is_readable() const noexcept override;
  [[nodiscard]] bool is_writable() const noexcept override;

  enum class Blocking { no, yes };
  /// How many bytes were taken; negative: the error. With `yes`: all of them, unless a fault makes
  /// it fewer.
  [[nodiscard]] long send(std::span<const std::span<const std::byte>> pieces, std::size_t skip,
                          Blocking blocking, std::vector<std::shared_ptr<File>> files = {});
  /// How many bytes were given; 0: the end. `all`: waits for as many as fit.
  [[nodiscard]] long receive(std::span<std::byte> space, Blocking blocking, bool all,
                             std::vector<std::shared_ptr<File>>* files = nullptr);
  void end_sending() noexcept;
  void end_receiving() noexcept;

  [[nodiscard]] StreamKind kind() const noexcept { return in_->kind_; }
  [[nodiscard]] const std::string& peer() const noexcept { return peer_; }
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  Time receive_limit = 0;  // 0: none

 private:
  [[nodiscard]] long take(std::span<std::byte> space,
                          std::vector<std::shared_ptr<File>>* files) noexcept;
  [[nodiscard]] long end_of_input() noexcept;
  void break_off(bool at_once);

  std::shared_ptr<Pipe> in_, out_;
  std::string peer_;
  std::uint16_t port_;
  bool sends_ = true, receives_ = true;
  bool break_was_reported_ = false;  // a call reports it once
};

/// Two sockets that are connected.
[[nodiscard]] std::pair<std::shared_ptr<StreamSocket>, std::shared_ptr<StreamSocket>> connect_pair(
    StreamKind kind, const std::string& name_of_first, std::uint16_t port_of_first,
    const std::string& name_of_second, std::uint16_t port_of_second);

class Listener final : public File {
 public:
  Listener(Node& node, StreamKind kind, std::uint16_t port, std::string path) noexcept;
  ~Listener() override;

  [[nodiscard]] bool is_readable() const noexcept override {
    return !waiting_.empty() || is_stopped_;
  }
  [[nodiscard]] bool is_stopped() const noexcept { return is_stopped_; }
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  void stop() noexcept;
  void offer(std::shared_ptr<StreamSocket> socket);
  /// Null: the error is in `error`.
  [[nodiscard]] std::shared_ptr<StreamSocket> accept(int& error);

 private:
  void leave_node() noexcept;

  Node& node_;
  StreamKind kind_;
  std::uint16_t port_;
  std::string path_;
  std::deque<std::shared_ptr<StreamSocket>> waiting_;
  bool is_stopped_ = false;
};

class DatagramSocket final : public File {
 public:
  DatagramSocket(Node& node, std::uint16_t port) noexcept;  // port 0: only sends
  ~DatagramSocket() override;

  void aim(Node& node, std::uint16_t port) noexcept;
  [[nodiscard]] bool is_readable() const noexcept override {
    return !waiting_.empty() || is_stopped_;
  }
  void send(std::vector<std::byte> datagram);
  /// Blocks until one comes.
  [[nodiscard]] std::size_t receive(std::span<std::byte> space);
  void stop() noexcept;
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

 private:
  void arrive(std::vector<std::byte> datagram);

  Node& node_;
  std::uint16_t port_;
  Node* target_ = nullptr;
  std::uint16_t target_port_ = 0;
  std::deque<std::vector<std::byte>> waiting_;
  std::size_t bytes_ = 0;
  bool is_stopped_ = false;
};

}  // namespace orbweaver::sim
