// SPDX-License-Identifier: Apache-2.0
// A server of file systems and a client of it, and what its calls raise.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/files/file_service.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::files {

namespace fs = std::filesystem;
using Number = CF::ErrorNumberType;
using Kind = CF::FileSystem::FileType;
using Names = std::vector<std::string>;
using FilesReference = IDL::traits<CF::FileSystem>::ref_type;

/// The exception of the call: "FileException CF_ENOENT", "InvalidFileName CF_EINVAL", "" for
/// nothing.
template <class Failure>
std::string text_of(const char* kind, const Failure& failure) {
  EXPECT_NE(failure.msg(), "");
  return std::string{kind} + " " + std::to_string(static_cast<int>(failure.errorNumber()));
}
inline std::string raised(const char* kind, Number number) {
  return std::string{kind} + " " + std::to_string(static_cast<int>(number));
}
inline std::string failure_of(const std::function<void()>& call) {
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

inline CF::OctetSequence octets(std::string_view text) { return {text.begin(), text.end()}; }
inline std::string text(const CF::OctetSequence& octets) { return {octets.begin(), octets.end()}; }

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
    for (const auto& file : files.list(pattern)) names.push_back(file.name());
    return names;
  }

  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
};

}  // namespace orbweaver::files
