// SPDX-License-Identifier: Apache-2.0
// orbweaver-async-client: calls a Lab::Echo of any ORB asynchronously and prints one line for each
// case. See peers/CONTRACT.md.
#include <orbweaver/generated/mapping/async.hpp>
#include "launched/component.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>

#include "cases.hpp"

namespace {

using namespace orbweaver;
using lab::require;
using launched::Component;
using EchoReference = CORBA::object_reference<Async::Echo>;
using Holder = IDL::traits<Messaging::ExceptionHolder>::ref_type;

constexpr std::int32_t kCalls = 200;

class Handler final : public CORBA::amic_traits<Async::Echo>::replyhandler_base_type {
 public:
  void get_count(std::uint32_t) override { note(-2); }
  void get_count_excep(Holder) override { note(-2); }
  void get_label(const std::string&) override { note(-2); }
  void get_label_excep(Holder) override { note(-2); }
  void set_label() override { note(-2); }
  void set_label_excep(Holder) override { note(-2); }
  void nothing() override { note(-2); }
  void nothing_excep(Holder) override { note(-2); }
  void echo_long(std::int32_t value) override { note(value); }
  void echo_long_excep(Holder) override { note(-2); }
  void echo_doubles(const Async::Doubles&) override { note(-2); }
  void echo_doubles_excep(Holder) override { note(-2); }
  void refuse() override { note(-2); }
  void refuse_excep(Holder holder) override {
    try {
      holder->raise_exception();
    } catch (const Async::Refused& refused) {
      note(refused.code());
    } catch (const CORBA::Exception&) {
      note(-2);
    }
  }

  std::vector<std::int32_t> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return values_.size() >= count; });
    return values_;
  }

 private:
  void note(std::int32_t value) {
    const std::lock_guard lock(mutex_);
    values_.push_back(value);
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::int32_t> values_;
};

struct AsyncCase {
  const char* name;
  void (*run)(const EchoReference&);  // throws Failed
};

void poll_many(const EchoReference& echo) {
  std::vector<corba::Pending<std::int32_t>> calls;
  for (std::int32_t i = 0; i < kCalls; ++i) calls.push_back(echo->sendp_echo_long(i));
  for (std::int32_t i = 0; i < kCalls; ++i)
    require(calls[static_cast<std::size_t>(i)].get() == i, "a reply came to another call");
}

void call_back_many(const EchoReference& echo) {
  const auto handler = std::make_shared<Handler>();
  for (std::int32_t i = 0; i < kCalls; ++i) echo->sendc_echo_long(handler, i);
  auto values = handler->wait_for(kCalls);
  std::ranges::sort(values);
  for (std::int32_t i = 0; i < kCalls; ++i)
    require(values[static_cast<std::size_t>(i)] == i, "a reply came twice or to another call");
}

void poll_large(const EchoReference& echo) {
  const Async::Doubles large(20'000, 0.5);
  auto one = echo->sendp_echo_doubles(large), other = echo->sendp_echo_doubles(large);
  require(one.get() == large && other.get() == large, "the sequence came back changed");
}

void raise(const EchoReference& echo) {
  auto refused = echo->sendp_refuse("full", 11);
  const auto handler = std::make_shared<Handler>();
  echo->sendc_refuse(handler, "full", 12);
  try {
    refused.get();
    throw lab::Failed("the call was not refused");
  } catch (const Async::Refused& exception) {
    require(exception.code() == 11 && exception.reason() == "full", "its members came changed");
  }
  require(handler->wait_for(1).front() == 12, "the handler was given something else");
}

void drop(const EchoReference& echo) {
  for (int i = 0; i < 20; ++i) (void)echo->sendp_nothing().valid();
  require(echo->echo_long(1) == 1, "the connection is of no more use");
}

constexpr std::array kCases{AsyncCase{"poll_many", poll_many},
                            AsyncCase{"call_back_many", call_back_many},
                            AsyncCase{"poll_large", poll_large}, AsyncCase{"raise", raise}};
constexpr AsyncCase kDrop{"drop", drop};

bool judge(const AsyncCase& one, const EchoReference& echo) {
  nlohmann::json line{{"case", one.name}, {"ok", true}, {"detail", ""}};
  try {
    one.run(echo);
  } catch (const std::exception& exception) {
    line["ok"] = false;
    line["detail"] = exception.what();
  }
  component::print_line(line);
  return line["ok"];
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  launched::Settings settings{.name = "orbweaver-async-client", .call_timeout_ms = 20000};
  std::string reference;
  bool drops = false;
  CLI::App app{"Calls a Lab::Echo asynchronously, in several ways."};
  launched::add_program_options(app, settings);
  app.add_option("--ior", reference, "reference of a Lab::Echo")->required();
  app.add_flag("--drop", drops, "also drop calls under way, which sends CancelRequests");
  return launched::run_component(app, argc, argv, settings, [&](Component& component) {
    const auto echo = corba::StubFactory::unchecked_narrow<Async::Echo>(
        component.orb().string_to_object(reference));
    bool all_ok = true;
    for (const auto& one : kCases) all_ok = judge(one, echo) && all_ok;
    if (drops) all_ok = judge(kDrop, echo) && all_ok;
    return all_ok ? 0 : 1;
  });
}
