#include <orbweaver/resource/program/program.hpp>

#include <orbweaver/property/definition.hpp>
#include <orbweaver/resource/program/served_component.hpp>

#include <csignal>
#include <cstdio>
#include <stdexcept>

namespace orbweaver::resource {

namespace {

constexpr int kDone = 0, kFailed = 1, kWrongUsage = 2;

int say(const Arguments* arguments, const std::string& text, int status) {
  const auto* const name = arguments ? arguments->identifier.c_str() : "component";
  std::fprintf(stderr, "%s: %s\n", name, text.c_str());
  return status;
}

/// What ends the program. Made before the ORB starts its threads, which inherit the mask: only
/// wait() takes these signals.
class Ending {
 public:
  Ending() {
    sigemptyset(&signals_);
    for (const int each : {SIGTERM, SIGINT}) sigaddset(&signals_, each);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }
  void wait() const {
    int signal = 0;
    sigwait(&signals_, &signal);
  }
  /// Ends wait(). Any thread.
  void request() const { pthread_kill(waiting_, SIGTERM); }

 private:
  sigset_t signals_{};
  pthread_t waiting_ = pthread_self();
};

CORBA::object_reference<PortableServer::POA> root_adapter(CORBA::ORB& orb) {
  return IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references("RootPOA"));
}

int serve(const std::shared_ptr<CORBA::ORB>& orb, const Arguments& arguments, const Ending& ending,
          const MakeParts& make) {
  const auto adapter = root_adapter(*orb);
  const auto served =
      ServedComponent::begin({arguments, orb, adapter}, make, [&ending] { ending.request(); });
  if (!served) return say(&arguments, served.error(), kWrongUsage);
  ending.wait();
  const auto failed = (*served)->end();
  orb->shutdown(true);  // replies that are under way are sent: releaseObject's, too
  return failed.empty() ? kDone : say(&arguments, failed.front(), kFailed);
}

/// As serve(), and one line for what a call throws.
int serve_and_report(const std::shared_ptr<CORBA::ORB>& orb, const Arguments& arguments,
                     const Ending& ending, const MakeParts& make) {
  try {
    return serve(orb, arguments, ending, make);
  } catch (const CORBA::SystemException& error) {
    return say(&arguments, error.detail().empty() ? error.what() : error.detail(), kFailed);
  } catch (const std::invalid_argument& error) {  // of the parts: a parameter that does not fit
    return say(&arguments, error.what(), kWrongUsage);
  } catch (const std::exception& error) {
    return say(&arguments, error.what(), kFailed);
  }
}

int run(const std::shared_ptr<CORBA::ORB>& orb, int argc, char** argv, const Ending& ending,
        const MakeParts& make) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto arguments = parse_arguments(words);
  if (!arguments) return say(nullptr, arguments.error(), kWrongUsage);
  return serve_and_report(orb, *arguments, ending, make);
}

}  // namespace

Result<void, std::string> apply_parameters(const Arguments& arguments, PropertyStore& properties) {
  for (const auto& each : arguments.parameters) {
    if (!properties.is_parameter(each.id)) continue;
    if (auto set = properties.set_text(each.id, each.value); !set)
      return unexpected(std::move(set.error().text));
  }
  return {};
}

int run_program(int argc, char** argv, const MakeParts& make) {
  const Ending ending;
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
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
