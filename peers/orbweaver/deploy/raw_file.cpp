// SPDX-License-Identifier: Apache-2.0
#include "raw_file.hpp"

#include <orbweaver/os/socket.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <vector>

namespace orbweaver::deploy_bench {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;  // the fastest of 64 KiB to 1 MiB

template <class T>
T required(T result, const char* what) {
  if (!result) throw std::system_error(result.error().code, std::generic_category(), what);
  return result;
}

void write_all(int to, const char* bytes, std::size_t size) {
  while (size > 0) {
    const auto written = ::write(to, bytes, size);
    if (written <= 0) return;  // the reader misses the rest, and says so
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
}

void send_file(int from, int listener) {
  const auto connection = os::accept_connection(listener);
  if (!connection) return;
  std::vector<char> piece(kPieceBytes);
  for (ssize_t size = 0; (size = ::read(from, piece.data(), piece.size())) > 0;)
    write_all(connection->get(), piece.data(), static_cast<std::size_t>(size));
}

std::uintmax_t receive_all(int from) {
  std::vector<char> piece(kPieceBytes);
  std::uintmax_t bytes = 0;
  for (ssize_t size = 0; (size = ::read(from, piece.data(), piece.size())) > 0;)
    bytes += static_cast<std::uintmax_t>(size);
  return bytes;
}

}  // namespace

double raw_load_ms(const std::filesystem::path& file) {
  const os::UniqueFd from{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  if (from.get() < 0) throw std::system_error(errno, std::generic_category(), file.string());
  const auto listener = required(os::listen_tcp("127.0.0.1", 0), "listen");
  const auto begun = std::chrono::steady_clock::now();
  const auto connection = required(
      os::connect_tcp("127.0.0.1", os::local_port(listener->get()), Deadline::never()), "connect");
  const std::jthread sender{[&] { send_file(from.get(), listener->get()); }};
  if (receive_all(connection->get()) != std::filesystem::file_size(file))
    throw std::system_error(EIO, std::generic_category(), file.string());
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun)
      .count();
}

}  // namespace orbweaver::deploy_bench
