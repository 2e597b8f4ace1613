// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/loaded_part.hpp>
#include <orbweaver/transport/tls.hpp>

#include <mutex>

namespace orbweaver::transport {

namespace {

// Made when it is first used: a library may be loaded before this file's statics are made.
os::LoadedPart<MakeTlsSide>& maker() {
  static os::LoadedPart<MakeTlsSide> the_maker{"liborbweaver_tls.so"};
  return the_maker;
}

}  // namespace

void set_tls(MakeTlsSide make) noexcept { maker().provide(make); }

Result<TlsSide*, std::string> TlsAccess::side() {
  const std::lock_guard lock(mutex_);
  if (side_) return side_.get();
  const auto make = maker().find();
  if (!make) return unexpected{"TLS is not available: " + make.error()};
  auto made = (*make)(settings_);
  if (!made) return unexpected{std::move(made.error())};
  side_ = std::move(*made);
  return side_.get();
}

}  // namespace orbweaver::transport
