// SPDX-License-Identifier: Apache-2.0
// monitor-client [-ORB options] REFERENCE: opens a session, watches three channels, changes each of
// them, and prints what it is called back with. REFERENCE may be a name: corbaname:rir:#NAME.
#include <monitor_poa.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>

#include <condition_variable>
#include <cstdio>
#include <mutex>

namespace {

std::string text_of(const CORBA::Any& value) {
  double power = 0;
  std::string text;
  Monitor::Position place;
  if (value >>= power) return std::to_string(power) + " dBm";
  if (value >>= text) return text;
  if (value >>= place)
    return std::to_string(place.latitude()) + ", " + std::to_string(place.longitude());
  return "a value of a type that this program does not know";
}

// Called on a thread of the ORB, while main waits.
class Listener : public CORBA::servant_traits<Monitor::Listener>::base_type {
 public:
  void changed(const std::string& channel, const CORBA::Any& value) override {
    std::printf("%s: %s\n", channel.c_str(), text_of(value).c_str());
    const std::scoped_lock guard(lock_);
    ++changes_;
    changed_.notify_all();
  }

  void wait_for(int changes) {
    std::unique_lock guard(lock_);
    changed_.wait(guard, [&] { return changes_ >= changes; });
  }

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  int changes_ = 0;
};

template <class T>
CORBA::Any any_of(T value) {
  CORBA::Any any;
  any <<= std::move(value);
  return any;
}

void use(Monitor::Station& station, const CORBA::servant_reference<Listener>& listener) {
  const auto session = station.open(listener->_this());
  for (const auto* channel : {"power", "mode", "position"}) session->watch(channel);
  try {
    session->watch("temperature");
  } catch (const Monitor::UnknownChannel& unknown) {
    std::printf("there is no channel %s\n", unknown.channel().c_str());
  }
  station.set("power", any_of(-42.5));
  station.set("mode", any_of(std::string{"receive"}));
  station.set("position", any_of(Monitor::Position{48.15, 11.58}));
  listener->wait_for(3);
  session->close();
  try {
    session->watch("power");
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    std::printf("the session is closed, %u clients are left\n", station.clients());
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
    if (argc != 2) {
      std::fputs("usage: monitor-client [-ORB options] REFERENCE\n", stderr);
      return 2;
    }
    const auto station = IDL::traits<Monitor::Station>::narrow(orb->string_to_object(argv[1]));
    if (!station) {
      std::fputs("monitor-client: the reference is nil, or its object is no Monitor::Station\n",
                 stderr);
      return 1;
    }
    // A client that is called back is a server too.
    const auto poa =
        IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    const auto listener = CORBA::make_reference<Listener>();
    poa->activate_object(listener);
    poa->the_POAManager()->activate();
    use(*station, listener);
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& failure) {
    std::fprintf(stderr, "monitor-client: %s\n", failure.what());
    return 1;
  }
}
