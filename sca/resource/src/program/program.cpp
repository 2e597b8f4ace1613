// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/resource/program/program.hpp>

#include <orbweaver/corba/poa.hpp>
#include <orbweaver/os/crash_report.hpp>
#include <orbweaver/os/signals.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/property/definition.hpp>
#include <orbweaver/resource/program/debugged.hpp>
#include <orbweaver/resource/program/served_component.hpp>

#include <csignal>
#include <stdexcept>

namespace orbweaver::resource {

namespace {

constexpr int kDone = 0, kFailed = 1, kWrongUsage = 2;

int say(const Arguments* arguments, const std::string& text, int status) {
  const auto name = arguments ? arguments->identifier : "component";
  os::print_error_of(name, text);
  return status;
}

/// Ends the program. Made before the ORB starts its threads.
class EndSignal {
 public:
  void wait() const { (void)signals_.wait(Deadline::never()); }
  /// Ends wait(). Any thread.
  void request() const { signals_.send_to_owner(SIGTERM); }

 private:
  os::AwaitedSignals signals_{SIGTERM, SIGINT};
};

CORBA::object_reference<PortableServer::POA> root_adapter(CORBA::ORB& orb) {
  return IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references("RootPOA"));
}

int serve(const std::shared_ptr<CORBA::ORB>& orb, const Arguments& arguments,
          const EndSignal& ending, const MakeParts& make) {
  const auto adapter = root_adapter(*orb);
  const auto served =
      ServedComponent::begin({arguments, orb, adapter}, make, [&ending] { ending.request(); });
  if (!served) return say(&arguments, served.error(), kWrongUsage);
  ending.wait();
  const auto failed = (*served)->end();
  orb->shutdown(true);  // replies that are under way are sent: releaseObject's, too
  return failed.empty() ? kDone : say(&arguments, failed.front(), kFailed);
}

/// Calls serve(), and writes one line for an exception.
int serve_and_report(const std::shared_ptr<CORBA::ORB>& orb, const Arguments& arguments,
                     const EndSignal& ending, const MakeParts& make) {
  try {
    return serve(orb, arguments, ending, make);
  } catch (const CORBA::SystemException& error) {
    return say(&arguments, error.detail().empty() ? error.what() : error.detail(), kFailed);
  } catch (const std::invalid_argument& error) {  // thrown for the parts: a parameter does not fit
    return say(&arguments, error.what(), kWrongUsage);
  } catch (const std::exception& error) {
    return say(&arguments, error.what(), kFailed);
  }
}

int run(const std::shared_ptr<CORBA::ORB>& orb, int argc, char** argv, const EndSignal& ending,
        const MakeParts& make) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto arguments = parse_arguments(words);
  if (!arguments) return say(nullptr, arguments.error(), kWrongUsage);
  await_debugger_if_wanted(*arguments, stdout);
  return serve_and_report(orb, *arguments, ending, make);
}

}  // namespace

Result<void, std::string> apply_parameters(const Arguments& arguments, PropertyStore& properties) {
  for (const auto& parameter : arguments.parameters) {
    if (!properties.is_parameter(parameter.id)) continue;
    if (auto set = properties.set_text(parameter.id, parameter.value); !set)
      return unexpected(std::move(set.error().text));
  }
  return {};
}

int run_program(int argc, char** argv, const MakeParts& make) {
  os::begin_standard_streams();
  os::report_crashes();
  const EndSignal ending;
  try {
    const auto orb = corba::orb_with_strings(corba::kStringsAsIs, argc, argv);
    const int status = run(orb, argc, argv, ending, make);
    orb->destroy();
    return status;
  } catch (const CORBA::BAD_PARAM& error) {
    return say(nullptr, error.detail(), kWrongUsage);
  } catch (const CORBA::SystemException& error) {
    return say(nullptr, error.what(), kFailed);
  }
}

}  // namespace orbweaver::resource
