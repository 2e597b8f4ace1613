// SPDX-License-Identifier: Apache-2.0
// An authority with the certificates that a test wants, in files.
#pragma once
#include <orbweaver/os/random.hpp>
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/security/tls_settings.hpp>
#include <orbweaver/tls/certificate_maker.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

namespace orbweaver::tls {

/// Of a server at 127.0.0.1 and localhost, and of a client: valid for two days, since yesterday.
inline CertificateRequest usual_request(std::string common_name) {
  constexpr std::chrono::hours kDay{24};
  CertificateRequest request;
  request.common_name = std::move(common_name);
  request.names = {"dns:localhost", "ip:127.0.0.1"};
  request.begins = os::wall_clock_now() - kDay;
  request.ends = os::wall_clock_now() + kDay;
  return request;
}

class CertificatesOfATest {
 public:
  CertificatesOfATest()
      : folder_(testing::TempDir() + "certificates-" + std::to_string(os::random_number())) {
    std::filesystem::create_directories(folder_);
    auto made = make_authority(usual_request("trial authority"));
    EXPECT_TRUE(made) << made.error();
    authority_ = *std::move(made);
    authority_file_ = write("authority.pem", authority_.certificate);
  }

  [[nodiscard]] const KeyPair& authority() const noexcept { return authority_; }
  [[nodiscard]] const std::string& authority_file() const noexcept { return authority_file_; }

  [[nodiscard]] KeyPair sign(const CertificateRequest& request) const {
    auto made = make_certificate(request, authority_);
    EXPECT_TRUE(made) << made.error();
    return made.value_or(KeyPair{});
  }
  /// Settings with this pair, and with this authority as the trusted one.
  [[nodiscard]] security::TlsSettings with(const KeyPair& pair) const {
    const auto name = std::to_string(count_++);
    security::TlsSettings settings;
    settings.certificate = write(name + ".pem", pair.certificate);
    settings.key = write(name + ".key", pair.key);
    settings.authorities = authority_file_;
    return settings;
  }
  [[nodiscard]] security::TlsSettings with(const CertificateRequest& request) const {
    return with(sign(request));
  }

  /// Takes the place of the file of that name, at once. Returns the path.
  std::string write(const std::string& name, const std::string& text) const {
    const auto path = folder_ + "/" + name;
    std::ofstream{path + ".new"} << text;
    std::filesystem::rename(path + ".new", path);
    return path;
  }

 private:
  std::string folder_;
  KeyPair authority_;
  std::string authority_file_;
  mutable unsigned count_ = 0;
};

}  // namespace orbweaver::tls
