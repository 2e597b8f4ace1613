// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/loadable_device.hpp>

#include <orbweaver/files/error_number.hpp>

#include <cerrno>
#include <utility>
#include <vector>

#include "cf_source.hpp"

namespace orbweaver::device {

namespace {

using Kind = CF::LoadableDevice::LoadType;

LoadKind kind_of(Kind kind) {
  if (kind == Kind::EXECUTABLE) return LoadKind::executable;
  if (kind == Kind::SHARED_LIBRARY) return LoadKind::shared_library;
  throw CF::LoadableDevice::InvalidLoadKind();
}

[[noreturn]] void report(const LoadError& error) {
  const auto number = files::error_number_of(error.code);
  if (error.code == ENOENT || error.code == ENOTDIR)
    throw CF::InvalidFileName(number, error.message);
  throw CF::LoadableDevice::LoadFail(number, error.message);
}

}  // namespace

LoadableDevice::LoadableDevice(files::Adapter adapter, DeviceDescription description,
                               DeviceState::OnChange on_change, std::unique_ptr<LoadCache> cache)
    : Device(std::move(adapter), std::move(description), std::move(on_change)),
      cache_(std::move(cache)) {}

void LoadableDevice::load(IDL::traits<CF::FileSystem>::ref_type fs, const std::string& fileName,
                          Kind loadKind) {
  const auto kind = kind_of(loadKind);
  const auto name = files::name_of(fileName);
  const auto taking = begin_taking();
  if (!fs) report({EINVAL, fileName + ": the file system is a nil reference"});
  if (const auto used = state().begin_use(); !used) refuse(used.error());
  CfSource source{std::move(fs)};
  const auto loaded = cache_->load(source, name, kind);
  if (loaded) return;
  state().end_use();
  report(loaded.error());
}

void LoadableDevice::unload(const std::string& fileName) {
  const auto name = files::name_of(fileName);
  if (const auto allowed = state().check_may_release(); !allowed) refuse(allowed.error());
  if (!cache_->unload(name))
    throw CF::InvalidFileName(CF::ErrorNumberType::CF_ENOENT, fileName + ": it is not loaded");
  state().end_use();
}

void LoadableDevice::keep_only(const Kept& kept) {
  std::vector<files::FileName> names;
  for (const auto& file : kept.files) names.push_back(files::name_of(file));
  for (auto left = cache_->keep_only(names); left > 0; --left) state().end_use();
  Device::keep_only(kept);
}

}  // namespace orbweaver::device
