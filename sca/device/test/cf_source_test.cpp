// SPDX-License-Identifier: Apache-2.0
// Files of a domain that was started again at the address of the one before it.
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/files/error_number.hpp>
#include <orbweaver/generated/sca/CF/FileSystem_poa.hpp>

#include <gtest/gtest.h>

#include "cf/cf_source.hpp"

namespace orbweaver::device {
namespace {

/// Its first calls break off, as on a connection to a process that was killed.
class BreakingFiles final : public CORBA::servant_traits<CF::FileSystem>::base_type {
 public:
  CF::FileSystem::FileInformationSequence list(const std::string&) override {
    if (breaks-- > 0) throw CORBA::COMM_FAILURE(0, CORBA::COMPLETED_MAYBE);
    CF::FileSystem::FileInformationType file;
    file.name("rx");
    file.kind(CF::FileSystem::FileType::PLAIN);
    return {file};
  }
  void remove(const std::string&) override {}
  void copy(const std::string&, const std::string&) override {}
  bool exists(const std::string&) override { return true; }
  CORBA::object_reference<CF::File> create(const std::string&) override { return nullptr; }
  CORBA::object_reference<CF::File> open(const std::string&, bool) override { return nullptr; }
  void mkdir(const std::string&) override {}
  void rmdir(const std::string&) override {}
  void query(CF::Properties&) override {}

  int breaks = 0;
};

TEST(CfSource, asks_once_more_if_a_connection_is_one_to_a_process_that_was_killed) {
  const auto orb = CORBA::ORB_init();
  const auto adapter = files::adapter_of(*orb, "files");
  const auto servant = CORBA::make_reference<BreakingFiles>();
  CfSource source{IDL::traits<CF::FileSystem>::narrow(adapter->servant_to_reference(servant))};
  servant->breaks = 1;
  const auto found = source.look_at(files::name_of("/rx"));
  EXPECT_TRUE(found) << found.error().message;
  servant->breaks = 2;
  EXPECT_FALSE(source.look_at(files::name_of("/rx"))) << "twice is enough";
  orb->destroy();
}

}  // namespace
}  // namespace orbweaver::device
