// SPDX-License-Identifier: Apache-2.0
// A file manager whose mounts are files of other processes: they hang, lead back, and leave.
#include <orbweaver/corba/end_calls.hpp>
#include <orbweaver/files/adapter.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/files/file_transfer.hpp>
#include <orbweaver/generated/sca/CF/FileSystem_poa.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <utility>

#include "scratch_folder.hpp"
#include "served.hpp"

namespace orbweaver::files {
namespace {

/// Calls hang until go_on(). Then files exist, and nothing else works; between fail() and
/// fail(false) not even that.
class FilesThatHang final : public CORBA::servant_traits<CF::FileSystem>::base_type {
 public:
  void remove(const std::string&) override { hang(); }
  void copy(const std::string&, const std::string&) override { hang(); }
  bool exists(const std::string&) override {
    hang();
    return true;
  }
  CF::FileSystem::FileInformationSequence list(const std::string&) override {
    hang();
    return {};
  }
  IDL::traits<CF::File>::ref_type create(const std::string&) override {
    hang();
    return nullptr;
  }
  IDL::traits<CF::File>::ref_type open(const std::string&, bool) override {
    hang();
    return nullptr;
  }
  void mkdir(const std::string&) override { hang(); }
  void rmdir(const std::string&) override { hang(); }
  void query(CF::Properties& properties) override {
    hang();
    for (auto& property : properties)
      property.value() <<= std::numeric_limits<std::uint64_t>::max();
  }

  void fail(bool fails = true) {
    const std::lock_guard lock(mutex_);
    fails_ = fails;
  }
  void go_on() {
    const std::lock_guard lock(mutex_);
    hangs_ = false;
    changed_.notify_all();
  }
  [[nodiscard]] int calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  void await_call() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return calls_ > 0; });
  }

 private:
  void hang() {
    std::unique_lock lock(mutex_);
    ++calls_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !hangs_; });
    if (fails_) throw CORBA::TRANSIENT(0, CORBA::CompletionStatus::COMPLETED_NO, "busy");
  }

  mutable os::Mutex mutex_;
  os::ConditionVariable changed_;
  int calls_ = 0;
  bool hangs_ = true, fails_ = false;
};

/// A file of 'x' without end, of which each read gives what `piece` says.
class EndlessFile final : public CORBA::servant_traits<CF::File>::base_type {
 public:
  using Piece = std::function<std::uint32_t(std::uint32_t asked)>;
  explicit EndlessFile(Piece piece) : piece_(std::move(piece)) {}

  std::string fileName() override { return "/a"; }
  std::uint32_t filePointer() override { return 0; }
  void read(CF::OctetSequence& data, std::uint32_t length) override {
    data.assign(piece_(length), 'x');
  }
  void write(const CF::OctetSequence&) override {}
  std::uint32_t sizeOf() override { return 0; }
  void close() override {}
  void setFilePointer(std::uint32_t) override {}

 private:
  const Piece piece_;
};

/// Files of another process with one endless file, of which `list` says a size.
class FilesWithoutEnd final : public CORBA::servant_traits<CF::FileSystem>::base_type {
 public:
  FilesWithoutEnd(std::uint64_t size, EndlessFile::Piece piece)
      : size_(size), file_(CORBA::make_reference<EndlessFile>(std::move(piece))) {}

  void serve(const Adapter& adapter) {
    reference_ = IDL::traits<CF::File>::narrow(adapter->servant_to_reference(file_));
  }
  [[nodiscard]] bool was_asked_to_copy() const { return was_asked_to_copy_; }

  void remove(const std::string&) override {}
  void copy(const std::string&, const std::string&) override { was_asked_to_copy_ = true; }
  bool exists(const std::string&) override { return false; }
  CF::FileSystem::FileInformationSequence list(const std::string&) override {
    return {CF::FileSystem::FileInformationType{"a", Kind::PLAIN, size_, {}}};
  }
  IDL::traits<CF::File>::ref_type create(const std::string&) override { return reference_; }
  IDL::traits<CF::File>::ref_type open(const std::string&, bool) override { return reference_; }
  void mkdir(const std::string&) override {}
  void rmdir(const std::string&) override {}
  void query(CF::Properties&) override {}

 private:
  const std::uint64_t size_;
  const CORBA::servant_reference<EndlessFile> file_;
  IDL::traits<CF::File>::ref_type reference_;
  os::Atomic<bool> was_asked_to_copy_{false};
};

constexpr Nanoseconds kShort = std::chrono::milliseconds{50}, kLong = std::chrono::hours{1};

class AFileManagerOfOthers : public Served {
 protected:
  ~AFileManagerOfOthers() override {
    hung->go_on();
    theirs->destroy();
  }
  IDL::traits<CF::FileManager>::ref_type managed(const MountLimits& limits = {}) const {
    return reach<CF::FileManager>(serve_file_manager(server, limits));
  }
  /// An object of another ORB, as `orb` sees it.
  static FilesReference seen_by(CORBA::ORB& orb, CORBA::ORB& other, const FilesReference& object) {
    return IDL::traits<CF::FileSystem>::narrow(
        orb.string_to_object(other.object_to_string(object)));
  }
  FilesReference files_that_hang() const {
    const auto adapter = adapter_of(*theirs, "hung");
    return seen_by(*client, *theirs,
                   IDL::traits<CF::FileSystem>::narrow(adapter->servant_to_reference(hung)));
  }

  /// The exception of `copy` from such a file to a folder of this program.
  std::string failure_of_copy(std::uint64_t size, EndlessFile::Piece piece) const {
    const auto manager = managed();
    const auto files = CORBA::make_reference<FilesWithoutEnd>(size, std::move(piece));
    manager->mount("/", serve(usb.path()));
    manager->mount("/theirs", files_of_theirs(files));
    return failure_of([&] { manager->copy("/theirs/a", "/b"); });
  }
  FilesReference files_of_theirs(const CORBA::servant_reference<FilesWithoutEnd>& files) const {
    const auto adapter = adapter_of(*theirs, "theirs");
    files->serve(adapter);
    return seen_by(*client, *theirs,
                   IDL::traits<CF::FileSystem>::narrow(adapter->servant_to_reference(files)));
  }

  ScratchFolder usb;
  std::shared_ptr<CORBA::ORB> theirs = CORBA::ORB_init();
  CORBA::servant_reference<FilesThatHang> hung = CORBA::make_reference<FilesThatHang>();
};

TEST_F(AFileManagerOfOthers, bounds_each_call_of_a_mount) {
  const ScratchFolder dom;
  dom.write("a", "A");
  const auto manager = managed({.call_timeout = kShort, .silence = Nanoseconds::zero()});
  manager->mount("/", serve(dom.path()));
  manager->mount("/hung", files_that_hang());
  const auto silent = raised("FileException", Number::CF_ETIMEDOUT);
  EXPECT_EQ(failure_of([&] { (void)manager->list("/hung/*"); }), silent);
  EXPECT_EQ(failure_of([&] { (void)manager->open("/hung/a", true); }), silent);
  EXPECT_EQ(failure_of([&] { (void)manager->create("/hung/a"); }), silent);
  EXPECT_EQ(failure_of([&] { manager->remove("/hung/a"); }), silent);
  EXPECT_EQ(failure_of([&] { manager->mkdir("/hung/a"); }), silent);
  EXPECT_EQ(failure_of([&] { manager->rmdir("/hung/a"); }), silent);
  EXPECT_EQ(failure_of([&] { manager->copy("/hung/a", "/b"); }), silent);
  EXPECT_EQ(failure_of([&] { manager->copy("/a", "/hung/b"); }), silent);
  EXPECT_EQ(failure_of([&] { manager->copy("/hung/a", "/hung/b"); }), silent);
  EXPECT_THROW((void)manager->exists("/hung/a"), CORBA::NO_RESPONSE);
  CF::Properties space;
  manager->query(space);
  std::uint64_t size = 0;
  EXPECT_TRUE(space.at(0).value() >>= size);
  EXPECT_GT(size, 0U) << "of the mounts that answer";
  EXPECT_EQ(read_whole(*manager, "/a", 10), "A") << "the others go on";
}

TEST_F(AFileManagerOfOthers, answers_at_once_for_a_mount_that_did_not) {
  const auto manager = managed({.call_timeout = kShort, .silence = kLong});
  manager->mount("/hung", files_that_hang());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(failure_of([&] { (void)manager->list("/hung/*"); }),
              raised("FileException", Number::CF_ETIMEDOUT));
    EXPECT_EQ(hung->calls(), 1);
  }
}

TEST_F(AFileManagerOfOthers, calls_a_mount_again_that_answers_again) {
  const auto manager = managed({.call_timeout = kShort, .silence = Nanoseconds::zero()});
  manager->mount("/hung", files_that_hang());
  EXPECT_THROW((void)manager->list("/hung/*"), CF::FileException);
  hung->go_on();
  const auto is_there = [&] {
    try {
      return manager->exists("/hung/a");
    } catch (const CORBA::NO_RESPONSE&) {
      return false;
    }
  };
  while (!is_there()) continue;
  EXPECT_TRUE(manager->list("/hung/*").empty());
}

TEST_F(AFileManagerOfOthers, ends_calls_of_mounts_with_the_calls_of_its_orb) {
  const auto manager = managed({.call_timeout = kLong});
  manager->mount("/hung", files_that_hang());
  bool has_failed = false;
  os::Thread caller{[&] {
    try {
      (void)manager->list("/hung/*");
    } catch (const CORBA::SystemException&) {
      has_failed = true;
    }
  }};
  hung->await_call();
  corba::end_calls(*server);
  caller.join();
  EXPECT_TRUE(has_failed);
}

TEST_F(AFileManagerOfOthers, is_not_mounted_below_itself) {
  const auto manager = managed();
  EXPECT_THROW(manager->mount("/loop", manager), CF::FileManager::InvalidFileSystem);
  EXPECT_TRUE(manager->getMounts().empty());
}

TEST_F(AFileManagerOfOthers, finds_that_its_mounts_lead_back_to_it) {
  const ScratchFolder dom, other_dom;
  dom.write("a", "A");
  const auto here = serve_file_manager(server), there = serve_file_manager(theirs);
  here->mount("/", serve_file_system(server, RootFolder::open(dom.path()).value()));
  there->mount("/", serve_file_system(theirs, RootFolder::open(other_dom.path()).value()));
  here->mount("/there", seen_by(*server, *theirs, there));
  there->mount("/here", seen_by(*theirs, *server, here));
  const auto manager = reach<CF::FileManager>(here);
  const auto back = raised("FileException", Number::CF_EDEADLK);
  EXPECT_EQ(failure_of([&] { (void)manager->list("/there/here/*"); }), back);
  EXPECT_EQ(failure_of([&] { (void)manager->open("/there/here/a", true); }), back);
  EXPECT_EQ(failure_of([&] { manager->copy("/a", "/there/here/b"); }), back);
  EXPECT_EQ(names_of(*manager, "/there/*"), Names{"here"});
  CF::Properties space;
  manager->query(space);
  std::uint64_t size = 0, size_of_one = 0;
  EXPECT_TRUE(space.at(0).value() >>= size);
  CF::Properties one;
  serve(dom.path())->query(one);
  EXPECT_TRUE(one.at(0).value() >>= size_of_one);
  EXPECT_EQ(size, 2 * size_of_one) << "each folder counts once";
}

TEST_F(AFileManagerOfOthers, finds_a_circle_within_its_program) {
  const auto here = serve_file_manager(server), there = serve_file_manager(server);
  here->mount("/there", there);
  there->mount("/here", here);
  const auto manager = reach<CF::FileManager>(here);
  CF::Properties space;
  manager->query(space);
  EXPECT_EQ(failure_of([&] { (void)manager->list("/there/here/there/x*"); }),
            raised("FileException", Number::CF_EDEADLK));
}

TEST_F(AFileManagerOfOthers, lets_a_mount_go_with_its_client_and_its_files) {
  const auto manager = managed({.silence = Nanoseconds::zero()});
  const auto kept = serve(usb.path());
  const auto leaves = CORBA::ORB_init();
  const auto theirs_of_manager = IDL::traits<CF::FileManager>::narrow(
      leaves->string_to_object(client->object_to_string(manager)));
  theirs_of_manager->mount("/usb", serve_file_system(leaves, RootFolder::open(usb.path()).value()));
  theirs_of_manager->mount("/kept", seen_by(*leaves, *client, kept));
  leaves->destroy();
  while (manager->getMounts().size() > 1) EXPECT_ANY_THROW((void)manager->open("/usb/a", true));
  EXPECT_EQ(manager->getMounts().at(0).mountPoint(), "/kept") << "its file system is there";
}

TEST_F(AFileManagerOfOthers, keeps_a_mount_whose_client_has_left_and_that_fails_for_a_moment) {
  hung->go_on();
  const auto manager = managed({.silence = kLong}),
             witness = managed({.silence = Nanoseconds::zero()});
  const auto leaves = CORBA::ORB_init();
  const auto of_leaving = [&](const IDL::traits<CF::FileManager>::ref_type& one) {
    return IDL::traits<CF::FileManager>::narrow(
        leaves->string_to_object(client->object_to_string(one)));
  };
  of_leaving(manager)->mount("/busy", seen_by(*leaves, *client, files_that_hang()));
  of_leaving(witness)->mount("/usb",
                             serve_file_system(leaves, RootFolder::open(usb.path()).value()));
  leaves->destroy();
  while (!witness->getMounts().empty()) EXPECT_ANY_THROW((void)witness->open("/usb/a", true));
  hung->fail();
  for (int i = 0; i < 3; ++i) EXPECT_THROW((void)manager->list("/busy/*"), CORBA::SystemException);
  hung->fail(false);
  ASSERT_EQ(manager->getMounts().size(), 1U);
  EXPECT_TRUE(manager->list("/busy/*").empty());
}

TEST_F(AFileManagerOfOthers, copies_piece_by_piece_within_a_mount_of_another_process) {
  const auto manager = managed();
  const auto files = CORBA::make_reference<FilesWithoutEnd>(
      3 * kPieceBytes, [](std::uint32_t asked) { return asked; });
  manager->mount("/theirs", files_of_theirs(files));
  EXPECT_EQ(failure_of([&] { manager->copy("/theirs/a", "/theirs/b"); }), "");
  EXPECT_FALSE(files->was_asked_to_copy()) << "which has one bound, however large the file is";
  manager->mount("/again", files_of_theirs(files));
  EXPECT_EQ(failure_of([&] { manager->copy("/theirs/a", "/again/a"); }),
            raised("InvalidFileName", Number::CF_EINVAL));
}

TEST_F(AFileManagerOfOthers, copies_as_much_as_a_file_had_at_the_beginning) {
  EXPECT_EQ(failure_of_copy(kPieceBytes + 1, [](std::uint32_t asked) { return asked; }), "");
  EXPECT_EQ(usb.read("b"), std::string(kPieceBytes + 1, 'x'));
}

TEST_F(AFileManagerOfOthers, copies_no_file_that_comes_octet_by_octet_or_as_it_likes) {
  const auto broken = raised("FileException", Number::CF_EIO);
  EXPECT_EQ(failure_of_copy(std::uint64_t{1} << 40, [](std::uint32_t) { return 1U; }), broken);
  EXPECT_EQ(failure_of_copy(kPieceBytes, [](std::uint32_t asked) { return asked + 1; }), broken);
  EXPECT_FALSE(fs::exists(usb.path() / "b"));
}

TEST_F(AFileManagerOfOthers, takes_so_many_mounts) {
  const auto manager = managed({.most_of_clients = 1});
  manager->mount("/a", files_that_hang());
  EXPECT_THROW(manager->mount("/b", files_that_hang()), CORBA::IMP_LIMIT);
  manager->unmount("/a");
  manager->mount("/b", files_that_hang());
}

TEST_F(AFileManagerOfOthers, keeps_the_mounts_of_its_program) {
  const ScratchFolder dom;
  const auto here = serve_file_manager(server);
  const auto own = serve_for_own_work(server, here);
  own->mount("/", serve_file_system(server, RootFolder::open(dom.path()).value()));
  const auto manager = reach<CF::FileManager>(here);
  EXPECT_THROW(manager->unmount("/"), CORBA::NO_PERMISSION);
  own->unmount("/");
  EXPECT_THROW(manager->unmount("/"), CF::FileManager::NonExistentMount);
}

TEST_F(AFileManagerOfOthers, lets_those_that_load_read_and_change_nothing) {
  const ScratchFolder dom;
  dom.write("a", "A");
  const auto here = serve_file_manager(server);
  here->mount("/", serve_file_system(server, RootFolder::open(dom.path()).value()));
  const auto manager = reach<CF::FileManager>(serve_for_loading(server, here));
  EXPECT_EQ(read_whole(*manager, "/a", 10), "A");
  EXPECT_THROW(manager->unmount("/"), CORBA::NO_PERMISSION);
  EXPECT_THROW(manager->mount("/mine", files_that_hang()), CORBA::NO_PERMISSION);
  const auto refused = raised("FileException", Number::CF_EROFS);
  EXPECT_EQ(failure_of([&] { (void)manager->open("/a", false); }), refused);
  EXPECT_EQ(failure_of([&] { (void)manager->create("/b"); }), refused);
  EXPECT_EQ(failure_of([&] { manager->copy("/a", "/b"); }), refused);
  EXPECT_EQ(failure_of([&] { manager->remove("/a"); }), refused);
  EXPECT_EQ(failure_of([&] { manager->mkdir("/b"); }), refused);
  EXPECT_EQ(failure_of([&] { manager->rmdir("/b"); }), refused);
  EXPECT_EQ(here->getMounts().size(), 1U);
  EXPECT_EQ(names_of(*manager, "/*"), Names{"a"});
}

TEST_F(AFileManagerOfOthers, adds_sizes_up_to_the_most_there_is) {
  hung->go_on();
  const auto manager = managed();
  manager->mount("/a", files_that_hang());
  manager->mount("/b", files_that_hang());
  CF::Properties space;
  manager->query(space);
  std::uint64_t size = 0;
  EXPECT_TRUE(space.at(0).value() >>= size);
  EXPECT_EQ(size, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
}  // namespace orbweaver::files
