// SPDX-License-Identifier: Apache-2.0
// The base class of components: a class without CORBA, which takes packets from its
// provides ports and makes packets for its uses ports.
//
//   using IqIn = component::In<"iq_in", standardInterfaces::complexShort>;
//   using MagnitudesOut = component::Out<"magnitudes_out", Packet::UshortStream>;
//
//   class Magnitude final : public component::StreamComponent<IqIn, MagnitudesOut> {
//    public:
//     Magnitude() : StreamComponent({}, component::State::none) {}
//
//    private:
//     void process(const Input& in, Output& out) override {
//       auto& magnitudes = out.packet();
//       magnitudes.resize(in.I().size());
//       ...
//     }
//   };
//   ORBWEAVER_COMPONENT(Magnitude)   // program.hpp: its program, and its shared library
//
//   source            no In: bool produce(Output& out) makes the next packets; false at the end
//   stage, sink       one In: process(const Input& in, Output& out)
//   several In        process(const component::Input<IqIn>& in, Output& out), one for each
//   several Out       out.port<MagnitudesOut>().packet()
//   settings          component::Settings<S> among the ports: settings(), on_settings(changed)
//   control           component::Serves<"control", I>: the class has the operations of I;
//                     component::Calls<"agc", I>: if (auto agc = call<Agc>()) agc->...
//                     (control.hpp)
//   connections       component::Connections<"out: full=drop_oldest depth=8">
//                     (docs/reference/component.md)
//   all               finish(Output& out) at the end of the stream: what is left; initialize(),
//                     on_start(), on_stop(), figures(), print(), fail()
//
// The end of a stream travels by itself: when it has come on every input, and all packets are
// through, finish() runs, the end goes on through every uses port, and the component prints its
// `result` line and, last, {"event":"end_of_stream"}.
//
// How packets travel is not the class's business: properties choose it
// (docs/reference/component.md).
#pragma once
#include <orbweaver/component/input.hpp>
#include <orbweaver/component/output.hpp>
#include <orbweaver/component/settings.hpp>
#include <orbweaver/component/stream_base.hpp>

namespace orbweaver::component {

/// Threads: process(), produce() and finish() run one at a time; process() of a component that
/// keeps no state (State::none) on several threads at once. Packets of one connection come in
/// order, but for the modes `oneway` and `oneway-worker`. An exception of a step fails the
/// component (fail()).
template <class... Parts>
class StreamComponent;

}  // namespace orbweaver::component

#include <orbweaver/component/stream_component_impl.hpp>
