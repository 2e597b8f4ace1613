// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/native_strings.hpp>

#include <algorithm>

namespace orbweaver::corba {

namespace {

constexpr const char* kOption = "-ORBnativeCharCodeSet";

}  // namespace

std::vector<std::string> options_with_strings(const char* code_set,
                                              std::vector<std::string> options) {
  options.insert(options.begin(), {kOption, code_set});
  return options;
}

std::shared_ptr<CORBA::ORB> orb_with_strings(const char* code_set, int& argc, char* argv[]) {
  std::string option = kOption, value = code_set;
  std::vector<char*> words(argv, argv + argc);
  words.insert(words.begin() + std::min(argc, 1), {option.data(), value.data()});
  int count = static_cast<int>(words.size());
  auto orb = CORBA::ORB_init(count, words.data());
  std::copy_n(words.begin(), count, argv);
  argc = count;
  return orb;
}

}  // namespace orbweaver::corba
