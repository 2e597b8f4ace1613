// SPDX-License-Identifier: Apache-2.0
// A network that breaks at any byte: no call runs twice, and what the caller learns is true.
#include <map>
#include <mutex>

#include "raw_peer.hpp"
#include "rig.hpp"

namespace orbweaver::orb_test {
namespace {

/// Forwards the frames of one connection after the other between a client and a server; the first
/// one breaks after so many bytes in one direction.
class ByteCuttingRelay {
 public:
  enum class Direction { up, down };

  ByteCuttingRelay(const std::string& reference, Direction direction, std::size_t bytes)
      : direction_(direction), left_(bytes), ior_(*giop::parse_reference(reference)) {
    auto profile = *giop::read_iiop_profile(ior_.profiles.at(0));
    server_ = {profile.host, profile.port};
    listener_ = std::move(*transport::listen(transport::TcpAddress{"127.0.0.1", 0}, giop_rule()));
    profile.port = std::get<transport::TcpAddress>(listener_->address()).port;
    profile.components.clear();
    ior_.profiles.at(0) = giop::make_profile(profile);
    acceptor_ = std::jthread([this] { accept(); });
  }
  ~ByteCuttingRelay() {
    listener_->stop();
    acceptor_.join();
  }
  ByteCuttingRelay(const ByteCuttingRelay&) = delete;
  ByteCuttingRelay& operator=(const ByteCuttingRelay&) = delete;

  [[nodiscard]] std::string reference() const { return giop::to_string(ior_); }

 private:
  void accept() {
    for (bool is_first = true; auto client = listener_->accept(); is_first = false) {
      auto server = transport::connect(server_, giop_rule(), Deadline::never());
      if (!server) return;
      std::jthread up{
          [&] { forward(**client, **server, is_first && direction_ == Direction::up); }};
      forward(**server, **client, is_first && direction_ == Direction::down);
    }
  }
  void forward(transport::Connection& from, transport::Connection& to, bool cuts) {
    while (auto frame = from.receive(Deadline::never())) {
      auto bytes = frame->bytes();
      if (cuts) bytes = bytes.first(std::min(bytes.size(), left_));
      const bool is_cut = bytes.size() < frame->size();
      if (cuts) left_ -= bytes.size();
      if (!bytes.empty() && !to.send(std::array{bytes}, Deadline::never())) break;
      if (is_cut) break;
    }
    from.shutdown();
    to.shutdown();
  }

  const Direction direction_;
  std::size_t left_;
  giop::Ior ior_;
  transport::TcpAddress server_;
  std::unique_ptr<transport::Listener> listener_;
  std::jthread acceptor_;
};

/// What the servant was asked, and what the client learned of it; by the number of the call.
class Ledger {
 public:
  void note_run(std::int32_t call) {
    const std::lock_guard lock(mutex_);
    ++runs_[call];
  }
  void note_returned(std::int32_t call) {
    reported_[call] = CORBA::CompletionStatus::COMPLETED_YES;
  }
  void note_raised(std::int32_t call, CORBA::CompletionStatus status) { reported_[call] = status; }
  /// When nothing runs any more.
  void require_truth() {
    using CORBA::CompletionStatus;
    for (const auto& [call, status] : reported_) {
      const int ran = runs_[call];
      EXPECT_LE(ran, 1) << "call " << call;
      if (status == CompletionStatus::COMPLETED_YES) {
        EXPECT_EQ(ran, 1) << "call " << call;
      }
      if (status == CompletionStatus::COMPLETED_NO) {
        EXPECT_EQ(ran, 0) << "call " << call;
      }
    }
  }

 private:
  std::mutex mutex_;
  std::map<std::int32_t, int> runs_;
  std::map<std::int32_t, CORBA::CompletionStatus> reported_;
};

class CutAnywhere : public testing::TestWithParam<ByteCuttingRelay::Direction> {};

INSTANTIATE_TEST_SUITE_P(Each, CutAnywhere,
                         testing::Values(ByteCuttingRelay::Direction::up,
                                         ByteCuttingRelay::Direction::down),
                         [](const auto& one) {
                           return one.param == ByteCuttingRelay::Direction::up ? "up" : "down";
                         });

// Two calls take less than this in each direction.
TEST_P(CutAnywhere, no_call_runs_twice_and_what_the_caller_learns_is_true) {
  constexpr std::size_t kMostBytes = 250;
  Ledger ledger;
  const auto servant = std::make_shared<Probe>();
  servant->on_refuse = [&](const std::string&, std::int32_t call) { ledger.note_run(call); };
  Orb server{{"-ORBendPoint", "giop:tcp:127.0.0.1:0"}};
  const auto reference = server.publish_as("Echo", servant);
  std::int32_t call = 0;
  for (std::size_t bytes = 0; bytes < kMostBytes; ++bytes) {
    const ByteCuttingRelay relay(reference, GetParam(), bytes);
    Orb client;
    const auto echo = client.echo(relay.reference());
    for (const auto last = call + 2; call < last; ++call) {
      try {
        echo->refuse("", call);
      } catch (const Lab::Refused&) {
        ledger.note_returned(call);
      } catch (const CORBA::SystemException& raised) {
        ledger.note_raised(call, raised.completed());
      }
    }
    client->destroy();
  }
  server->destroy();
  ledger.require_truth();
}

}  // namespace
}  // namespace orbweaver::orb_test
