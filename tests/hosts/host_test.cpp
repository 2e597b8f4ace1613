// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/files/file_service.hpp>
#include <orbweaver/generated/sca/CF/Resource.hpp>
#include <orbweaver/guard/hosting/host_program.hpp>
#include <orbweaver/os/descriptor_passing.hpp>

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>

#include "names.hpp"
#include "scratch_folder.hpp"

namespace orbweaver::hosts {
namespace {

using Kind = os::ProcessEnd::Kind;
using LoadType = CF::LoadableDevice::LoadType;
using Resource = CORBA::object_reference<CF::Resource>;
using Texts = std::vector<std::pair<std::string, std::string>>;

/// What threads of the device report, in order.
template <class T>
class Queue {
 public:
  void put(T value) {
    const std::scoped_lock lock{mutex_};
    values_.push_back(std::move(value));
    changed_.notify_all();
  }
  T next() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return !values_.empty(); });
    auto value = std::move(values_.front());
    values_.pop_front();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> values_;
};

CF::Properties properties_of(const Texts& texts) {
  CF::Properties all;
  for (const auto& [id, value] : texts) {
    CORBA::Any any;
    any <<= value;
    all.emplace_back(id, std::move(any));
  }
  return all;
}

/// The device of this process, its components in hosts.
class ACollocation : public testing::Test {
 protected:
  ACollocation() {
    scratch.write("libno_library.so", "text");
    root->the_POAManager()->activate();
    context = orb->object_to_string(root->id_to_reference(root->activate_object(names)));
    files =
        files::serve_file_system(orb, files::RootFolder::open(ORBWEAVER_TEST_LIBRARIES).value());
    begin_device(std::chrono::seconds{60});
  }
  ~ACollocation() override {
    device->releaseObject();
    orb->destroy();
  }

  void begin_device(Nanoseconds timeout) {
    device = device::serve_executable_device(
        orb,
        {.description = {.identifier = "DCE:1", .label = "here"},
         .cache_folder = scratch.path() / "cache",
         .runner = {.guard_program = guard::program_beside_this().value_or(""),
                    .start_timeout = timeout,
                    .on_line =
                        [this](const std::string& name, device::Stream, std::string_view line) {
                          lines.put(name + ": " + std::string{line});
                        }},
         .on_ends = [this](const std::vector<device::ProgramEnd>& together) {
           ended_at_once.put(together.size());
           for (const auto& end : together) ends.put(end);
         }});
    for (const auto* text :
         {"/libstream.so", "/libtroubled.so", "/libempty.so", "/libunresolved.so", "/libother.so"})
      device->load(files, text, LoadType::SHARED_LIBRARY);
    device->load(files::serve_file_system(orb, files::RootFolder::open(scratch.path()).value()),
                 "/libno_library.so", LoadType::SHARED_LIBRARY);
  }
  int execute(const std::string& library, const std::string& name, Texts parameters = {},
              const std::string& collocation = "pair:app", Texts options = {}) {
    parameters.insert(parameters.begin(), {{"NAMING_CONTEXT_IOR", context},
                                           {"NAME_BINDING", name},
                                           {"COMPONENT_IDENTIFIER", name + ":app"}});
    if (!collocation.empty()) options.emplace_back("PROCESS_COLLOCATION_ID", collocation);
    return device->execute("/lib" + library + ".so", properties_of(options),
                           properties_of(parameters));
  }
  /// Why a component with these execute options does not come into the collocation.
  std::string refusal_with(const Texts& options) {
    try {
      (void)execute("stream", "late", {}, "pair:app", options);
    } catch (const CF::ExecutableDevice::ExecuteFail& failure) {
      return failure.msg();
    }
    return "it runs";
  }
  /// Why it is not executed.
  std::string refusal(const std::string& library, const Texts& parameters = {}) {
    try {
      (void)execute(library, "bad", parameters);
    } catch (const CF::ExecutableDevice::ExecuteFail& failure) {
      return failure.msg();
    }
    return "it runs";
  }
  Resource resource(const std::string& name) {
    return IDL::traits<CF::Resource>::narrow(names->await(name));
  }
  std::set<std::string> next_lines(std::size_t count) {
    std::set<std::string> all;
    while (all.size() < count) all.insert(lines.next());
    return all;
  }

  Queue<std::string> lines;
  Queue<device::ProgramEnd> ends;
  Queue<std::size_t> ended_at_once;
  const ScratchFolder scratch;
  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
  CORBA::object_reference<PortableServer::POA> root =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  std::shared_ptr<Names> names = CORBA::make_reference<Names>();
  std::string context;
  IDL::traits<CF::FileSystem>::ref_type files;
  IDL::traits<CF::ExecutableDevice>::ref_type device;
};

TEST_F(ACollocation, runs_its_components_in_one_process_each_under_its_name) {
  const auto process = execute("stream", "a");
  EXPECT_EQ(execute("stream", "b"), process);
  EXPECT_NE(execute("stream", "c", {}, "other:app"), process);
  EXPECT_EQ(resource("a")->identifier(), "a:app");
  EXPECT_EQ(resource("b")->identifier(), "b:app");
  EXPECT_EQ(next_lines(3),
            (std::set<std::string>{"a: made a:app", "b: made b:app", "c: made c:app"}));
}

TEST_F(ACollocation, refuses_a_component_with_other_execute_options_than_its_first) {
  execute("stream", "a");
  EXPECT_EQ(refusal_with({{"CORE_AFFINITY", "0"}}),
            "late: its execute options (CORE_AFFINITY=0) are not those of the process that it is "
            "to share (none): give all components of 'pair:app' the same");
  EXPECT_EQ(refusal_with({{"PRIORITY", "0"}}), "it runs") << "0 is the usual";
}

TEST_F(ACollocation, has_all_threads_of_its_process_where_its_execute_options_say) {
  const auto process = execute("stream", "a", {}, "pinned:app", {{"CORE_AFFINITY", "0"}});
  (void)resource("a")->identifier();
  std::size_t threads = 0;
  const auto tasks = std::filesystem::path{"/proc"} / std::to_string(process) / "task";
  for (const auto& thread : std::filesystem::directory_iterator{tasks}) {
    cpu_set_t cpus;
    const int id = std::stoi(thread.path().filename());
    if (::sched_getaffinity(id, sizeof cpus, &cpus) != 0) continue;  // it has ended
    ++threads;
    EXPECT_EQ(CPU_COUNT(&cpus), 1) << id;
    EXPECT_TRUE(CPU_ISSET(0, &cpus)) << id;
  }
  EXPECT_GT(threads, 1U);
}

TEST_F(ACollocation, of_fifty_components_is_one_process) {
  std::set<int> processes;
  for (int i = 0; i < 50; ++i) processes.insert(execute("stream", std::to_string(i)));
  EXPECT_EQ(processes.size(), 1U);
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(resource(std::to_string(i))->identifier(), std::to_string(i) + ":app");
}

TEST_F(ACollocation, keeps_packets_between_its_components_in_order_and_in_the_process) {
  execute("stream", "a", {{"send", "5000"}});
  execute("other", "b", {{"expect", "5000"}});
  (void)next_lines(2);
  const auto a = resource("a"), b = resource("b");
  for (const auto& entry : {a, b}) entry->initialize();
  const auto out = IDL::traits<CF::Port>::narrow(a->getPort("out"));
  out->connectPort(b->getPort("in"), "a-b");
  b->start();
  a->start();
  EXPECT_EQ(next_lines(2),
            (std::set<std::string>{"a: sent by inproc", "b: 5000 packets, in order"}));
}

TEST_F(ACollocation, refuses_what_is_no_component_and_goes_on) {
  const auto process = execute("stream", "a");
  EXPECT_NE(refusal("empty").find("it has no function orbweaver_make_component"),
            std::string::npos);
  EXPECT_NE(refusal("no_library").find("bad: "), std::string::npos);
  EXPECT_NE(refusal("unresolved").find("is_nowhere"), std::string::npos);
  EXPECT_EQ(refusal("troubled", {{"trouble", "throws"}}), "bad: there is no antenna at all");
  EXPECT_EQ(refusal("troubled", {{"trouble", "throws a number"}}),
            "bad: it threw what is no std::exception");
  EXPECT_EQ(refusal("troubled", {{"trouble", "makes nothing"}}), "bad: no component was made");
  EXPECT_EQ(refusal("troubled"), "it runs");
  EXPECT_EQ(execute("stream", "b"), process);
  EXPECT_EQ(resource("a")->identifier(), "a:app");
}

TEST_F(ACollocation, of_which_the_only_component_is_refused_leaves_no_process) {
  EXPECT_NE(refusal("empty"), "it runs");
  device->adminState(CF::Device::AdminType::LOCKED);
  for (const auto* text : {"/libstream.so", "/libtroubled.so", "/libempty.so", "/libunresolved.so",
                           "/libother.so", "/libno_library.so"})
    device->unload(text);
  EXPECT_EQ(device->adminState(), CF::Device::AdminType::LOCKED) << "nothing is in use";
}

TEST_F(ACollocation, refuses_arguments_and_options_that_make_no_sense) {
  EXPECT_THROW((void)device->execute("/libstream.so", {}, properties_of({{"NAME_BINDING", "a"}})),
               CF::ExecutableDevice::ExecuteFail);
  CF::Properties no_text{CF::DataType{"PROCESS_COLLOCATION_ID", CORBA::Any{}}};
  EXPECT_THROW((void)device->execute("/libstream.so", no_text, {}),
               CF::ExecutableDevice::InvalidOptions);
  EXPECT_NE(refusal("stream", {{"-ORBnone", "1"}}).find("-ORBnone"), std::string::npos);
}

TEST_F(ACollocation, runs_on_when_one_of_two_is_terminated) {
  const auto process = execute("stream", "a");
  execute("stream", "b");
  device->terminate(process);
  EXPECT_EQ(resource("b")->identifier(), "b:app");
  device->terminate(process);
  std::set<std::string> ended;
  for (int i = 0; i < 2; ++i) {
    const auto end = ends.next();
    ended.insert(end.name);
    EXPECT_EQ(end.process, process);
    EXPECT_EQ(end.end, (os::ProcessEnd{Kind::exited, 0})) << "it ends in order";
  }
  EXPECT_EQ(ended, (std::set<std::string>{"a", "b"}));
  names->await_size(0);
  EXPECT_THROW(device->terminate(process), CF::ExecutableDevice::InvalidProcess);
}

TEST_F(ACollocation, runs_on_when_one_of_two_is_released) {
  execute("stream", "a");
  execute("stream", "b");
  resource("a")->releaseObject();
  EXPECT_EQ(ends.next().name, "a");
  names->await_size(1);
  EXPECT_EQ(resource("b")->identifier(), "b:app");
  EXPECT_EQ(next_lines(3), (std::set<std::string>{"a: made a:app", "b: made b:app", "a: gone"}));
}

TEST_F(ACollocation, ends_when_one_was_terminated_and_the_other_released) {
  const auto process = execute("stream", "a");
  execute("stream", "b");
  device->terminate(process);
  resource("a")->releaseObject();
  EXPECT_EQ(ends.next().name, "a");
  EXPECT_EQ(ends.next().name, "b");
}

TEST_F(ACollocation, ends_with_its_last_component_and_begins_anew) {
  const auto first = execute("stream", "a");
  resource("a")->releaseObject();
  EXPECT_EQ(ends.next().name, "a");
  const auto second = execute("stream", "a");
  EXPECT_NE(second, first);
  EXPECT_EQ(resource("a")->identifier(), "a:app");
}

TEST_F(ACollocation, reports_the_ends_of_all_components_at_once_when_its_process_dies) {
  const auto process = execute("stream", "a");
  execute("stream", "b");
  ::kill(process, SIGKILL);
  EXPECT_EQ(ended_at_once.next(), 2U);
  std::set<std::string> ended;
  for (int i = 0; i < 2; ++i) {
    const auto end = ends.next();
    ended.insert(end.name);
    EXPECT_EQ(end.end, (os::ProcessEnd{Kind::killed, SIGKILL}));
  }
  EXPECT_EQ(ended, (std::set<std::string>{"a", "b"}));
  EXPECT_NE(execute("stream", "c"), process);
}

TEST_F(ACollocation, gives_up_a_library_that_hangs) {
  device->releaseObject();
  begin_device(std::chrono::milliseconds{500});
  EXPECT_NE(refusal("troubled", {{"trouble", "hangs"}}).find("its library may hang"),
            std::string::npos);
}

TEST_F(ACollocation, without_an_id_is_a_process_of_one_component) {
  EXPECT_NE(execute("stream", "a", {}, ""), execute("stream", "b", {}, ""));
}

std::optional<os::ProcessEnd> end_of_host(const std::vector<int>& descriptors) {
  auto process = os::start({.file = guard::hosting::program_beside_this().value_or(""),
                            .environment = {"PATH=/usr/bin"},
                            .descriptors = descriptors});
  if (!process) return std::nullopt;
  return process->wait(Deadline::never()).value_or(std::nullopt);
}

TEST(AHostProcess, ends_at_a_message_that_makes_no_sense) {
  auto ends = os::make_message_pair();
  ASSERT_TRUE(ends.has_value());
  ASSERT_TRUE(os::send_with_descriptors(ends->first.get(), as_bytes("nonsense"), {}).has_value());
  EXPECT_EQ(end_of_host({-1, -1, -1, ends->second.get()}), (os::ProcessEnd{Kind::exited, 0}));
}

TEST(AHostProcess, is_not_started_by_hand) {
  EXPECT_EQ(end_of_host({}), (os::ProcessEnd{Kind::exited, 2}));
}

}  // namespace
}  // namespace orbweaver::hosts
