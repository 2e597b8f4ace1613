#include <orbweaver/corba/orb.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/files/file_transfer.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "scratch_folder.hpp"

namespace orbweaver::files {
namespace {

namespace fs = std::filesystem;
using Number = CF::ErrorNumberType;
using Kind = CF::FileSystem::FileType;
using Names = std::vector<std::string>;
using FilesReference = IDL::traits<CF::FileSystem>::ref_type;

/// What the call raises: "FileException CF_ENOENT", "InvalidFileName CF_EINVAL", "" for nothing.
template <class Failure>
std::string text_of(const char* kind, const Failure& failure) {
  EXPECT_NE(failure.msg(), "");
  return std::string{kind} + " " + std::to_string(static_cast<int>(failure.errorNumber()));
}
std::string raised(const char* kind, Number number) {
  return std::string{kind} + " " + std::to_string(static_cast<int>(number));
}
std::string failure_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const CF::FileException& failure) {
    return text_of("FileException", failure);
  } catch (const CF::InvalidFileName& failure) {
    return text_of("InvalidFileName", failure);
  } catch (const CF::File::IOException& failure) {
    return text_of("IOException", failure);
  }
  return "";
}

CF::OctetSequence octets(std::string_view text) { return {text.begin(), text.end()}; }
std::string text(const CF::OctetSequence& octets) { return {octets.begin(), octets.end()}; }

/// A server and a client, which reach each other through sockets.
class Served : public testing::Test {
 protected:
  ~Served() override {
    client->destroy();
    server->destroy();
  }
  template <class Interface>
  typename IDL::traits<Interface>::ref_type reach(
      const typename IDL::traits<Interface>::ref_type& object) const {
    return IDL::traits<Interface>::narrow(
        client->string_to_object(server->object_to_string(object)));
  }
  FilesReference serve(const fs::path& folder, const FileLimits& limits = {}) const {
    return reach<CF::FileSystem>(
        serve_file_system(server, RootFolder::open(folder).value(), limits));
  }
  static Names names_of(CF::FileSystem& files, const std::string& pattern) {
    Names names;
    for (const auto& each : files.list(pattern)) names.push_back(each.name());
    return names;
  }

  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
};

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
  EXPECT_EQ(failure_of([&] { (void)files->open("/link/secret", true); }),
            raised("FileException", Number::CF_EXDEV));
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
  for (const auto& each : listed[0].fileProperties()) ids.push_back(each.id());
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
        << "a failure takes no place";
  }
  open[0] = files->open("/a", true);
  open[0]->close();
}

TEST_F(AFileSystem, can_be_withdrawn) {
  const auto other = serve_file_system(server, RootFolder::open(scratch.path()).value());
  const auto reached = reach<CF::FileSystem>(other);
  EXPECT_FALSE(reached->exists("/a"));
  withdraw(server, other);
  EXPECT_THROW((void)reached->exists("/a"), CORBA::OBJECT_NOT_EXIST);
}

class ATransfer : public Served {
 protected:
  ScratchFolder here, there;
  FilesReference from = serve(here.path()), to = serve(there.path());
};

TEST_F(ATransfer, moves_whole_files_in_pieces) {
  std::string much;
  for (unsigned i = 0; much.size() < 3 * kPieceBytes + 1; ++i) much += std::to_string(i);
  here.write("a", much);
  EXPECT_EQ(read_whole(*from, "/a", much.size()), much);
  EXPECT_EQ(failure_of([&] { (void)read_whole(*from, "/a", much.size() - 1); }),
            raised("FileException", Number::CF_EFBIG));
  std::size_t most = 0;
  read_pieces(*from, "/a", [&](Bytes piece) { most = std::max(most, piece.size()); });
  EXPECT_EQ(most, kPieceBytes);
  copy_between(*from, "/a", *to, "/b");
  EXPECT_EQ(there.read("b"), much);
  write_whole(*to, "/b", as_bytes("short"));
  EXPECT_EQ(there.read("b"), "short") << "instead of what was there";
  write_whole(*to, "/empty", {});
  EXPECT_EQ(read_whole(*to, "/empty", 0), "");
}

TEST_F(ATransfer, that_fails_leaves_no_part_and_no_open_file) {
  there.write("b", "old");
  EXPECT_EQ(failure_of([&] { copy_between(*from, "/none", *to, "/b"); }),
            raised("FileException", Number::CF_ENOENT));
  EXPECT_EQ(there.read("b"), "old") << "nothing to copy";
  const auto narrow = serve(there.path(), {.open_files = 1});
  here.write("a", "text");
  EXPECT_THROW(read_pieces(*narrow, "/b", [](Bytes) { throw std::runtime_error{"stop"}; }),
               std::runtime_error);
  EXPECT_EQ(read_whole(*narrow, "/b", 100), "old") << "the file was closed";
}

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
  for (const auto& each : manager->list("/")) kinds.push_back(each.kind());
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
