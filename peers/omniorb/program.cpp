// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include "corba.hpp"

#include <iostream>

#include "lines.hpp"
#include "orb_options.hpp"

namespace peer {

int run_program(CLI::App& app, int argc, char** argv, const std::string& name,
                const std::function<int()>& body) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& wrong) {
    std::cerr << name << ": " << wrong.what() << "; --help lists the options\n";
    return 2;
  }
  try {
    return body();
  } catch (const CORBA::SystemException& failure) {
    print_error(name, describe(failure));
  } catch (const CORBA::Exception& failure) {
    print_error(name, failure._name());
  } catch (const std::exception& failure) {
    print_error(name, failure.what());
  }
  return 1;
}

}  // namespace peer
