// SPDX-License-Identifier: Apache-2.0
// CF::LoadableDevice as a servant: copies files to this machine if they changed, and counts loads.
// SCA 2.2.2, 3.1.3.3.2.
#pragma once
#include <orbweaver/device/device.hpp>
#include <orbweaver/device/load_cache.hpp>
#include <orbweaver/generated/sca/CF/LoadableDevice_poa.hpp>

#include <memory>
#include <string>

namespace orbweaver::device {

/// Threads: any; each load is a use of the device until its unload.
class LoadableDevice : public Device,
                       public virtual CORBA::servant_traits<CF::LoadableDevice>::base_type {
 public:
  LoadableDevice(files::Adapter adapter, DeviceDescription description,
                 DeviceState::OnChange on_change, std::unique_ptr<LoadCache> cache);

  /// Takes EXECUTABLE and SHARED_LIBRARY; other kinds raise InvalidLoadKind.
  void load(IDL::traits<CF::FileSystem>::ref_type fs, const std::string& fileName,
            CF::LoadableDevice::LoadType loadKind) override;
  void unload(const std::string& fileName) override;

 protected:
  void keep_only(const Kept& kept) override;
  [[nodiscard]] const LoadCache& cache() const noexcept { return *cache_; }

 private:
  std::unique_ptr<LoadCache> cache_;
};

}  // namespace orbweaver::device
