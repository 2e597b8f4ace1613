// SPDX-License-Identifier: Apache-2.0
// An authority with the certificates that a test wants, in files.
#pragma once
#include <orbweaver/os/random.hpp>
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/security/tls_settings.hpp>
#include <orbweaver/tls/certificate_maker.hpp>

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
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

/// The key, encrypted as PKCS 8 with that passphrase.
inline std::string encrypted(const std::string& key, const std::string& passphrase) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> in{
      BIO_new_mem_buf(key.data(), static_cast<int>(key.size())), &BIO_free};
  const std::unique_ptr<BIO, decltype(&BIO_free)> out{BIO_new(BIO_s_mem()), &BIO_free};
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> plain{
      PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr), &EVP_PKEY_free};
  EXPECT_EQ(
      PEM_write_bio_PKCS8PrivateKey(out.get(), plain.get(), EVP_aes_128_cbc(), passphrase.data(),
                                    static_cast<int>(passphrase.size()), nullptr, nullptr),
      1);
  char* text = nullptr;
  const auto size = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

/// Puts the text into the place of the file, at once, and with another time of change.
inline void replace(const std::string& path, const std::string& text) {
  const auto before = std::filesystem::last_write_time(path);
  std::ofstream{path + ".new"} << text;
  std::filesystem::last_write_time(path + ".new", before + std::chrono::seconds(1));
  std::filesystem::rename(path + ".new", path);
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
