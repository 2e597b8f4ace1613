// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/call_mark.hpp>

#include <orbweaver/corba/exception.hpp>
#include <orbweaver/os/random.hpp>

#include <system_error>

namespace orbweaver::corba {

namespace {

giop::CallChain chain_of_this_request() noexcept {
  const auto* const frame = wire::ServantFrame::innermost();
  return frame == nullptr || frame->chain().empty() ? giop::CallChain{}
                                                    : giop::CallChain::read(frame->chain());
}

}  // namespace

CallMark::CallMark() try { os::fill_with_random(token_); } catch (const std::system_error& error) {
  throw CORBA::NO_RESOURCES(0, CORBA::CompletionStatus::COMPLETED_NO,
                            std::string{"the system gives no random octets: "} + error.what());
}

bool CallMark::is_on_this_request() const noexcept { return chain_of_this_request().holds(token_); }

giop::CallChain CallMark::Scope::chain_with(const CallMark& mark) noexcept {
  auto chain = chain_of_this_request();
  chain.add(mark.token_);
  return chain;
}

}  // namespace orbweaver::corba
