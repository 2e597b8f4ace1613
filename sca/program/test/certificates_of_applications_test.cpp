// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/certificates_of_applications.hpp>
#include <orbweaver/security/application_certificate.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <new>

#include "scratch_folder.hpp"

namespace orbweaver::program {
namespace {

constexpr std::chrono::hours kDay{24};
constexpr os::WallTime kNow{std::chrono::sys_days{std::chrono::year{2026} / 11 / 30}};

// In the place of the room tls.
Result<security::ApplicationCertificate, std::string> sign(
    const security::ApplicationRequest& request) {
  static int number = 0;
  if (request.issuer_key == "too large") throw std::bad_alloc{};
  if (request.issuer_key == "broken") return unexpected{std::string{"a broken key"}};
  return security::ApplicationCertificate{
      request.application + " " + std::to_string(++number) + " of " + request.node_certificate +
          " by " + request.issuer_certificate + " with " + request.issuer_key,
      request.now + 30 * kDay, "radio"};
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in{path};
  return {std::istreambuf_iterator<char>{in}, {}};
}

class TheCertificates : public testing::Test {
 protected:
  TheCertificates() {
    security::set_maker_of_application_certificates(sign);
    scratch.write("keys/n1.pem", "n1");
    scratch.write("keys/n1.issuer.pem", "issuer");
    scratch.write("keys/n1.issuer.key", "key");
    std::filesystem::create_directory(folder);
  }
  std::string file_of(const std::string& application, os::WallTime now = kNow) {
    const auto file = certificates.file_of(application, now);
    EXPECT_TRUE(file) << file.error();
    return file ? file->value_or("none") : "";
  }
  std::string why_not(const std::string& application) {
    const auto file = certificates.file_of(application, kNow);
    return file ? "it is there" : file.error();
  }
  std::string file_of_running(const std::string& application) {
    certificates.started(application, "its component", 1);
    return file_of(application);
  }
  void remove(const char* name) { std::filesystem::remove(scratch.path() / "keys" / name); }
  [[nodiscard]] auto count_of_files() const {
    return std::distance(std::filesystem::directory_iterator{folder}, {});
  }

  ScratchFolder scratch;
  const std::filesystem::path folder = scratch.path() / "certificates";
  CertificatesOfApplications certificates{scratch.path() / "keys/n1.pem", folder};
};

TEST_F(TheCertificates, are_in_a_file_that_only_its_owner_reads) {
  const auto file = file_of("fm");
  EXPECT_EQ(file, folder / "1.pem");
  EXPECT_TRUE(text_of(file).starts_with("fm ")) << text_of(file);
  EXPECT_TRUE(text_of(file).ends_with(" of n1 by issuer with key")) << text_of(file);
  struct stat found {};
  ASSERT_EQ(::stat(file.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

TEST_F(TheCertificates, are_one_for_each_application) {
  const auto fm = file_of("fm");
  const auto text = text_of(fm);
  EXPECT_NE(file_of("am"), fm);
  EXPECT_EQ(file_of("fm"), fm);
  EXPECT_EQ(text_of(fm), text) << "its other components read it already";
}

TEST_F(TheCertificates, are_none_where_the_node_has_no_issuer) {
  remove("n1.issuer.pem");
  remove("n1.issuer.key");
  EXPECT_EQ(file_of("fm"), "none");
  EXPECT_EQ(count_of_files(), 0);
}

TEST_F(TheCertificates, are_refused_where_a_part_of_the_issuer_is_missing) {
  remove("n1.issuer.key");
  EXPECT_NE(why_not("fm").find("n1.issuer.key cannot be read"), std::string::npos) << why_not("fm");
  scratch.write("keys/n1.issuer.key", "key");
  remove("n1.issuer.pem");
  EXPECT_NE(why_not("fm").find("n1.issuer.pem cannot be read"), std::string::npos) << why_not("fm");
}

TEST_F(TheCertificates, are_refused_where_an_issuer_cannot_be_looked_at) {
  std::filesystem::create_symlink("loop", scratch.path() / "loop");
  CertificatesOfApplications looping{scratch.path() / "loop/n1.pem", folder};
  const auto file = looping.file_of("fm", kNow);
  ASSERT_FALSE(file) << "components would show the certificate of the node";
  EXPECT_NE(file.error().find("loop/n1.pem cannot be read"), std::string::npos) << file.error();
}

TEST_F(TheCertificates, are_refused_where_an_issuer_was_and_is_gone) {
  (void)file_of("fm");
  remove("n1.issuer.pem");
  remove("n1.issuer.key");
  EXPECT_NE(why_not("fm").find("n1.issuer.pem cannot be read"), std::string::npos) << why_not("fm");
}

TEST_F(TheCertificates, are_refused_where_none_can_be_signed_or_written) {
  scratch.write("keys/n1.issuer.key", "broken");
  EXPECT_EQ(why_not("fm"), "a broken key");
  scratch.write("keys/n1.issuer.key", "key");
  std::filesystem::remove_all(folder);
  EXPECT_NE(why_not("fm").find("1.pem: a certificate cannot be written"), std::string::npos)
      << why_not("fm");
}

TEST_F(TheCertificates, are_made_anew_when_half_of_their_time_is_over) {
  const auto file = file_of_running("fm");
  const auto first = text_of(file);
  certificates.renew(kNow + 14 * kDay);
  EXPECT_EQ(text_of(file), first);
  certificates.renew(kNow + 15 * kDay);
  const auto second = text_of(file);
  EXPECT_NE(second, first);
  certificates.renew(kNow + 29 * kDay);
  EXPECT_EQ(text_of(file), second);
}

TEST_F(TheCertificates, are_made_anew_for_what_does_not_run_when_it_starts_again) {
  const auto file = file_of("fm");
  const auto first = text_of(file);
  certificates.renew(kNow + 15 * kDay);
  EXPECT_EQ(text_of(file), first);
  EXPECT_EQ(file_of("fm", kNow + 15 * kDay), file);
  EXPECT_NE(text_of(file), first);
}

TEST_F(TheCertificates, are_made_anew_when_the_clock_is_set) {
  const auto file = file_of_running("fm");
  const auto first = text_of(file);
  certificates.renew(kNow - kDay);
  const auto second = text_of(file);
  EXPECT_NE(second, first);
  certificates.renew(kNow + 20'000 * kDay);
  EXPECT_NE(text_of(file), second);
}

TEST_F(TheCertificates, are_made_anew_when_the_issuer_or_the_node_is_another) {
  const auto file = file_of_running("fm");
  scratch.write("keys/n1.issuer.pem", "other");
  certificates.renew(kNow);
  EXPECT_TRUE(text_of(file).ends_with(" of n1 by other with key")) << text_of(file);
  scratch.write("keys/n1.pem", "with another host");
  certificates.renew(kNow);
  EXPECT_TRUE(text_of(file).ends_with(" of with another host by other with key"));
}

TEST_F(TheCertificates, stay_when_they_cannot_be_made_anew) {
  const auto file = file_of_running("fm");
  const auto first = text_of(file);
  scratch.write("keys/n1.issuer.key", "broken");
  certificates.renew(kNow + 20 * kDay);
  EXPECT_EQ(text_of(file), first);
  remove("n1.issuer.key");
  certificates.renew(kNow + 20 * kDay);
  EXPECT_EQ(text_of(file), first);
  scratch.write("keys/n1.issuer.key", "key");
  certificates.renew(kNow + 20 * kDay);
  EXPECT_NE(text_of(file), first);
}

TEST_F(TheCertificates, stay_when_memory_is_out) {
  const auto file = file_of_running("fm");
  const auto first = text_of(file);
  scratch.write("keys/n1.issuer.key", "too large");
  certificates.renew(kNow);
  EXPECT_EQ(text_of(file), first);
  scratch.write("keys/n1.issuer.key", "key");
  certificates.renew(kNow);
  EXPECT_NE(text_of(file), first);
}

TEST_F(TheCertificates, that_cannot_be_made_are_forgotten_like_others) {
  const auto first = file_of("fm");
  scratch.write("keys/n1.issuer.key", "broken");
  for (std::size_t i = 0; i < CertificatesOfApplications::kMostWithoutComponents; ++i)
    EXPECT_EQ(why_not(std::to_string(i)), "a broken key");
  EXPECT_FALSE(std::filesystem::exists(first));
}

TEST_F(TheCertificates, say_the_trust_domain_of_the_node) {
  EXPECT_EQ(certificates.trust_domain(), "");
  (void)file_of("fm");
  EXPECT_EQ(certificates.trust_domain(), "radio");
}

TEST_F(TheCertificates, are_forgotten_without_components_when_there_are_many) {
  constexpr int kMost = CertificatesOfApplications::kMostWithoutComponents;
  const auto first = file_of("runs");
  certificates.ended("early", 2);
  certificates.started("over", "early", 2);
  certificates.started("runs", "c", 1);
  for (int i = 0; i < kMost; ++i) (void)file_of("over " + std::to_string(i));
  EXPECT_EQ(count_of_files(), kMost + 1);
  (void)file_of("one more");
  EXPECT_EQ(count_of_files(), kMost + 1);
  EXPECT_TRUE(std::filesystem::exists(first));
  certificates.ended("c", 1);
  (void)file_of("another");
  EXPECT_FALSE(std::filesystem::exists(first));
}

}  // namespace
}  // namespace orbweaver::program
