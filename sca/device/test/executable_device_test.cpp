// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/corba/caller.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/device/end_reports.hpp>
#include <orbweaver/device/executable_device.hpp>
#include <orbweaver/device/option_properties.hpp>
#include <orbweaver/files/file_service.hpp>

#include <gtest/gtest.h>

#include <condition_variable>
#include <csignal>
#include <deque>
#include <mutex>

#include "scratch_folder.hpp"

namespace orbweaver::device {
namespace {

using Admin = CF::Device::AdminType;
using Usage = CF::Device::UsageType;
using LoadKind = CF::LoadableDevice::LoadType;
using Number = CF::ErrorNumberType;
using Kind = os::ProcessEnd::Kind;

template <class T>
CF::DataType property(const std::string& id, T value) {
  CORBA::Any any;
  any <<= value;
  return CF::DataType{id, std::move(any)};
}

/// What threads of a device report, in order.
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

/// The device in a server, called through sockets.
class AnExecutableDevice : public testing::Test {
 protected:
  ~AnExecutableDevice() override {
    client->destroy();
    server->destroy();
  }
  ExecutableDeviceOptions options() {
    return {.description = {.identifier = "DCE:1",
                            .label = "here",
                            .software_profile = "/here.spd.xml",
                            .capacities = {{.id = "cores",
                                            .type = CapacityType::double_precision,
                                            .total = 2000,
                                            .units_per_one = 1000},
                                           {.id = "memory", .total = 1 << 20}},
                            .properties = {property("os_name", std::string{"Linux"})}},
            .cache_folder = scratch.path() / "cache",
            .runner = {.guard_program = guard::program_beside_this().value_or(""),
                       .on_line =
                           [this](const std::string& name, Stream, std::string_view line) {
                             lines.put(name + ": " + std::string{line});
                           }},
            .on_ends = [this](const std::vector<ProgramEnd>& together) {
              for (const auto& end : together) ends.put(end);
            }};
  }
  template <class Interface>
  typename IDL::traits<Interface>::ref_type reach(
      const typename IDL::traits<Interface>::ref_type& object) const {
    return IDL::traits<Interface>::narrow(
        client->string_to_object(server->object_to_string(object)));
  }
  void load(const std::string& name, const std::string& script) {
    scratch.write_program("dom" + name, script);
    device->load(files, name, LoadKind::EXECUTABLE);
  }

  void expect_that_the_only_use_is(const std::string& loaded) {
    EXPECT_EQ(device->usageState(), Usage::ACTIVE);
    device->unload(loaded);
    EXPECT_EQ(device->usageState(), Usage::IDLE);
  }

  Queue<std::string> lines;
  Queue<ProgramEnd> ends;
  ScratchFolder scratch;
  std::shared_ptr<CORBA::ORB> server = CORBA::ORB_init(), client = CORBA::ORB_init();
  IDL::traits<CF::ExecutableDevice>::ref_type device =
      reach<CF::ExecutableDevice>(serve_executable_device(server, options()));
  IDL::traits<CF::FileSystem>::ref_type files = make_files();

 private:
  IDL::traits<CF::FileSystem>::ref_type make_files() {
    std::filesystem::create_directories(scratch.path() / "dom");
    return reach<CF::FileSystem>(
        files::serve_file_system(server, files::RootFolder::open(scratch.path() / "dom").value()));
  }
};

TEST_F(AnExecutableDevice, says_how_a_program_ended_and_what_it_printed_last) {
  load("/bad", "echo starts; echo first >&2; printf 'no \\001antenna' >&2; exit 7");
  (void)device->execute("/bad", {}, {property("NAME_BINDING", std::string{"rx_1"})});
  const auto end = ends.next();
  EXPECT_EQ(end.name, "rx_1");
  EXPECT_EQ(line_of(end), "exit status 7; it printed last: no ?antenna");
}

TEST_F(AnExecutableDevice, knows_a_listener_only_if_it_reports) {
  CF::Properties asked{CF::DataType{kReportsEnds, CORBA::Any{}}};
  EXPECT_THROW(device->query(asked), CF::UnknownProperties);
  auto with = options();
  with.cache_folder = scratch.path() / "other";
  std::string given;
  with.on_listener = [&](const IDL::traits<CORBA::Object>::ref_type& listener) {
    given = server->object_to_string(listener);
  };
  const auto other = reach<CF::ExecutableDevice>(serve_executable_device(server, std::move(with)));
  other->query(asked);
  bool answer = false;
  EXPECT_TRUE(asked.front().value() >>= answer);
  EXPECT_TRUE(answer);
  const IDL::traits<CORBA::Object>::ref_type listener = files;
  CORBA::Any reference;
  reference <<= listener;
  other->configure({CF::DataType{kReportsEnds, std::move(reference)}});
  EXPECT_FALSE(given.empty());
  EXPECT_THROW(other->configure({property(kReportsEnds, true)}),
               CF::PropertySet::InvalidConfiguration);
}

TEST_F(AnExecutableDevice, says_what_it_is) {
  EXPECT_EQ(device->identifier(), "DCE:1");
  EXPECT_EQ(device->label(), "here");
  EXPECT_EQ(device->softwareProfile(), "/here.spd.xml");
  EXPECT_FALSE(device->compositeDevice());
  EXPECT_EQ(device->usageState(), Usage::IDLE);
  EXPECT_EQ(device->adminState(), Admin::UNLOCKED);
  EXPECT_EQ(device->operationalState(), CF::Device::OperationalType::ENABLED);
  device->initialize();
  device->start();
  device->stop();
  CF::Properties values;
  EXPECT_THROW(device->runTest(1, values), CF::TestableObject::UnknownTest);
  EXPECT_THROW((void)device->getPort("x"), CF::PortSupplier::UnknownPort);
}

TEST_F(AnExecutableDevice, is_queried_for_what_is_left) {
  EXPECT_TRUE(device->allocateCapacity({property("cores", 0.5), property("memory", 1000)}));
  CF::Properties all;
  device->query(all);
  ASSERT_EQ(all.size(), 3U);
  double cores = 0;
  std::uint64_t memory = 0;
  EXPECT_TRUE(all[0].value() >>= cores);
  EXPECT_TRUE(all[1].value() >>= memory);
  EXPECT_EQ(cores, 1.5);
  EXPECT_EQ(memory, (1U << 20) - 1000);
  CF::Properties one{CF::DataType{"os_name", CORBA::Any{}}};
  device->query(one);
  std::string name;
  EXPECT_TRUE(one[0].value() >>= name);
  EXPECT_EQ(name, "Linux");
  CF::Properties unknown{CF::DataType{"os_name", CORBA::Any{}},
                         CF::DataType{"colour", CORBA::Any{}}};
  EXPECT_THROW(device->query(unknown), CF::UnknownProperties);
  EXPECT_THROW(device->configure({property("memory", 1)}), CF::PropertySet::InvalidConfiguration);
  device->configure({});
}

TEST_F(AnExecutableDevice, allocates_all_or_nothing) {
  EXPECT_TRUE(device->allocateCapacity({}));
  EXPECT_TRUE(device->allocateCapacity({property("cores", 1.25)}));
  EXPECT_FALSE(device->allocateCapacity({property("memory", 1), property("cores", 0.751)}));
  EXPECT_TRUE(device->allocateCapacity({property("memory", std::int64_t{1} << 20)}));
  EXPECT_EQ(device->usageState(), Usage::ACTIVE);
  EXPECT_TRUE(device->allocateCapacity({property("cores", 0.75F)}));
  EXPECT_EQ(device->usageState(), Usage::BUSY);
  device->deallocateCapacity({property("cores", 2), property("memory", 1U << 20)});
  EXPECT_EQ(device->usageState(), Usage::IDLE);
  EXPECT_THROW(device->deallocateCapacity({property("memory", 1)}), CF::Device::InvalidCapacity);
}

TEST_F(AnExecutableDevice, names_capacities_that_are_wrong) {
  const auto wrong = [&](CF::DataType entry) -> std::string {
    try {
      (void)device->allocateCapacity({property("memory", 1), entry});
    } catch (const CF::Device::InvalidCapacity& failure) {
      EXPECT_EQ(failure.capacities().size(), 1U);
      return failure.capacities()[0].id();
    }
    return "";
  };
  EXPECT_EQ(wrong(property("antennas", 1)), "antennas");
  EXPECT_EQ(wrong(property("cores", -1)), "cores");
  EXPECT_EQ(wrong(property("cores", std::string{"many"})), "cores");
  EXPECT_EQ(wrong(property("cores", std::string{"1"})), "cores") << "it is of another type";
  EXPECT_EQ(wrong(property("cores", true)), "cores");
  EXPECT_EQ(wrong(property("cores", 1e300)), "cores");
  EXPECT_EQ(wrong(CF::DataType{"cores", CORBA::Any{}}), "cores");
  EXPECT_EQ(device->usageState(), Usage::IDLE);
}

TEST_F(AnExecutableDevice, refuses_everything_while_it_is_locked) {
  device->adminState(Admin::LOCKED);
  EXPECT_EQ(device->adminState(), Admin::LOCKED);
  EXPECT_THROW((void)device->allocateCapacity({}), CF::Device::InvalidState);
  EXPECT_THROW(device->deallocateCapacity({}), CF::Device::InvalidState);
  EXPECT_THROW(device->load(files, "/a", LoadKind::EXECUTABLE), CF::Device::InvalidState);
  EXPECT_THROW(device->unload("/a"), CF::Device::InvalidState);
  EXPECT_THROW((void)device->execute("/a", {}, {}), CF::Device::InvalidState);
  EXPECT_THROW(device->terminate(1), CF::Device::InvalidState);
  device->adminState(Admin::UNLOCKED);
  EXPECT_TRUE(device->allocateCapacity({}));
}

TEST_F(AnExecutableDevice, shuts_down_until_its_programs_and_files_are_gone) {
  load("/a", "exec sleep 1000");
  const auto process = device->execute("/a", {}, {});
  device->adminState(Admin::LOCKED);
  EXPECT_EQ(device->adminState(), Admin::SHUTTING_DOWN);
  EXPECT_THROW((void)device->execute("/a", {}, {}), CF::Device::InvalidState);
  device->terminate(process);
  EXPECT_EQ(device->adminState(), Admin::SHUTTING_DOWN);
  device->unload("/a");
  EXPECT_EQ(device->adminState(), Admin::LOCKED);
}

TEST_F(AnExecutableDevice, loads_files_and_counts_them) {
  load("/bin/a", "true");
  device->load(files, "/bin/a", LoadKind::EXECUTABLE);
  EXPECT_EQ(device->usageState(), Usage::ACTIVE);
  device->unload("/bin/a");
  (void)device->execute("/bin/a", {}, {});
  EXPECT_EQ(ends.next().end, (os::ProcessEnd{Kind::exited, 0}));
  device->unload("/bin/a");
  EXPECT_EQ(device->usageState(), Usage::IDLE);
  EXPECT_THROW(device->unload("/bin/a"), CF::InvalidFileName);
  EXPECT_THROW((void)device->execute("/bin/a", {}, {}), CF::InvalidFileName);
}

TEST_F(AnExecutableDevice, loads_nothing_that_it_cannot) {
  scratch.write("dom/a", "");
  for (const auto kind : {LoadKind::KERNEL_MODULE, LoadKind::DRIVER})
    EXPECT_THROW(device->load(files, "/a", kind), CF::LoadableDevice::InvalidLoadKind);
  EXPECT_THROW(device->load(files, "/none", LoadKind::EXECUTABLE), CF::InvalidFileName);
  EXPECT_THROW(device->load(files, "a", LoadKind::EXECUTABLE), CF::InvalidFileName);
  EXPECT_THROW(device->load(files, "/../a", LoadKind::EXECUTABLE), CF::InvalidFileName);
  EXPECT_THROW(device->load(files, "/", LoadKind::EXECUTABLE), CF::LoadableDevice::LoadFail);
  EXPECT_THROW(device->load(nullptr, "/a", LoadKind::EXECUTABLE), CF::LoadableDevice::LoadFail);
  EXPECT_EQ(device->usageState(), Usage::IDLE);
}

TEST_F(AnExecutableDevice, loads_nothing_from_a_file_system_that_is_gone) {
  const auto gone = CORBA::ORB_init();
  const auto theirs =
      files::serve_file_system(gone, files::RootFolder::open(scratch.path() / "dom").value());
  const auto reached =
      IDL::traits<CF::FileSystem>::narrow(client->string_to_object(gone->object_to_string(theirs)));
  gone->destroy();
  EXPECT_THROW(device->load(reached, "/a", LoadKind::EXECUTABLE), CF::LoadableDevice::LoadFail);
  EXPECT_EQ(device->usageState(), Usage::IDLE);
}

TEST_F(AnExecutableDevice, runs_programs_with_their_parameters_and_reads_what_they_print) {
  load("/bin/demod", R"(echo "$@"; pwd; exit 7)");
  const auto process = device->execute(
      "/bin/demod", {},
      {property("NAME_BINDING", std::string{"demod_1"}), property("rate", std::string{"-5"}),
       property("text", std::string{"two words"})});
  EXPECT_EQ(lines.next(), "demod_1: NAME_BINDING demod_1 rate -5 text two words");
  EXPECT_EQ(lines.next(), "demod_1: " + (scratch.path() / "cache/bin").string());
  const auto end = ends.next();
  EXPECT_EQ(end.name, "demod_1");
  EXPECT_EQ(end.process, process);
  EXPECT_EQ(end.end, (os::ProcessEnd{Kind::exited, 7}));
}

TEST_F(AnExecutableDevice, gives_each_program_its_own_parameters_first) {
  auto with_parameters = options();
  with_parameters.cache_folder = scratch.path() / "other_cache";
  with_parameters.parameters = {{"-ORBtransport", "tcp"}};
  device = reach<CF::ExecutableDevice>(serve_executable_device(server, std::move(with_parameters)));
  load("/a", R"(echo "$@")");
  (void)device->execute("/a", {}, {property("NAME_BINDING", std::string{"a_1"})});
  EXPECT_EQ(lines.next(), "a_1: -ORBtransport tcp NAME_BINDING a_1");
  EXPECT_EQ(ends.next().end, (os::ProcessEnd{Kind::exited, 0}));
}

TEST_F(AnExecutableDevice, asks_for_the_parameters_of_each_program) {
  auto asking = options();
  asking.cache_folder = scratch.path() / "other_cache";
  asking.parameters = {{"-ORBtransport", "tcp"}};
  asking.on_start = [](const ProgramToStart& program, Parameters& parameters) {
    EXPECT_TRUE(corba::Caller::current());
    parameters.insert(parameters.begin(), {"-ORBrules", program.application + ".toml"});
    return Result<void, std::string>{};
  };
  Queue<std::string> started;
  asking.on_started = [&started](const ProgramToStart& program, std::int32_t process) {
    started.put(program.name + " of " + program.application + ": " + std::to_string(process));
    return Result<void, std::string>{};
  };
  asking.on_not_started = [](const ProgramToStart&) { ADD_FAILURE() << "it runs"; };
  device = reach<CF::ExecutableDevice>(serve_executable_device(server, std::move(asking)));
  load("/a", R"(echo "$1 $2 $3 $4")");
  const auto process = device->execute("/a", {},
                                       {property("NAME_BINDING", std::string{"a_1"}),
                                        property("COMPONENT_IDENTIFIER", std::string{"a:radio"})});
  EXPECT_EQ(lines.next(), "a_1: -ORBrules radio.toml -ORBtransport tcp");
  EXPECT_EQ(started.next(), "a_1 of radio: " + std::to_string(process));
  EXPECT_EQ(ends.next().process, process);
}

TEST_F(AnExecutableDevice, starts_no_program_without_its_parameters) {
  auto refusing = options();
  refusing.cache_folder = scratch.path() / "other_cache";
  refusing.on_start = [](const ProgramToStart&, Parameters&) {
    return Result<void, std::string>{unexpected{std::string{"no certificate"}}};
  };
  refusing.on_started = [](const ProgramToStart&, std::int32_t) -> Result<void, std::string> {
    ADD_FAILURE() << "it runs";
    return {};
  };
  Queue<std::string> not_started;
  refusing.on_not_started = [&](const ProgramToStart& program) { not_started.put(program.name); };
  device = reach<CF::ExecutableDevice>(serve_executable_device(server, std::move(refusing)));
  load("/a", "true");
  try {
    (void)device->execute("/a", {}, {});
    FAIL() << "it was started";
  } catch (const CF::ExecutableDevice::ExecuteFail& failed) {
    EXPECT_EQ(failed.msg(), "a: no certificate");
  }
  EXPECT_EQ(not_started.next(), "a");
  expect_that_the_only_use_is("/a");
}

TEST_F(AnExecutableDevice, says_when_a_program_that_it_asked_for_does_not_start) {
  auto asking = options();
  asking.cache_folder = scratch.path() / "other_cache";
  Queue<std::string> not_started;
  asking.on_not_started = [&](const ProgramToStart& program) { not_started.put(program.name); };
  device = reach<CF::ExecutableDevice>(serve_executable_device(server, std::move(asking)));
  scratch.write("dom/a", "no program");
  device->load(files, "/a", LoadKind::EXECUTABLE);
  EXPECT_THROW((void)device->execute("/a", {}, {}), CF::ExecutableDevice::ExecuteFail);
  EXPECT_EQ(not_started.next(), "a");
  expect_that_the_only_use_is("/a");
}

TEST_F(AnExecutableDevice, ends_a_program_that_cannot_be_noted_as_started) {
  auto failing = options();
  failing.cache_folder = scratch.path() / "other_cache";
  failing.on_started = [](const ProgramToStart&, std::int32_t) {
    return Result<void, std::string>{unexpected{std::string{"no rules"}}};
  };
  Queue<std::string> not_started;
  failing.on_not_started = [&](const ProgramToStart& program) { not_started.put(program.name); };
  device = reach<CF::ExecutableDevice>(serve_executable_device(server, std::move(failing)));
  load("/a", "exec sleep 1000");
  try {
    (void)device->execute("/a", {}, {});
    FAIL() << "it runs";
  } catch (const CF::ExecutableDevice::ExecuteFail& failed) {
    EXPECT_EQ(failed.msg(), "a: it was ended again: no rules");
  }
  EXPECT_EQ(not_started.next(), "a");
  EXPECT_EQ(ends.next().end, (os::ProcessEnd{Kind::killed, SIGTERM}));
  expect_that_the_only_use_is("/a");
}

TEST(ProgramsToStart, are_of_the_application_behind_the_last_colon) {
  EXPECT_EQ(application_of("rx:radio"), "radio");
  EXPECT_EQ(application_of("DCE:9f3c:radio"), "radio");
  EXPECT_EQ(application_of("rx:"), "");
  EXPECT_EQ(application_of("rx"), "");
}

TEST_F(AnExecutableDevice, runs_programs_as_their_options_say) {
  load("/a", "ulimit -s; grep Cpus_allowed_list /proc/self/status");
  (void)device->execute(
      "/a",
      {property("STACK_SIZE", std::uint32_t{1} << 20), property("CORE_AFFINITY", std::string{"0"})},
      {});
  EXPECT_EQ(lines.next(), "a: 1024");
  EXPECT_EQ(lines.next(), "a: Cpus_allowed_list:\t0");
  EXPECT_EQ(ends.next().end, (os::ProcessEnd{Kind::exited, 0}));
}

TEST_F(AnExecutableDevice, says_which_processors_there_are_instead_of_those_that_are_not) {
  load("/a", "true");
  try {
    (void)device->execute("/a", {property("CORE_AFFINITY", std::string{"1023"})}, {});
    FAIL();
  } catch (const CF::ExecutableDevice::ExecuteFail& failure) {
    EXPECT_EQ(failure.errorNumber(), Number::CF_EINVAL);
    EXPECT_NE(failure.msg().find("CORE_AFFINITY=1023: this process may use CORE_AFFINITY=0"),
              std::string::npos)
        << failure.msg();
  }
}

TEST_F(AnExecutableDevice, names_options_and_parameters_that_are_wrong) {
  load("/a", "true");
  const CF::DataType nothing{"x", CORBA::Any{}};
  try {
    (void)device->execute("/a", {property("PRIORITY", std::int32_t{1000}), nothing}, {});
    FAIL();
  } catch (const CF::ExecutableDevice::InvalidOptions& failure) {
    EXPECT_EQ(failure.invalidOpts()[0].id(), "x");
    EXPECT_EQ(failure.invalidOpts().back().id(), kReasonId);
  }
  try {
    (void)device->execute("/a", {property("PRIORITY", std::int32_t{1000})}, {});
    FAIL();
  } catch (const CF::ExecutableDevice::InvalidOptions& failure) {
    std::string reason;
    ASSERT_EQ(failure.invalidOpts().size(), 2U);
    EXPECT_TRUE(failure.invalidOpts()[1].value() >>= reason);
    EXPECT_TRUE(reason.starts_with("PRIORITY takes a whole number")) << reason;
  }
  EXPECT_THROW((void)device->execute("/a", {property("COLOUR", 1)}, {}),
               CF::ExecutableDevice::InvalidOptions);
  EXPECT_THROW((void)device->execute("/a", {}, {nothing}), CF::ExecutableDevice::InvalidParameters);
  try {
    (void)device->execute("/a", {}, {property("text", std::string{"t"}), property("rate", 5)});
    FAIL();
  } catch (const CF::ExecutableDevice::InvalidParameters& failure) {
    ASSERT_EQ(failure.invalidParms().size(), 1U);
    EXPECT_EQ(failure.invalidParms()[0].id(), "rate") << "it is no string";
  }
}

TEST_F(AnExecutableDevice, runs_nothing_that_it_cannot) {
  scratch.write("dom/data", "no program");
  device->load(files, "/data", LoadKind::EXECUTABLE);
  try {
    (void)device->execute("/data", {}, {});
    FAIL();
  } catch (const CF::ExecutableDevice::ExecuteFail& failure) {
    EXPECT_EQ(failure.errorNumber(), Number::CF_ENOEXEC);
    EXPECT_NE(failure.msg().find("execute: Exec format error"), std::string::npos);
  }
  EXPECT_THROW((void)device->execute("/none", {}, {}), CF::InvalidFileName);
  EXPECT_THROW((void)device->execute("/../../bin/sh", {}, {}), CF::InvalidFileName);
  EXPECT_THROW((void)device->execute("data", {}, {}), CF::InvalidFileName);
  EXPECT_THROW(device->terminate(1), CF::ExecutableDevice::InvalidProcess);
  EXPECT_THROW(device->terminate(-1), CF::ExecutableDevice::InvalidProcess);
  device->unload("/data");
  EXPECT_EQ(device->usageState(), Usage::IDLE);
}

TEST_F(AnExecutableDevice, runs_nothing_from_outside_its_cache) {
  load("/bin/a", "true");
  std::filesystem::remove(scratch.path() / "cache/bin/a");
  std::filesystem::create_symlink("/bin/true", scratch.path() / "cache/bin/a");
  EXPECT_THROW((void)device->execute("/bin/a", {}, {}), CF::InvalidFileName);
}

TEST_F(AnExecutableDevice, terminates_programs_and_what_they_started) {
  load("/a", "sleep 1000 & echo $!; exec sleep 1000");
  const auto process = device->execute("/a", {}, {});
  const auto child = std::stoi(lines.next().substr(3));
  device->terminate(process);
  EXPECT_EQ(ends.next().end, (os::ProcessEnd{Kind::killed, SIGTERM}));
  EXPECT_EQ(::kill(child, 0), -1);
  EXPECT_THROW(device->terminate(process), CF::ExecutableDevice::InvalidProcess);
}

TEST_F(AnExecutableDevice, gives_programs_the_libraries_that_were_loaded) {
  scratch.write("dom/lib/libdsp.so", "");
  device->load(files, "/lib/libdsp.so", LoadKind::SHARED_LIBRARY);
  load("/a", "echo $LD_LIBRARY_PATH");
  (void)device->execute("/a", {}, {});
  EXPECT_EQ(lines.next(), "a: " + (scratch.path() / "cache/lib").string());
  (void)ends.next();
}

TEST_F(AnExecutableDevice, ends_its_programs_when_it_is_released) {
  load("/a", "echo up; exec sleep 1000");
  (void)device->execute("/a", {}, {});
  EXPECT_EQ(lines.next(), "a: up");
  device->releaseObject();
  EXPECT_EQ(ends.next().end, (os::ProcessEnd{Kind::killed, SIGTERM}));
  EXPECT_THROW((void)device->label(), CORBA::OBJECT_NOT_EXIST);
}

double cores_left(CF::ExecutableDevice& device) {
  CF::Properties asked{CF::DataType{"cores", CORBA::Any{}}};
  device.query(asked);
  double cores = 0;
  EXPECT_TRUE(asked.front().value() >>= cores);
  return cores;
}

TEST_F(AnExecutableDevice, gives_back_what_it_is_not_told_to_keep) {
  CF::Properties asked{CF::DataType{kGivesBack, CORBA::Any{}}};
  device->query(asked);
  bool gives_back = false;
  EXPECT_TRUE(asked.front().value() >>= gives_back);
  EXPECT_TRUE(gives_back);
  load("/a", "exec sleep 1000");
  load("/a", "exec sleep 1000");
  load("/b", "exec sleep 1000");
  EXPECT_TRUE(device->allocateCapacity({property("cores", 1.5), property("memory", 1)}));
  const auto kept = device->execute("/a", {}, {});
  const auto other = device->execute("/b", {}, {});
  device->configure(properties_of({.capacities = {property("cores", 0.25), property("cores", 0.25)},
                                   .files = {"/a"},
                                   .processes = {kept}}));
  EXPECT_EQ(ends.next().process, other);
  EXPECT_EQ(cores_left(*device), 1.5);
  EXPECT_THROW(device->unload("/b"), CF::InvalidFileName);
  device->unload("/a");
  EXPECT_THROW(device->unload("/a"), CF::InvalidFileName);
  device->deallocateCapacity({property("cores", 0.5)});
  device->terminate(kept);
  EXPECT_EQ(device->usageState(), Usage::IDLE);
}

TEST_F(AnExecutableDevice, keeps_what_its_device_manager_runs_on_it) {
  load("/a", "exec sleep 1000");
  load("/a", "exec sleep 1000");
  const auto process =
      device->execute("/a", {}, {property("DEVICE_MGR_IOR", std::string{"IOR:0"})});
  device->configure(properties_of({}));
  device->unload("/a");
  EXPECT_THROW(device->unload("/a"), CF::InvalidFileName) << "the other load was given back";
  device->terminate(process);
  EXPECT_EQ(device->usageState(), Usage::IDLE);
}

TEST_F(AnExecutableDevice, keeps_no_more_than_it_has) {
  EXPECT_TRUE(device->allocateCapacity({property("cores", 0.5)}));
  device->configure(properties_of({.capacities = {property("cores", 1), property("antennas", 1)},
                                   .files = {"/never"},
                                   .processes = {1}}));
  EXPECT_EQ(cores_left(*device), 1.5);
  device->configure(properties_of({}));
  EXPECT_EQ(device->usageState(), Usage::IDLE);
}

TEST_F(AnExecutableDevice, without_a_folder_for_its_cache_is_not_served) {
  scratch.write("file", "");
  auto wanted = options();
  wanted.cache_folder = scratch.path() / "file/cache";
  EXPECT_THROW((void)serve_executable_device(server, std::move(wanted)),
               CF::LoadableDevice::LoadFail);
}

TEST(ThisMachine, has_cores_memory_and_names) {
  const auto machine = describe_this_machine("DCE:1", "here");
  ASSERT_EQ(machine.capacities.size(), 2U);
  EXPECT_GE(machine.capacities[0].total, 1U);
  EXPECT_GT(machine.capacities[1].total, 1U << 20);
  std::string name;
  EXPECT_TRUE(machine.properties.at(0).value() >>= name);
  EXPECT_EQ(name, "Linux");
  EXPECT_EQ(machine.properties.at(1).id(), "os_version");
}

}  // namespace
}  // namespace orbweaver::device
