// SPDX-License-Identifier: Apache-2.0
// Stands in for ACE's reader of the command line.
#pragma once
#include <ace/ace_names.h>
#include <getopt.h>

class ACE_Get_Opt {
 public:
  ACE_Get_Opt(int count, char* arguments[], const char* options)
      : count_(count), arguments_(arguments), options_(options) {
    ::optind = 1;
  }
  int operator()() {
    const int option = ::getopt(count_, arguments_, options_);
    optarg = ::optarg;
    return option;
  }
  [[nodiscard]] char* opt_arg() const { return optarg; }
  [[nodiscard]] int opt_opt() const { return ::optopt; }
  [[nodiscard]] int& opt_ind() { return ::optind; }
  [[nodiscard]] char** argv() const { return arguments_; }

  char* optarg = nullptr;

 private:
  int count_;
  char** arguments_;
  const char* options_;
};
