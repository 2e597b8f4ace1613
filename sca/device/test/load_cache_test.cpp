// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/load_cache.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "fake_source.hpp"
#include "scratch_folder.hpp"

namespace orbweaver::device {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

files::FileName name(std::string_view text) { return files::FileName::parse(text).value(); }

std::uint64_t this_second() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::seconds>(since).count());
}

class ALoadCache : public testing::Test {
 protected:
  Result<void, LoadError> load(const char* file, LoadKind kind = LoadKind::executable) {
    return cache->load(source, name(file), kind);
  }
  std::string path_of(const char* file) const { return cache->path_of(name(file)).value_or(""); }

  FakeSource source;
  ScratchFolder scratch;
  std::unique_ptr<LoadCache> cache = LoadCache::open(scratch.path() / "cache").value();
};

TEST_F(ALoadCache, brings_a_file_that_can_be_run) {
  source.files["/bin/demod"] = {"program"};
  ASSERT_TRUE(load("/bin/demod"));
  EXPECT_EQ(path_of("/bin/demod"), (scratch.path() / "cache/bin/demod").string());
  EXPECT_EQ(scratch.read("cache/bin/demod"), "program");
  EXPECT_EQ(fs::status(path_of("/bin/demod")).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(scratch.path() / "cache").permissions(), fs::perms::owner_all);
}

TEST_F(ALoadCache, counts_loads) {
  source.files["/a"] = {"x"};
  ASSERT_TRUE(load("/a") && load("/a"));
  EXPECT_EQ(cache->loads_of(name("/a")), 2U);
  EXPECT_TRUE(cache->unload(name("/a")));
  EXPECT_NE(path_of("/a"), "");
  EXPECT_TRUE(cache->unload(name("/a")));
  EXPECT_EQ(cache->path_of(name("/a")).error().code, ENOENT);
  EXPECT_FALSE(cache->unload(name("/a")));
  EXPECT_FALSE(cache->unload(name("/never")));
  EXPECT_EQ(cache->loads_of(name("/never")), 0U);
}

TEST_F(ALoadCache, copies_again_only_what_changed) {
  source.files["/a"] = {"first", 1000};
  ASSERT_TRUE(load("/a") && load("/a"));
  EXPECT_TRUE(cache->unload(name("/a")) && cache->unload(name("/a")));
  ASSERT_TRUE(load("/a"));
  EXPECT_EQ(source.reads, 1);
  source.files["/a"] = {"other", 1001};
  ASSERT_TRUE(load("/a"));
  EXPECT_EQ(scratch.read("cache/a"), "other");
  source.files["/a"] = {"longer", 1001};
  ASSERT_TRUE(load("/a"));
  EXPECT_EQ(scratch.read("cache/a"), "longer");
  EXPECT_EQ(cache->copies(), 3U);
}

TEST_F(ALoadCache, does_not_trust_a_time_that_may_stand_for_two_contents) {
  source.files["/a"] = {"first", this_second() + 1};
  ASSERT_TRUE(load("/a"));
  source.files["/a"].text = "other";
  ASSERT_TRUE(load("/a"));
  EXPECT_EQ(scratch.read("cache/a"), "other");
  source.files["/b"] = {"first", std::nullopt};
  ASSERT_TRUE(load("/b") && load("/b"));
  EXPECT_EQ(source.reads, 4);
}

TEST_F(ALoadCache, copies_again_what_was_removed_or_cut_off_here) {
  source.files["/a"] = {"text"};
  ASSERT_TRUE(load("/a"));
  fs::remove(scratch.path() / "cache/a");
  ASSERT_TRUE(load("/a"));
  EXPECT_EQ(scratch.read("cache/a"), "text");
  fs::resize_file(scratch.path() / "cache/a", 1);
  ASSERT_TRUE(load("/a"));
  EXPECT_EQ(scratch.read("cache/a"), "text");
}

TEST_F(ALoadCache, lets_a_program_that_runs_keep_its_file) {
  source.files["/a"] = {"first", 1};
  ASSERT_TRUE(load("/a"));
  std::ifstream running{scratch.path() / "cache/a"};
  source.files["/a"] = {"other", 2};
  ASSERT_TRUE(load("/a"));
  std::string text;
  running >> text;
  EXPECT_EQ(text, "first");
}

TEST_F(ALoadCache, brings_folders_with_all_that_is_in_them) {
  source.files["/radio/bin/a"] = {"A"};
  source.files["/radio/lib/deep/b"] = {"B"};
  ASSERT_TRUE(load("/radio"));
  EXPECT_EQ(scratch.read("cache/radio/lib/deep/b"), "B");
  EXPECT_NE(path_of("/radio/bin/a"), "");
  EXPECT_EQ(cache->path_of(name("/radio/bin")).error().code, EISDIR);
  EXPECT_EQ(cache->path_of(name("/radio/bin/none")).error().code, ENOENT);

  source.files.erase("/radio/bin/a");
  source.files.erase("/radio/lib/deep/b");
  source.files["/radio/bin/a/x"] = {"X"};
  source.files["/radio/lib/deep"] = {"D"};
  ASSERT_TRUE(load("/radio"));
  EXPECT_EQ(scratch.read("cache/radio/bin/a/x"), "X") << "a folder in a file's place";
  EXPECT_EQ(scratch.read("cache/radio/lib/deep"), "D") << "a file in a folder's place";
}

TEST_F(ALoadCache, that_fails_counts_nothing_and_leaves_nothing_by_half) {
  EXPECT_EQ(load("/none").error().code, ENOENT);
  source.files["/a"] = {"first", 1};
  source.unreadable = "/a";
  EXPECT_EQ(load("/a").error().code, EIO);
  EXPECT_EQ(cache->loads_of(name("/a")), 0U);
  EXPECT_TRUE(fs::is_empty(scratch.path() / "cache"));
  source.unreadable.clear();
  ASSERT_TRUE(load("/a"));
  source.files["/a"] = {"other", 2};
  source.unreadable = "/a";
  EXPECT_FALSE(load("/a"));
  EXPECT_EQ(scratch.read("cache/a"), "first");
  EXPECT_EQ(cache->loads_of(name("/a")), 1U);
}

TEST_F(ALoadCache, takes_no_name_from_a_source_that_leads_out) {
  class Hostile final : public FileSource {
   public:
    explicit Hostile(std::string step) : step_(std::move(step)) {}
    Result<SourceEntry, LoadError> look_at(const files::FileName& known) override {
      return SourceEntry{known.last(), true, 0, {}};
    }
    Result<std::vector<SourceEntry>, LoadError> entries_of(const files::FileName&) override {
      return std::vector{SourceEntry{step_, false, 1, {}}};
    }
    Result<void, LoadError> read(const files::FileName&, const Take& take) override {
      return take(as_bytes("x"));
    }

   private:
    std::string step_;
  };
  for (const auto* step : {"..", ".", "", "a/b", "../../x", "/x", "a\nb"}) {
    Hostile hostile{step};
    EXPECT_FALSE(cache->load(hostile, name("/radio"), LoadKind::executable)) << step;
  }
}

TEST_F(ALoadCache, has_an_end_for_folders_without_end) {
  class Endless final : public FileSource {
   public:
    Result<SourceEntry, LoadError> look_at(const files::FileName& known) override {
      return SourceEntry{known.last(), true, 0, {}};
    }
    Result<std::vector<SourceEntry>, LoadError> entries_of(const files::FileName&) override {
      return std::vector{SourceEntry{"deeper", true, 0, {}}};
    }
    Result<void, LoadError> read(const files::FileName&, const Take&) override { return {}; }
  };
  Endless endless;
  EXPECT_EQ(cache->load(endless, name("/radio"), LoadKind::executable).error().code, ELOOP);
}

TEST_F(ALoadCache, names_the_folders_of_loaded_libraries) {
  source.files["/lib/libdsp.so"] = {"L"};
  source.files["/more/libs/libfft.so"] = {"F"};
  source.files["/bin/a"] = {"A"};
  ASSERT_TRUE(load("/lib/libdsp.so", LoadKind::shared_library));
  ASSERT_TRUE(load("/more/libs", LoadKind::shared_library));
  ASSERT_TRUE(load("/bin/a"));
  const auto folder = [&](const char* step) { return (scratch.path() / "cache" / step).string(); };
  EXPECT_EQ(cache->library_folders(), (Paths{folder("lib"), folder("more/libs")}));
  EXPECT_TRUE(cache->unload(name("/lib/libdsp.so")));
  EXPECT_EQ(cache->library_folders(), Paths{folder("more/libs")});
}

TEST_F(ALoadCache, loads_from_many_threads_and_copies_once) {
  source.files["/a"] = {std::string(100'000, 'x')};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { EXPECT_TRUE(load("/a")); });
  threads.clear();
  EXPECT_EQ(cache->loads_of(name("/a")), 8U);
  EXPECT_EQ(cache->copies(), 1U);
}

TEST(ALoadCacheWithoutItsFolder, is_not_opened) {
  ScratchFolder scratch;
  scratch.write("file", "");
  EXPECT_FALSE(LoadCache::open(scratch.path() / "file/cache"));
}

}  // namespace
}  // namespace orbweaver::device
