// SPDX-License-Identifier: Apache-2.0
#include "unsent_records.hpp"

#include <new>
#include <span>

namespace orbweaver::tls {

bool UnsentRecords::add(Bytes record) noexcept try {
  if (!is_empty()) flush();
  const auto sent = is_empty() ? send(record) : 0;
  const auto rest = record.subspan(sent);
  if (rest.empty()) return true;
  if (is_empty()) {
    kept_.clear();
    begin_ = 0;
  }
  // What was sent cannot be taken back: only a record of which nothing was sent may be refused.
  if (sent == 0 && kept_.size() - begin_ + rest.size() > kMost) return false;
  kept_.insert(kept_.end(), rest.begin(), rest.end());
  return true;
} catch (const std::bad_alloc&) {
  failure_ = os::SystemError{ENOMEM};
  return false;
}

void UnsentRecords::flush() noexcept {
  if (is_empty()) return;
  begin_ += send(std::span{kept_}.subspan(begin_));
  if (!is_empty()) return;
  kept_ = {};
  begin_ = 0;
}

// How many bytes need no more care: all, after a failure.
std::size_t UnsentRecords::send(Bytes bytes) noexcept {
  std::size_t sent = 0;
  while (sent < bytes.size() && !failure_) {
    const auto rest = bytes.subspan(sent);
    const auto count = os::send_some(socket_, {&rest, 1}, 0, os::SocketWait::none);
    if (count)
      sent += *count;
    else if (os::is_would_block(count.error()))
      return sent;
    else if (!os::is_interrupted(count.error()))
      failure_ = count.error();
  }
  return bytes.size();
}

}  // namespace orbweaver::tls
