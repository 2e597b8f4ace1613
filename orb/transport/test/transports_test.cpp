// SPDX-License-Identifier: Apache-2.0
// The transports of this room, to which the contract is applied.
#include "transports_test.hpp"

namespace orbweaver::transport::conformance {

namespace {

Address unused_tcp() { return TcpAddress{"127.0.0.1", 0}; }
Address unused_unix_name() { return UnixAddress{"@" + unused_name()}; }
Address unused_unix_file() { return UnixAddress{testing::TempDir() + unused_name()}; }
Address unused_shm() { return ShmAddress{"@" + unused_name()}; }

constexpr unsigned kDescriptorsOfShm = 4;
constexpr TransportUnderTest kTransports[] = {
    {"tcp", unused_tcp},
    {"unix_abstract", unused_unix_name},
    {"unix_file", unused_unix_file},
    {"shm", unused_shm, kDescriptorsOfShm},
    {"tcp_frugal", unused_tcp, 1, kFrugal},
    {"shm_frugal", unused_shm, kDescriptorsOfShm, kFrugal},
};

}  // namespace

std::span<const TransportUnderTest> transports() { return kTransports; }
std::span<const TransportUnderTest> plain_stream_transports() { return transports().first<3>(); }
TransportUnderTest shm() { return kTransports[3]; }
TransportUnderTest shm_frugal() { return kTransports[5]; }

}  // namespace orbweaver::transport::conformance
