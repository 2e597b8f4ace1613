// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/shared_object.hpp>
#include <orbweaver/transport/tls.hpp>

#include <mutex>

namespace orbweaver::transport {

namespace {

os::Atomic<MakeTlsSide>& maker() noexcept {
  static os::Atomic<MakeTlsSide> the_maker{nullptr};
  return the_maker;
}

// The library says itself what makes its side: set_tls() is called while it is loaded.
Result<MakeTlsSide, std::string> load_maker() {
  // acquire: pairs with the release in set_tls()
  if (auto* const there = maker().load(std::memory_order_acquire)) return there;
  if (const auto loaded = os::load_beside_this_library("liborbweaver_tls.so"); !loaded)
    return unexpected{"TLS is not available: " + loaded.error()};
  if (auto* const there = maker().load(std::memory_order_acquire)) return there;
  return unexpected{std::string{"liborbweaver_tls.so is of another version: install it again"}};
}

}  // namespace

void set_tls(MakeTlsSide make) noexcept { maker().store(make, std::memory_order_release); }

Result<TlsSide*, std::string> TlsAccess::side() {
  const std::lock_guard lock(mutex_);
  if (side_) return side_.get();
  const auto make = load_maker();
  if (!make) return unexpected{make.error()};
  auto made = (*make)(settings_);
  if (!made) return unexpected{std::move(made.error())};
  side_ = std::move(*made);
  return side_.get();
}

}  // namespace orbweaver::transport
