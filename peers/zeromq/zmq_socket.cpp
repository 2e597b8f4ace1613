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

}  // namespace peer
