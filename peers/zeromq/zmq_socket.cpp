// SPDX-License-Identifier: Apache-2.0
#include "zmq_socket.hpp"

#include <stdexcept>

namespace peer {
namespace {

int checked(int status, const std::string& what) {
  if (status < 0) throw std::runtime_error(what + ": " + zmq_strerror(zmq_errno()));
  return status;
}

}  // namespace

ZmqSocket::ZmqSocket(const ZmqContext& context, int kind)
    : socket_(zmq_socket(context.get(), kind)) {
  if (socket_ == nullptr) checked(-1, "zmq_socket");
  const int none = 0;  // what was not sent when the program ends is let go
  checked(zmq_setsockopt(socket_, ZMQ_LINGER, &none, sizeof none), "ZMQ_LINGER");
}

std::string ZmqSocket::bind(const std::string& address) {
  checked(zmq_bind(socket_, address.c_str()), "cannot listen on " + address);
  char chosen[512];
  std::size_t size = sizeof chosen;
  checked(zmq_getsockopt(socket_, ZMQ_LAST_ENDPOINT, chosen, &size), "ZMQ_LAST_ENDPOINT");
  return chosen;
}

void ZmqSocket::connect(const std::string& address) {
  checked(zmq_connect(socket_, address.c_str()), "cannot connect to " + address);
}

void ZmqSocket::limit(int timeout_ms) {
  checked(zmq_setsockopt(socket_, ZMQ_SNDTIMEO, &timeout_ms, sizeof timeout_ms), "ZMQ_SNDTIMEO");
  checked(zmq_setsockopt(socket_, ZMQ_RCVTIMEO, &timeout_ms, sizeof timeout_ms), "ZMQ_RCVTIMEO");
}

void ZmqSocket::send(const void* bytes, std::size_t size) {
  while (zmq_send(socket_, bytes, size, 0) < 0)
    if (zmq_errno() != EINTR) checked(-1, "zmq_send");
}

std::size_t ZmqSocket::receive(void* space, std::size_t size) {
  while (true) {
    const int got = zmq_recv(socket_, space, size, 0);
    if (got < 0 && zmq_errno() == EINTR) continue;
    return static_cast<std::size_t>(checked(got, "zmq_recv"));
  }
}

std::vector<char> ZmqSocket::receive_all() {
  zmq_msg_t message;
  zmq_msg_init(&message);  // it cannot fail
  int got = -1;
  while ((got = zmq_msg_recv(&message, socket_, 0)) < 0 && zmq_errno() == EINTR) {
  }
  const auto* const bytes = static_cast<const char*>(zmq_msg_data(&message));
  std::vector<char> all(bytes, bytes + (got < 0 ? 0 : got));
  zmq_msg_close(&message);
  checked(got, "zmq_msg_recv");
  return all;
}

}  // namespace peer
