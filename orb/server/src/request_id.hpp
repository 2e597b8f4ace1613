// What is needed to answer a request after its bytes have gone.
#pragma once
#include <orbweaver/giop/request.hpp>

#include <cstdint>

namespace orbweaver::server {

struct RequestId {
  std::uint32_t id;
  giop::ResponseFlags response;
  giop::Version version;
  RequestId(const giop::RequestHeader& header) noexcept
      : id(header.request_id), response(header.response), version(header.version) {}
};

}  // namespace orbweaver::server
