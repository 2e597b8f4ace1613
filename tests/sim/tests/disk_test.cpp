// SPDX-License-Identifier: Apache-2.0
// The files of a simulated machine, as the functions of orb/os show them.
#include <orbweaver/os/file.hpp>
#include <orbweaver/os/folder.hpp>
#include <orbweaver/os/private_folder.hpp>
#include <orbweaver/os/read_file.hpp>
#include <orbweaver/sim/disk.hpp>
#include <orbweaver/sim/process.hpp>

#include <gtest/gtest.h>

#include <cerrno>

#include "runs.hpp"

namespace orbweaver::sim {
namespace {

constexpr unsigned kMode = 0600;

std::string text_at(const std::string& path) { return os::read_file(path, 1000).value_or("none"); }

void write(const std::string& path, std::string_view text) {
  const auto file = os::open_to_write(path, os::OpenToWrite::replace, kMode);
  if (file) (void)os::write_all(file->get(), as_bytes(text));
}

TEST(Files, AreWrittenAppendedToCutAndRead) {
  Notes<bool> holds;
  const auto outcome = run_calm([&] {
    write("/tmp/a", "one");
    const auto more = os::open_to_write("/tmp/a", os::OpenToWrite::append, kMode);
    (void)os::write_all(more->get(), as_bytes("two"));
    holds.add(text_at("/tmp/a") == "onetwo");
    holds.add(os::size_of(more->get()) == 6U);
    holds.add(os::cut_to(more->get(), 4) && text_at("/tmp/a") == "onet");
    holds.add(os::open_to_read("/tmp/none").error().code == ENOENT);
    holds.add(os::open_to_write("/none/a", os::OpenToWrite::append, kMode).error().code == ENOENT);
  });
  EXPECT_EQ(broken_law(outcome), "");
  EXPECT_EQ(holds.values(), std::vector<bool>(5, true));
}

TEST(Files, TakeThePlaceOfOthersWhichStayOpen) {
  Notes<bool> holds;
  (void)run_calm([&] {
    write("/tmp/a", "old");
    const auto old = os::open_to_read("/tmp/a");
    write("/tmp/a.new", "new");
    holds.add(os::rename_file("/tmp/a.new", "/tmp/a").has_value());
    holds.add(text_at("/tmp/a") == "new" && text_at("/tmp/a.new") == "none");
    std::array<std::byte, 3> space{};
    holds.add(os::read_some(old->get(), space) == 3U && as_text(space) == "old");
  });
  EXPECT_EQ(holds.values(), std::vector<bool>(3, true));
}

TEST(Files, OutliveAProcessThatIsKilled) {
  Notes<std::string> texts;
  (void)run_calm([&] {
    auto& writer = *start_process({.name = "writer"}, [] {
      write("/tmp/a", "kept");
      sleep_until(kNever - 1);
    });
    sleep_until(virtual_now() + kSecond);
    kill(writer);
    const auto text = text_at("/tmp/a");
    const KernelMemory kernel;
    texts.add(text.c_str());
  });
  EXPECT_EQ(texts.values(), std::vector<std::string>{"kept"});
}

TEST(APrivateFolder, IsGoneWithItsProcessEvenIfThatIsKilled) {
  Notes<bool> is_there;
  (void)run_calm([&] {
    const auto live = [&](bool is_killed) {
      auto& owner = *start_process({.name = "owner"}, [&] {
        const auto folder = os::PrivateFolder::make("folder");
        write((folder->path() / "a").string(), "text");
        is_there.add(disk_here().all_below("/tmp").size() == 2);
        if (is_killed) sleep_until(kNever - 1);
      });
      if (is_killed) {
        sleep_until(virtual_now() + kSecond);
        kill(owner);
      }
      await_end(owner);
      is_there.add(!disk_here().all_below("/tmp").empty());
    };
    live(false);
    live(true);
  });
  EXPECT_EQ(is_there.values(), (std::vector{true, false, true, false}));
}

TEST(AFolder, ShowsAndChangesWhatLiesBeneathIt) {
  Notes<bool> holds;
  const auto outcome = run_calm([&] {
    (void)os::make_private_folder("/tmp/root");
    const auto root = os::open_folder("/tmp/root");
    const int folder = root->get();
    using os::OpenBeneath;
    holds.add(os::make_folder_in(folder, "sub", 0700).has_value());
    holds.add(os::make_folder_in(folder, "sub", 0700).error().code == EEXIST);
    holds.add(os::open_beneath(folder, "sub/file", OpenBeneath::to_create, kMode).has_value());
    holds.add(os::open_beneath(folder, "sub/none", OpenBeneath::to_read).error().code == ENOENT);
    holds.add(os::open_beneath(folder, "../a", OpenBeneath::to_look).error().code == EXDEV);
    auto listed = os::open_beneath(folder, "sub", OpenBeneath::to_list);
    holds.add(os::names_in(*std::move(listed)) == std::vector<std::string>{"file"});
    holds.add(os::remove_folder_in(folder, "sub").error().code == ENOTEMPTY);
    const auto sub = os::open_beneath(folder, "sub", OpenBeneath::to_look);
    holds.add(os::rename_in(sub->get(), "file", "other").has_value());
    holds.add(os::set_mode_in(sub->get(), "other", 0755).has_value());
    const auto other = os::open_beneath(folder, "sub/other", OpenBeneath::to_look);
    holds.add(os::information_of(other->get())->mode == 0755U);
    holds.add(os::remove_file_in(sub->get(), "other").has_value());
    holds.add(os::remove_folder_in(folder, "sub").has_value());
  });
  EXPECT_EQ(broken_law(outcome), "");
  EXPECT_EQ(holds.values(), std::vector<bool>(12, true));
}

}  // namespace
}  // namespace orbweaver::sim
