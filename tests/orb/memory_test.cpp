// SPDX-License-Identifier: Apache-2.0
// Memory runs out in a thread of a server. At most a call or its connection fails, and the next
// client is served.
#include "failing_memory.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

using testing_memory::FailingThreads;

struct Setting {
  const char* thread;
  const char* threading;
};
std::string name_of_setting(const testing::TestParamInfo<Setting>& info) {
  return word(info.param.thread) + "_" + word(info.param.threading);
}
void PrintTo(const Setting& one, std::ostream* out) { *out << one.thread << ' ' << one.threading; }

class MemoryOfAServer : public testing::TestWithParam<Setting> {
 protected:
  /// A client of its own each time, so that all of a connection's life is passed through.
  void call_once() const {
    const Orb client{{"-ORBtransport", "tcp"}};
    const auto echo = client.echo(reference);
    try {
      echo->poke(1);
      echo->nothing();
    } catch (const CORBA::SystemException&) {  // NOLINT(bugprone-empty-catch): it may fail
    }
  }

  Orb server{{"-ORBthreading", GetParam().threading}};
  const std::string reference = server.publish(std::make_shared<Probe>());
};

TEST_P(MemoryOfAServer, may_run_out_at_any_allocation) {
  int n = 1;
  for (bool has_failed = true; has_failed; ++n) {
    const FailingThreads one{GetParam().thread, n};
    call_once();
    has_failed = FailingThreads::has_failed();
  }
  EXPECT_GT(n, 2) << "no allocation failed";
  const Orb client;
  EXPECT_NO_THROW(client.echo(reference)->nothing());
}

// From the first allocation on, so that connecting is part of it.
TEST(MemoryOfAClient, may_run_out_at_any_allocation_of_a_call) {
  const Orb server;
  const auto reference = server.publish(std::make_shared<Probe>());
  unsigned n = 1;
  for (bool has_failed = true; has_failed; ++n) {
    const Orb client;
    const auto echo = client.echo(reference);
    {
      const testing_memory::FailingAllocation one{n};
      try {
        echo->nothing();
      } catch (const CORBA::SystemException&) {  // NOLINT(bugprone-empty-catch): it may fail
      } catch (const std::bad_alloc&) {          // NOLINT(bugprone-empty-catch): or so
      }
      has_failed = testing_memory::FailingAllocation::has_failed();
    }
    EXPECT_NO_THROW(echo->nothing()) << "after allocation " << n;
  }
  EXPECT_GT(n, 2U) << "no allocation failed";
}

INSTANTIATE_TEST_SUITE_P(, MemoryOfAServer,
                         testing::Values(Setting{"ow-acceptor", "per-connection"},
                                         Setting{"ow-acceptor", "pool"},
                                         Setting{"ow-reader", "per-connection"},
                                         Setting{"ow-poller", "pool"}),
                         name_of_setting);

}  // namespace
}  // namespace orbweaver::orb_test
