// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/security/application_certificate.hpp>

#include <orbweaver/os/loaded_part.hpp>

namespace orbweaver::security {

namespace {

// Made when it is first used: a library may be loaded before this file's statics are made.
os::LoadedPart<MakeApplicationCertificate>& maker() {
  static os::LoadedPart<MakeApplicationCertificate> the_maker{"liborbweaver_tls.so"};
  return the_maker;
}

}  // namespace

void set_maker_of_application_certificates(MakeApplicationCertificate make) noexcept {
  maker().provide(make);
}

Result<ApplicationCertificate, std::string> make_application_certificate(
    const ApplicationRequest& request) {
  const auto make = maker().find();
  if (!make) return unexpected{"TLS is not available: " + make.error()};
  return (*make)(request);
}

}  // namespace orbweaver::security
