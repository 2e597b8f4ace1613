// SPDX-License-Identifier: Apache-2.0
// A program under the name that it had until 0.2: prints the new name and becomes that program.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

namespace {

/// Returns the path of the program with the new name, in the folder of this one.
std::string path_beside_this() {
  std::array<char, 4096> own{};
  const auto length = ::readlink("/proc/self/exe", own.data(), own.size());
  const std::string path(own.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  return path.substr(0, path.rfind('/') + 1) + ORBWEAVER_NEW_NAME;
}

}  // namespace

int main(int /*argc*/, char** argv) {
  std::fputs(ORBWEAVER_FORMER_NAME " is called " ORBWEAVER_NEW_NAME " now\n", stderr);
  auto path = path_beside_this();
  argv[0] = path.data();
  ::execv(path.c_str(), argv);
  std::perror(path.c_str());
  return 1;
}
