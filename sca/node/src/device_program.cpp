// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/node/device_program.hpp>

#include <orbweaver/generated/sca/CF/DeviceManager.hpp>
#include <orbweaver/node/signals.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/standard_streams.hpp>

#include <string>
#include <vector>

#include "bounded.hpp"

namespace orbweaver::node {

namespace {

constexpr int kDone = 0, kFailed = 1, kWrongUsage = 2;
constexpr Nanoseconds kCallTimeout = std::chrono::seconds{10};
constexpr Nanoseconds kLooksAfterManager = std::chrono::seconds{2};

int say(const std::string& name, const std::string& text, int status) {
  os::print_error_of(name, text);
  return status;
}

template <class Interface>
CORBA::object_reference<Interface> object_of(CORBA::ORB& orb, const std::string& text,
                                             const char* what) {
  auto object = IDL::traits<Interface>::narrow(bounded(orb.string_to_object(text), kCallTimeout));
  if (object) return object;
  throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO, what);
}

/// A device from its registration to its release.
class Served {
 public:
  Served(const std::shared_ptr<CORBA::ORB>& orb, const DeviceArguments& arguments,
         const Signals& signals)
      : arguments_(&arguments),
        signals_(&signals),
        orb_(orb),
        manager_(object_of<CF::DeviceManager>(*orb, arguments.device_manager,
                                              "DEVICE_MGR_IOR names no device manager")) {
    if (!arguments.composite.empty())
      composite_ = object_of<CF::AggregateDevice>(*orb, arguments.composite,
                                                  "Composite_DEVICE_IOR names no composite device");
  }

  int serve(const MakeDevice& make) {
    device_ = make({*arguments_, orb_, composite_, [this] {
                      is_released_ = true;
                      signals_->wake();
                    }});
    if (composite_) composite_->addDevice(device_);
    manager_->registerDevice(device_);
    const int status = await_end();
    unregister();
    if (!is_released_) device_->releaseObject();
    return status;
  }

 private:
  int await_end() {
    while (true) {
      const auto came = signals_->wait(Deadline::after(kLooksAfterManager));
      if (came == Signals::SignalResult::to_end || is_released_) return kDone;
      if (came == Signals::SignalResult::nothing && is_manager_gone())
        return say(arguments_->identifier, "ends, as its device manager is gone", kFailed);
    }
  }

  // A manager that does not answer in time may be busy: it is not gone.
  bool is_manager_gone() const {
    try {
      return manager_->_non_existent();
    } catch (const CORBA::TIMEOUT&) {
      return false;
    } catch (const CORBA::SystemException&) {
      return true;
    }
  }

  // A failure is ignored: the manager may be ending or gone.
  void unregister() const {
    (void)attempt([&] { manager_->unregisterDevice(device_); });
    if (composite_) (void)attempt([&] { composite_->removeDevice(device_); });
  }

  const DeviceArguments* arguments_;
  const Signals* signals_;
  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<CF::DeviceManager> manager_;
  CORBA::object_reference<CF::AggregateDevice> composite_;
  CORBA::object_reference<CF::Device> device_;
  os::Atomic<bool> is_released_ = false;
};

int serve_and_report(const std::shared_ptr<CORBA::ORB>& orb, const DeviceArguments& arguments,
                     const Signals& signals, const MakeDevice& make) {
  try {
    Served served{orb, arguments, signals};
    const int status = served.serve(make);
    orb->shutdown(true);  // waits for replies that are being sent, such as that of releaseObject
    return status;
  } catch (const CORBA::Exception& error) {
    return say(arguments.identifier, program::text_of(error), kFailed);
  } catch (const std::exception& error) {
    return say(arguments.identifier, error.what(), kFailed);
  }
}

}  // namespace

int run_device_program(int argc, char** argv, const MakeDevice& make) {
  os::begin_standard_streams();
  const Signals signals;
  try {
    const auto orb = corba::orb_with_strings(corba::kStringsAsIs, argc, argv);
    const std::vector<std::string> words(argv + 1, argv + argc);
    const auto arguments = parse_device_arguments(words);
    const int status = arguments ? serve_and_report(orb, *arguments, signals, make)
                                 : say("device", arguments.error(), kWrongUsage);
    orb->destroy();
    return status;
  } catch (const CORBA::BAD_PARAM& error) {
    return say("device", error.detail(), kWrongUsage);
  } catch (const CORBA::SystemException& error) {
    return say("device", error.what(), kFailed);
  }
}

}  // namespace orbweaver::node
