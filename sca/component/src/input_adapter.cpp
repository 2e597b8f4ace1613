// SPDX-License-Identifier: Apache-2.0
#include "input_adapter.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/atomic.hpp>

#include <string>

namespace orbweaver::component {

namespace {

constexpr std::uint32_t kThreadsAtFirst = 1, kMoreThreads = 7;  // the defaults of an ORB

/// Components of one process share its root adapter.
std::string next_name() {
  static os::Atomic<std::uint64_t> count{0};
  return "orbweaver.inputs." + std::to_string(++count);
}

}  // namespace

InputAdapter::InputAdapter(CORBA::ORB& orb, const Adapter& parent)
    : rt_(IDL::traits<RTCORBA::RTORB>::narrow(orb.resolve_initial_references("RTORB"))),
      pool_(rt_->create_threadpool(0, kThreadsAtFirst, kMoreThreads, 0, true, 0, 0)),
      adapter_(parent->create_POA(next_name(), parent->the_POAManager(),
                                  {rt_->create_threadpool_policy(pool_)})) {}

InputAdapter::~InputAdapter() {
  try {
    adapter_->destroy(false, false);
    rt_->destroy_threadpool(pool_);
  } catch (const CORBA::OBJECT_NOT_EXIST&) {  // the ORB has ended before
  } catch (const std::exception& failure) {
    log().warn("the threads of a component's inputs could not be given back: {}", failure.what());
  }
}

}  // namespace orbweaver::component
