// SPDX-License-Identifier: Apache-2.0
// The servants of the standard data interfaces. They hand on views of packets, in the memory where
// these arrived.
#pragma once
#include <orbweaver/corba/servant.hpp>
#include <orbweaver/generated/sca/PacketFlowControl_poa.hpp>
#include <orbweaver/generated/sca/Packet_poa.hpp>
#include <orbweaver/generated/sca/standardInterfaces_poa.hpp>
#include <orbweaver/ports/provides_port_servant.hpp>

#include <memory>
#include <utility>

namespace orbweaver::ports {

template <class Interface>
using DataSkeleton = typename CORBA::servant_traits<Interface>::views_type;
template <class Interface>
using SampleOf = typename DataInterface<Interface>::Sample;

template <class Interface>
class RealServant final : public DataSkeleton<Interface>, public ProvidesPortServant<Interface> {
 public:
  using ProvidesPortServant<Interface>::ProvidesPortServant;
  void pushPacket(View<SampleOf<Interface>> I) override {
    this->accept({std::move(I), metadata_of_request()}, stamp_of_request());
  }
};

template <class Interface>
class PairServant final : public DataSkeleton<Interface>, public ProvidesPortServant<Interface> {
 public:
  using ProvidesPortServant<Interface>::ProvidesPortServant;
  void pushPacket(View<SampleOf<Interface>> I, View<SampleOf<Interface>> Q) override {
    this->accept({std::move(I), std::move(Q), metadata_of_request()}, stamp_of_request());
  }
};

/// The operations of Packet::PayloadStatus, which the interfaces of module Packet inherit.
template <class Interface>
class PayloadServant : public DataSkeleton<Interface>, public ProvidesPortServant<Interface> {
 public:
  using ProvidesPortServant<Interface>::ProvidesPortServant;
  std::uint32_t getMaxPayloadSize() override { return this->limits().most; }
  std::uint32_t getMinPayloadSize() override { return this->limits().least; }
  std::uint32_t getDesiredPayloadSize() override { return this->limits().desired; }
  std::uint32_t getMinOverrideTimeout() override { return this->limits().override_timeout; }
};

template <class Interface>
class StreamServant final : public PayloadServant<Interface> {
 public:
  using PayloadServant<Interface>::PayloadServant;
  void pushPacket(const ::Packet::StreamControlType& control,
                  View<SampleOf<Interface>> payload) override {
    this->accept({from_idl(control), std::move(payload), metadata_of_request()},
                 stamp_of_request());
  }
};

template <class Interface>
class FlowStreamServant final : public PayloadServant<Interface> {
 public:
  using PayloadServant<Interface>::PayloadServant;
  bool pushPacket(const ::Packet::StreamControlType& control,
                  View<SampleOf<Interface>> payload) override {
    return this->accept({from_idl(control), std::move(payload), metadata_of_request()},
                        stamp_of_request());
  }
};

template <class Interface, Family family = DataInterface<Interface>::family,
          bool has_result = DataInterface<Interface>::has_result>
struct ServantFor;
template <class Interface>
struct ServantFor<Interface, Family::real, false> {
  using type = RealServant<Interface>;
};
template <class Interface>
struct ServantFor<Interface, Family::pair, false> {
  using type = PairServant<Interface>;
};
template <class Interface>
struct ServantFor<Interface, Family::stream, false> {
  using type = StreamServant<Interface>;
};
template <class Interface>
struct ServantFor<Interface, Family::stream, true> {
  using type = FlowStreamServant<Interface>;
};
template <class Interface>
using DataServant = typename ServantFor<Interface>::type;

}  // namespace orbweaver::ports
