// SPDX-License-Identifier: Apache-2.0
// Enumerators travel as numbers: the numbers of SCA 2.2.2, in module CF and StandardEvent.
#include <orbweaver/generated/sca/CF.hpp>
#include <orbweaver/generated/sca/StandardEvent.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using testing::ElementsAre;

/// The enumerators' names, in the order of their numbers.
std::vector<std::string> enumerators(const CORBA::typecode_reference& type) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < type->member_count(); ++i) names.push_back(type->member_name(i));
  return names;
}

template <class Enum>
std::uint32_t number(Enum enumerator) {
  return static_cast<std::uint32_t>(enumerator);
}

TEST(ErrorNumbers, are_those_of_sca_2_2_2_in_their_order) {
  EXPECT_THAT(
      enumerators(CF::_tc_ErrorNumberType),
      ElementsAre("CF_NOTSET", "CF_E2BIG", "CF_EACCES", "CF_EAGAIN", "CF_EBADF", "CF_EBADMSG",
                  "CF_EBUSY", "CF_ECANCELED", "CF_ECHILD", "CF_EDEADLK", "CF_EDOM", "CF_EEXIST",
                  "CF_EFAULT", "CF_EFBIG", "CF_EINPROGRESS", "CF_EINTR", "CF_EINVAL", "CF_EIO",
                  "CF_EISDIR", "CF_EMFILE", "CF_EMLINK", "CF_EMSGSIZE", "CF_ENAMETOOLONG",
                  "CF_ENFILE", "CF_ENODEV", "CF_ENOENT", "CF_ENOEXEC", "CF_ENOLCK", "CF_ENOMEM",
                  "CF_ENOSPC", "CF_ENOSYS", "CF_ENOTDIR", "CF_ENOTEMPTY", "CF_ENOTSUP", "CF_ENOTTY",
                  "CF_ENXIO", "CF_EPERM", "CF_EPIPE", "CF_ERANGE", "CF_EROFS", "CF_ESPIPE",
                  "CF_ESRCH", "CF_ETIMEDOUT", "CF_EXDEV"));
}

TEST(ErrorNumbers, are_what_the_generated_code_sends) {
  EXPECT_EQ(number(CF::ErrorNumberType::CF_NOTSET), 0U);
  EXPECT_EQ(number(CF::ErrorNumberType::CF_EINVAL), 16U);
  EXPECT_EQ(number(CF::ErrorNumberType::CF_ENOENT), 25U);
  EXPECT_EQ(number(CF::ErrorNumberType::CF_EXDEV), 43U);
}

TEST(States, of_a_device_are_numbered_as_in_sca_2_2_2) {
  EXPECT_THAT(enumerators(CF::Device::_tc_AdminType),
              ElementsAre("LOCKED", "SHUTTING_DOWN", "UNLOCKED"));
  EXPECT_THAT(enumerators(CF::Device::_tc_OperationalType), ElementsAre("ENABLED", "DISABLED"));
  EXPECT_THAT(enumerators(CF::Device::_tc_UsageType), ElementsAre("IDLE", "ACTIVE", "BUSY"));
}

TEST(Kinds, of_what_is_loaded_and_of_files_are_numbered_as_in_sca_2_2_2) {
  EXPECT_THAT(enumerators(CF::LoadableDevice::_tc_LoadType),
              ElementsAre("KERNEL_MODULE", "DRIVER", "SHARED_LIBRARY", "EXECUTABLE"));
  EXPECT_THAT(enumerators(CF::FileSystem::_tc_FileType),
              ElementsAre("PLAIN", "DIRECTORY", "FILE_SYSTEM"));
}

TEST(Events, have_the_enumerators_of_sca_2_2_2_and_not_redhawks) {
  EXPECT_THAT(
      enumerators(StandardEvent::_tc_SourceCategoryType),
      ElementsAre("DEVICE_MANAGER", "DEVICE", "APPLICATION_FACTORY", "APPLICATION", "SERVICE"));
  EXPECT_THAT(
      enumerators(StandardEvent::_tc_StateChangeCategoryType),
      ElementsAre("ADMINISTRATIVE_STATE_EVENT", "OPERATIONAL_STATE_EVENT", "USAGE_STATE_EVENT"));
  EXPECT_THAT(enumerators(StandardEvent::_tc_StateChangeType),
              ElementsAre("LOCKED", "UNLOCKED", "SHUTTING_DOWN", "ENABLED", "DISABLED", "IDLE",
                          "ACTIVE", "BUSY"));
}

}  // namespace
