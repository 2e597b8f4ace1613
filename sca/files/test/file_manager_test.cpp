// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/files/file_transfer.hpp>

#include <gtest/gtest.h>

#include "scratch_folder.hpp"
#include "served.hpp"

namespace orbweaver::files {
namespace {

class AFileManager : public Served {
 protected:
  ScratchFolder dom, usb;
  IDL::traits<CF::FileManager>::ref_type manager =
      reach<CF::FileManager>(serve_file_manager(server));
  FilesReference dom_files = serve(dom.path()), usb_files = serve(usb.path());
};

TEST_F(AFileManager, gives_each_name_to_the_file_system_with_the_longest_mount_point) {
  manager->mount("/", dom_files);
  manager->mount("/media/usb", usb_files);
  dom.write("a", "A");
  usb.write("b", "B");
  EXPECT_EQ(read_whole(*manager, "/a", 10), "A");
  EXPECT_EQ(read_whole(*manager, "/media/usb/b", 10), "B");
  EXPECT_TRUE(manager->exists("/media/usb"));
  EXPECT_TRUE(manager->exists("/media")) << "a folder that leads to a mount";
  EXPECT_FALSE(manager->exists("/media/b"));
  manager->create("/media/usb/c")->close();
  EXPECT_TRUE(fs::exists(usb.path() / "c"));
  manager->mkdir("/media/usb/d");
  manager->rmdir("/media/usb/d");
  manager->remove("/media/usb/c");
  EXPECT_FALSE(fs::exists(usb.path() / "c"));
}

TEST_F(AFileManager, copies_within_and_across_file_systems) {
  manager->mount("/dom", dom_files);
  manager->mount("/usb", usb_files);
  dom.write("a", "A");
  manager->copy("/dom/a", "/usb/b");
  EXPECT_EQ(usb.read("b"), "A");
  manager->copy("/usb/b", "/usb/c");
  EXPECT_EQ(usb.read("c"), "A");
  EXPECT_EQ(failure_of([&] { manager->copy("/usb/b", "/usb//b"); }),
            raised("InvalidFileName", Number::CF_EINVAL));
}

TEST_F(AFileManager, lists_across_mounts) {
  manager->mount("/", dom_files);
  manager->mount("/media/usb", usb_files);
  manager->mount("/dev", usb_files);
  dom.write("a", "");
  dom.write("dev/hidden", "");
  usb.write("b", "");
  EXPECT_EQ(names_of(*manager, "/*"), (Names{"a", "dev", "media"}));
  EXPECT_EQ(names_of(*manager, "/m*"), Names{"media"});
  EXPECT_EQ(names_of(*manager, "/media/"), Names{"usb"});
  EXPECT_EQ(names_of(*manager, "/media/usb/*"), Names{"b"});
  EXPECT_EQ(names_of(*manager, "/dev/*"), Names{"b"}) << "a mount hides what was there";
  std::vector<Kind> kinds;
  for (const auto& entry : manager->list("/")) kinds.push_back(entry.kind());
  EXPECT_EQ(kinds, (std::vector{Kind::PLAIN, Kind::FILE_SYSTEM, Kind::DIRECTORY}));
}

TEST_F(AFileManager, keeps_what_leads_to_a_mount) {
  manager->mount("/media/usb", usb_files);
  for (const auto* name : {"/", "/media", "/media/usb"}) {
    EXPECT_EQ(failure_of([&] { manager->remove(name); }),
              raised("FileException", Number::CF_EBUSY));
    EXPECT_EQ(failure_of([&] { manager->rmdir(name); }), raised("FileException", Number::CF_EBUSY));
    EXPECT_EQ(failure_of([&] { manager->mkdir(name); }),
              raised("FileException", Number::CF_EEXIST));
  }
}

TEST_F(AFileManager, without_a_mount_has_nothing) {
  EXPECT_EQ(failure_of([&] { (void)manager->open("/a", true); }),
            raised("FileException", Number::CF_ENOENT));
  EXPECT_EQ(failure_of([&] { (void)manager->list("/*"); }),
            raised("FileException", Number::CF_ENOENT));
  EXPECT_FALSE(manager->exists("/a"));
  EXPECT_EQ(failure_of([&] { (void)manager->open("../a", true); }),
            raised("InvalidFileName", Number::CF_EINVAL));
}

TEST_F(AFileManager, mounts_and_unmounts) {
  manager->mount("/usb", usb_files);
  EXPECT_THROW(manager->mount("/usb/", dom_files), CF::FileManager::MountPointAlreadyExists);
  EXPECT_THROW(manager->mount("/nil", nullptr), CF::FileManager::InvalidFileSystem);
  EXPECT_THROW(manager->mount("relative", dom_files), CF::InvalidFileName);
  ASSERT_EQ(manager->getMounts().size(), 1U);
  EXPECT_EQ(manager->getMounts()[0].mountPoint(), "/usb");
  EXPECT_TRUE(manager->getMounts()[0].fs()->_is_equivalent(usb_files));
  manager->unmount("/usb");
  EXPECT_THROW(manager->unmount("/usb"), CF::FileManager::NonExistentMount);
  EXPECT_THROW(manager->unmount(""), CF::FileManager::NonExistentMount);
  EXPECT_TRUE(manager->getMounts().empty());
}

TEST_F(AFileManager, adds_up_the_space_of_its_mounts) {
  manager->mount("/a", dom_files);
  CF::Properties one, two;
  manager->query(one);
  manager->mount("/b", usb_files);
  manager->query(two);
  std::uint64_t size_of_one = 0, size_of_two = 0;
  EXPECT_TRUE(one[0].value() >>= size_of_one);
  EXPECT_TRUE(two[0].value() >>= size_of_two);
  EXPECT_EQ(size_of_two, 2 * size_of_one) << "both are folders of one disk";
}

TEST_F(AFileManager, raises_the_exception_of_a_file_system_that_is_gone) {
  const auto gone = CORBA::ORB_init();
  const auto theirs = serve_file_system(gone, RootFolder::open(usb.path()).value());
  manager->mount("/usb", IDL::traits<CF::FileSystem>::narrow(
                             client->string_to_object(gone->object_to_string(theirs))));
  manager->mount("/dom", dom_files);
  gone->destroy();
  EXPECT_THROW((void)manager->open("/usb/a", true), CORBA::SystemException);
  EXPECT_EQ(names_of(*manager, "/"), (Names{"dom", "usb"}));
  EXPECT_FALSE(manager->exists("/dom/a")) << "the others go on";
}

}  // namespace
}  // namespace orbweaver::files
