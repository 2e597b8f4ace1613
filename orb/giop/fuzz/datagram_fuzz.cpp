// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a datagram. What is taken for a request must be the same when it is
// written again.
#include <orbweaver/giop/datagram.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver;
  using namespace orbweaver::giop;
  const auto request = read_datagram({reinterpret_cast<const std::byte*>(data), size});
  if (!request) {
    require(!describe(request.error()).empty());
    return 0;
  }
  auto rest = request->arguments;
  const auto arguments = rest.get_bytes(rest.remaining());
  const auto stamp = encode(request->stamp);
  cdr::Encoder encoder;
  begin_request(encoder, request->header.request_id, ResponseFlags::none,
                request->header.object_key, request->header.operation,
                std::array{ServiceContext{kContextOrder, stamp}});
  if (!arguments.empty()) begin_body(encoder);
  encoder.put_bytes(arguments);
  finish_message(encoder);
  auto again = read_datagram(encoder.bytes());
  require(again && again->stamp == request->stamp);
  require(std::ranges::equal(again->header.object_key, request->header.object_key));
  require(again->header.operation == request->header.operation);
  require(std::ranges::equal(again->arguments.get_bytes(again->arguments.remaining()), arguments));
  return 0;
}
