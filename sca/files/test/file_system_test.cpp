// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/files/file_service.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "scratch_folder.hpp"
#include "served.hpp"

namespace orbweaver::files {
namespace {

class AFileSystem : public Served {
 protected:
  ScratchFolder scratch;
  FilesReference files = serve(scratch.path(), {.open_files = 3, .read_bytes = 1000});
};

TEST_F(AFileSystem, creates_writes_and_reads_files) {
  const auto file = files->create("/a.txt");
  EXPECT_EQ(file->fileName(), "/a.txt");
  file->write(octets("0123456789"));
  EXPECT_EQ(file->filePointer(), 10U);
  EXPECT_EQ(file->sizeOf(), 10U);
  file->setFilePointer(4);
  CF::OctetSequence data;
  file->read(data, 3);
  EXPECT_EQ(text(data), "456");
  file->read(data, 100);
  EXPECT_EQ(text(data), "789") << "less than was asked for only at the end";
  file->read(data, 100);
  EXPECT_EQ(text(data), "");
  file->close();
  EXPECT_EQ(scratch.read("a.txt"), "0123456789");
  EXPECT_THROW(file->close(), CORBA::OBJECT_NOT_EXIST);
}

TEST_F(AFileSystem, has_no_position_beyond_the_end_of_a_file) {
  scratch.write("a", "text");
  const auto file = files->open("/a", true);
  EXPECT_EQ(file->filePointer(), 0U);
  file->setFilePointer(4);
  EXPECT_THROW(file->setFilePointer(5), CF::File::InvalidFilePointer);
  EXPECT_EQ(file->filePointer(), 4U);
}

TEST_F(AFileSystem, writes_no_file_that_was_opened_to_read) {
  scratch.write("a", "text");
  const auto file = files->open("/a", true);
  EXPECT_EQ(failure_of([&] { file->write(octets("x")); }), raised("IOException", Number::CF_EBADF));
  EXPECT_EQ(file->filePointer(), 0U);
  const auto other = files->open("/a", false);
  other->write(octets("T"));
  EXPECT_EQ(scratch.read("a"), "Text");
}

TEST_F(AFileSystem, raises_what_the_standard_names) {
  scratch.write("folder/a", "");
  const auto call = [&](auto operation) { return failure_of([&] { operation(*files); }); };
  using Files = CF::FileSystem;
  EXPECT_EQ(call([](Files& f) { (void)f.open("/none", true); }),
            raised("FileException", Number::CF_ENOENT));
  EXPECT_EQ(call([](Files& f) { (void)f.open("/folder", true); }),
            raised("FileException", Number::CF_EISDIR));
  EXPECT_EQ(call([](Files& f) { (void)f.create("/folder/a"); }),
            raised("FileException", Number::CF_EEXIST));
  EXPECT_EQ(call([](Files& f) { f.remove("/folder"); }),
            raised("FileException", Number::CF_EISDIR));
  EXPECT_EQ(call([](Files& f) { f.mkdir("/folder"); }), raised("FileException", Number::CF_EEXIST));
  EXPECT_EQ(call([](Files& f) { f.rmdir("/folder"); }),
            raised("FileException", Number::CF_ENOTEMPTY));
  EXPECT_EQ(call([](Files& f) { (void)f.list("/none/*"); }),
            raised("FileException", Number::CF_ENOENT));
  EXPECT_EQ(call([](Files& f) { f.copy("/none", "/x"); }),
            raised("FileException", Number::CF_ENOENT));
  EXPECT_EQ(call([](Files& f) { f.copy("/folder/a", "//folder/a"); }),
            raised("InvalidFileName", Number::CF_EINVAL));
}

TEST_F(AFileSystem, refuses_names_that_are_none_in_every_operation) {
  ScratchFolder outside;
  outside.write("secret", "secret");
  fs::create_symlink(outside.path(), scratch.path() / "link");
  const auto refused = raised("InvalidFileName", Number::CF_EINVAL);
  for (const auto* name : {"", "a", "/../x", "/a/./b"}) {
    EXPECT_EQ(failure_of([&] { (void)files->exists(name); }), refused) << name;
    EXPECT_EQ(failure_of([&] { (void)files->open(name, true); }), refused) << name;
    EXPECT_EQ(failure_of([&] { (void)files->create(name); }), refused) << name;
    EXPECT_EQ(failure_of([&] { files->remove(name); }), refused) << name;
    EXPECT_EQ(failure_of([&] { files->mkdir(name); }), refused) << name;
    EXPECT_EQ(failure_of([&] { files->rmdir(name); }), refused) << name;
    EXPECT_EQ(failure_of([&] { files->copy(name, "/x"); }), refused) << name;
    EXPECT_EQ(failure_of([&] { files->copy("/x", name); }), refused) << name;
    EXPECT_EQ(failure_of([&] { (void)files->list(name); }), refused) << name;
  }
  EXPECT_EQ(failure_of([&] { (void)files->exists("/" + std::string(2000, 'x')); }),
            raised("InvalidFileName", Number::CF_ENAMETOOLONG));
  EXPECT_EQ(failure_of([&] { (void)files->list("/a*/b"); }), refused);
  // A kernel without openat2 follows no link: ELOOP, for which the SCA has no number.
  const auto led_out = failure_of([&] { (void)files->open("/link/secret", true); });
  EXPECT_TRUE(led_out == raised("FileException", Number::CF_EXDEV) ||
              led_out == raised("FileException", Number::CF_NOTSET))
      << led_out;
  EXPECT_FALSE(files->exists("/link/secret"));
}

TEST_F(AFileSystem, lists_with_properties) {
  scratch.write("a.xml", "12345");
  scratch.write("folder/b", "");
  EXPECT_EQ(names_of(*files, "/*"), (Names{"a.xml", "folder"}));
  EXPECT_EQ(names_of(*files, "/*.xml"), Names{"a.xml"});
  EXPECT_EQ(names_of(*files, "/none"), Names{});
  const auto listed = files->list("/");
  EXPECT_EQ(listed[0].kind(), Kind::PLAIN);
  EXPECT_EQ(listed[0].size(), 5U);
  EXPECT_EQ(listed[1].kind(), Kind::DIRECTORY);
  Names ids;
  for (const auto& file_property : listed[0].fileProperties()) ids.push_back(file_property.id());
  EXPECT_EQ(ids, (Names{"CREATED_TIME", "MODIFIED_TIME", "LAST_ACCESS_TIME", "EXECUTABLE"}));
  std::uint64_t seconds = 0;
  EXPECT_TRUE(listed[0].fileProperties()[1].value() >>= seconds);
  EXPECT_GT(seconds, 1'600'000'000U);
}

TEST_F(AFileSystem, makes_removes_and_copies) {
  files->mkdir("/a/b");
  EXPECT_TRUE(files->exists("/a/b"));
  files->rmdir("/a/b");
  EXPECT_FALSE(files->exists("/a/b"));
  scratch.write("x", "text");
  files->copy("/x", "/a/y");
  EXPECT_EQ(scratch.read("a/y"), "text");
  files->remove("/x");
  EXPECT_FALSE(files->exists("/x"));
}

TEST_F(AFileSystem, says_its_size_and_what_is_left_of_it) {
  CF::Properties all;
  files->query(all);
  ASSERT_EQ(all.size(), 2U);
  std::uint64_t size = 0, available = 0;
  EXPECT_EQ(all[0].id(), "SIZE");
  EXPECT_EQ(all[1].id(), "AVAILABLE_SPACE");
  EXPECT_TRUE(all[0].value() >>= size);
  EXPECT_TRUE(all[1].value() >>= available);
  EXPECT_GE(size, available);
  EXPECT_GT(size, 0U);
  CF::Properties one{CF::DataType{"AVAILABLE_SPACE", CORBA::Any{}}};
  files->query(one);
  EXPECT_TRUE(one[0].value() >>= available);
  CF::Properties unknown{CF::DataType{"SIZE", CORBA::Any{}}, CF::DataType{"COLOUR", CORBA::Any{}}};
  try {
    files->query(unknown);
    FAIL();
  } catch (const CF::FileSystem::UnknownFileSystemProperties& failure) {
    ASSERT_EQ(failure.invalidProperties().size(), 1U);
    EXPECT_EQ(failure.invalidProperties()[0].id(), "COLOUR");
  }
}

TEST_F(AFileSystem, has_limits) {
  scratch.write("a", std::string(2000, 'x'));
  std::vector<IDL::traits<CF::File>::ref_type> open;
  for (int i = 0; i < 3; ++i) open.push_back(files->open("/a", true));
  EXPECT_EQ(failure_of([&] { (void)files->open("/a", true); }),
            raised("FileException", Number::CF_EMFILE));
  EXPECT_EQ(failure_of([&] { (void)files->create("/b"); }),
            raised("FileException", Number::CF_EMFILE));
  EXPECT_FALSE(files->exists("/b"));
  CF::OctetSequence data;
  EXPECT_EQ(failure_of([&] { open[0]->read(data, 1001); }),
            raised("IOException", Number::CF_EMSGSIZE));
  open[0]->read(data, 1000);
  open[0]->read(data, 4'000'000'000);
  EXPECT_EQ(data.size(), 1000U) << "what there is, is little enough";
  open[0]->close();
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(failure_of([&] { (void)files->open("/none", true); }),
              raised("FileException", Number::CF_ENOENT))
        << "a failure takes no slot";
  }
  open[0] = files->open("/a", true);
  open[0]->close();
}

TEST_F(AFileSystem, reads_beyond_4_GiB_to_the_end) {
  scratch.write("large", "");
  constexpr std::uint64_t kFourGiB = std::uint64_t{1} << 32;
  fs::resize_file(scratch.path() / "large", kFourGiB + 3);  // a hole, which takes no room
  const auto file = files->open("/large", true);
  file->setFilePointer(0xFFFFFFFF);
  EXPECT_EQ(file->filePointer(), 0xFFFFFFFF);
  CF::OctetSequence data;
  file->read(data, 100);
  EXPECT_EQ(data.size(), 4U);
  file->read(data, 100);
  EXPECT_EQ(data.size(), 0U);
  EXPECT_THROW((void)file->filePointer(), CORBA::IMP_LIMIT) << "a smaller number would be wrong";
  EXPECT_EQ(failure_of([&] { (void)file->sizeOf(); }), raised("FileException", Number::CF_EFBIG));
}

TEST_F(AFileSystem, opens_and_copies_no_pipe) {
  ASSERT_EQ(::mkfifo((scratch.path() / "pipe").c_str(), 0600), 0);
  const auto refused = raised("FileException", Number::CF_EINVAL);
  EXPECT_EQ(failure_of([&] { (void)files->open("/pipe", true); }), refused);
  EXPECT_EQ(failure_of([&] { (void)files->open("/pipe", false); }), refused);
  EXPECT_EQ(failure_of([&] { files->copy("/pipe", "/b"); }), refused);
  EXPECT_EQ(names_of(*files, "/*"), Names{});
  try {
    (void)files->open("/pipe", true);
    FAIL();
  } catch (const CF::FileException& refusal) {
    EXPECT_EQ(refusal.msg(), "/pipe: it is neither a plain file nor a folder: Invalid argument");
  }
}

TEST_F(AFileSystem, that_is_read_only_changes_nothing) {
  scratch.write("a", "text");
  const auto read_only = reach<CF::FileSystem>(
      serve_file_system(server, RootFolder::open(scratch.path()).value(), {}, Changes::refused));
  const auto call = [&](auto operation) { return failure_of([&] { operation(*read_only); }); };
  using Files = CF::FileSystem;
  const auto refused = raised("FileException", Number::CF_EROFS);
  EXPECT_EQ(call([](Files& f) { (void)f.create("/b"); }), refused);
  EXPECT_EQ(call([](Files& f) { (void)f.open("/a", false); }), refused);
  EXPECT_EQ(call([](Files& f) { f.copy("/a", "/b"); }), refused);
  EXPECT_EQ(call([](Files& f) { f.remove("/a"); }), refused);
  EXPECT_EQ(call([](Files& f) { f.mkdir("/b"); }), refused);
  EXPECT_EQ(call([](Files& f) { f.rmdir("/a"); }), refused);
  EXPECT_EQ(call([](Files& f) { f.remove("a"); }), raised("InvalidFileName", Number::CF_EINVAL));
  EXPECT_EQ(names_of(*read_only, "/*"), Names{"a"});
  CF::OctetSequence data;
  read_only->open("/a", true)->read(data, 10);
  EXPECT_EQ(text(data), "text");
}

TEST_F(AFileSystem, can_be_withdrawn) {
  const auto other = serve_file_system(server, RootFolder::open(scratch.path()).value());
  const auto reached = reach<CF::FileSystem>(other);
  EXPECT_FALSE(reached->exists("/a"));
  withdraw(server, other);
  EXPECT_THROW((void)reached->exists("/a"), CORBA::OBJECT_NOT_EXIST);
}

}  // namespace
}  // namespace orbweaver::files
