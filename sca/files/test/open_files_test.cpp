// SPDX-License-Identifier: Apache-2.0
// Whose the open files of a file system are, and when they end without their client.
#include <orbweaver/files/file_service.hpp>

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "scratch_folder.hpp"
#include "served.hpp"

namespace orbweaver::files {
namespace {

using FileReference = IDL::traits<CF::File>::ref_type;

class OpenFilesOfClients : public Served {
 protected:
  OpenFilesOfClients() { scratch.write("a", "text"); }
  ~OpenFilesOfClients() override { leave(); }
  void leave() {
    if (const auto left = std::exchange(other, nullptr)) left->destroy();
  }
  /// The other client leaves, and the server has seen it.
  void see_it_leave() {
    const auto seen =
        serve(scratch.path(), {.open_files = 1, .return_of_its_client = Nanoseconds::zero()});
    (void)opened(*for_other(seen), 1);
    leave();
    while (failure_of([&] { (void)seen->open("/a", true); }) == none_left) continue;
  }
  /// A reference to the object through a connection of another client.
  FilesReference for_other(const FilesReference& files) const {
    return IDL::traits<CF::FileSystem>::narrow(
        other->string_to_object(client->object_to_string(files)));
  }
  static std::vector<FileReference> opened(CF::FileSystem& files, int count) {
    std::vector<FileReference> file_references;
    for (int i = 0; i < count; ++i) file_references.push_back(files.open("/a", true));
    return file_references;
  }

  const std::string none_left = raised("FileException", Number::CF_EMFILE);
  ScratchFolder scratch;
  std::shared_ptr<CORBA::ORB> other = CORBA::ORB_init();
};

TEST_F(OpenFilesOfClients, are_a_share_of_all_for_each_client) {
  const auto files = serve(scratch.path(), {.open_files = 3, .open_files_of_a_client = 2});
  const auto mine = opened(*files, 2);
  EXPECT_EQ(failure_of([&] { (void)files->open("/a", true); }), none_left);
  const auto theirs = opened(*for_other(files), 1);
  EXPECT_EQ(failure_of([&] { (void)for_other(files)->open("/a", true); }), none_left);
  mine.front()->close();
  EXPECT_EQ(failure_of([&] { (void)files->open("/a", true); }), "");
}

TEST_F(OpenFilesOfClients, give_their_places_to_others_when_their_client_has_left) {
  const auto files =
      serve(scratch.path(), {.open_files = 3, .return_of_its_client = Nanoseconds::zero()});
  (void)opened(*for_other(files), 3);
  leave();
  while (failure_of([&] { (void)files->open("/a", true); }) == none_left) continue;
  EXPECT_EQ(failure_of([&] { (void)opened(*files, 2); }), "");
  EXPECT_EQ(failure_of([&] { (void)files->open("/a", true); }), none_left);
}

TEST_F(OpenFilesOfClients, wait_for_a_client_that_closed_its_connection_for_a_moment) {
  const auto files =
      serve(scratch.path(), {.open_files = 1, .return_of_its_client = std::chrono::hours{1}});
  (void)opened(*for_other(files), 1);
  see_it_leave();
  EXPECT_EQ(failure_of([&] { (void)files->open("/a", true); }), none_left);
}

TEST_F(OpenFilesOfClients, are_none_of_those_that_a_program_opens_for_itself) {
  const auto manager = serve_file_manager(server);
  manager->mount("/", serve_file_system(server, RootFolder::open(scratch.path()).value(),
                                        {.open_files = 1,
                                         .return_of_its_client = Nanoseconds::zero(),
                                         .after_its_client = Nanoseconds::zero()}));
  (void)opened(*for_other(reach<CF::FileManager>(serve_for_own_work(server, manager))), 1);
  see_it_leave();
  const auto clients = reach<CF::FileManager>(manager);
  EXPECT_EQ(failure_of([&] { (void)clients->open("/a", true); }), none_left)
      << "no client that leaves takes them along";
}

TEST_F(OpenFilesOfClients, end_with_their_client_though_there_is_room) {
  const auto files = serve(scratch.path(), {.after_its_client = Nanoseconds::zero()});
  const auto theirs = opened(*for_other(files), 1).front();
  const auto mine = opened(*files, 1).front();
  const auto seen =
      IDL::traits<CF::File>::narrow(client->string_to_object(other->object_to_string(theirs)));
  EXPECT_EQ(seen->fileName(), "/a");
  leave();
  const auto is_there = [&] {
    opened(*files, 1).front()->close();
    return !seen->_non_existent();
  };
  while (is_there()) continue;
  EXPECT_EQ(mine->fileName(), "/a") << "its client is there";
}

TEST_F(OpenFilesOfClients, give_their_places_to_others_when_they_are_idle) {
  const auto files = serve(scratch.path(), {.open_files = 2, .idle = Nanoseconds::zero()});
  const auto first = opened(*files, 2);
  CF::OctetSequence data;
  first[0]->read(data, 1);
  EXPECT_EQ(failure_of([&] { (void)files->open("/a", true); }), "");
  EXPECT_THROW(first[1]->read(data, 1), CORBA::OBJECT_NOT_EXIST) << "idle for longest";
  EXPECT_EQ(first[0]->fileName(), "/a");
}

TEST_F(OpenFilesOfClients, leave_a_reserve_for_the_own_work_of_a_program) {
  const auto manager = serve_file_manager(server);
  const auto own = reach<CF::FileManager>(serve_for_own_work(server, manager));
  manager->mount("/", serve_file_system(server, RootFolder::open(scratch.path()).value(),
                                        {.open_files = 2, .reserve = 1}));
  const auto clients = reach<CF::FileManager>(manager);
  const auto taken = opened(*clients, 2);
  EXPECT_EQ(failure_of([&] { (void)clients->open("/a", true); }), none_left);
  const auto mine = own->open("/a", true);
  EXPECT_EQ(failure_of([&] { (void)own->create("/b"); }), none_left) << "it has a limit, too";
  mine->close();
  own->create("/b")->close();
}

TEST_F(OpenFilesOfClients, leave_a_reserve_for_loading_of_which_one_has_a_share) {
  const auto manager = serve_file_manager(server);
  const auto loading = reach<CF::FileManager>(serve_for_loading(server, manager));
  manager->mount("/", serve_file_system(server, RootFolder::open(scratch.path()).value(),
                                        {.open_files = 2, .reserve = 3, .loaded_by_one = 1}));
  const auto clients = reach<CF::FileManager>(manager);
  const auto taken = opened(*clients, 2);
  const auto loaded = loading->open("/a", true);
  EXPECT_EQ(failure_of([&] { (void)loading->open("/a", true); }), none_left)
      << "others that load have the rest";
  loaded->close();
  loading->open("/a", true)->close();
}

// The key of an object has its id at the end: two objects of one kind, made one after the other,
// differ in few octets if the ids are numbers in a row.
TEST_F(OpenFilesOfClients, serve_own_work_behind_an_id_that_nobody_guesses) {
  const auto manager = serve_file_manager(server);
  const auto key_of = [&](const CORBA::object_reference<CORBA::Object>& object) {
    return server->object_to_string(object);
  };
  const auto one = key_of(serve_for_own_work(server, manager));
  const auto other_one = key_of(serve_for_own_work(server, manager));
  ASSERT_EQ(one.size(), other_one.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    if (one[i] != other_one[i]) ++different;
  EXPECT_GT(different, 16U) << "of the 32 hexadecimal digits of a random id";
}

TEST_F(OpenFilesOfClients, serve_own_work_of_this_program_alone) {
  const auto of_another = reach<CF::FileManager>(serve_file_manager(server));
  EXPECT_THROW((void)serve_for_own_work(client, of_another), CORBA::BAD_PARAM);
  EXPECT_THROW((void)serve_for_loading(client, of_another), CORBA::BAD_PARAM);
}

}  // namespace
}  // namespace orbweaver::files
