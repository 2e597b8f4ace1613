// SPDX-License-Identifier: Apache-2.0
// The base of the benches of all components. Behind bench.hpp.
#pragma once
#include <orbweaver/component/stream_base.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/resource/program/program.hpp>
#include <orbweaver/resource/typed_property.hpp>

#include <chrono>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::component::testing {

/// Ids and values of properties, as a profile writes them: {{"gain", "2"}, {"messaging",
/// "twoway"}}.
using Properties = std::vector<resource::ExecParameter>;

/// How long a bench waits for a packet or a line before the test fails.
inline constexpr std::chrono::seconds kPatience{30};

/// Threads: one.
class BenchBase {
 public:
  BenchBase(const BenchBase&) = delete;
  BenchBase& operator=(const BenchBase&) = delete;

  /// The present value of a property. Throws std::invalid_argument if the component has none with
  /// this id and type.
  template <class T>
  [[nodiscard]] T get(std::string_view id) const {
    auto got = component().get<T>(id);
    if (!got) throw std::invalid_argument(got.error().text);
    return *std::move(got);
  }
  /// Configures a property, as an application does. Throws std::invalid_argument, with the
  /// component's message, if it refuses the value.
  template <class T>
  void set(const std::string& id, T value) {
    configure({{id, resource::detail::ValueForm<T>::to_value(std::move(value))}});
  }
  /// Starts the component; the first push or take does it, too. Throws std::runtime_error if it
  /// does not start.
  void start();
  /// Stops the component as an application does. A failure is ignored.
  void stop();

  /// The lines that the component has printed so far, each of JSON.
  [[nodiscard]] std::vector<std::string> lines() const;
  /// Blocks: until the component has printed that its stream is over. Throws std::runtime_error
  /// after kPatience.
  void wait_for_end();

 protected:
  /// For the base.
  using Make = resource::ResourceParts (*)(const resource::ProgramContext& context);
  /// Makes the component, initializes it, and sets the properties. Throws the exceptions of `make`,
  /// and std::invalid_argument for a property that it does not have, or a value that it refuses.
  BenchBase(Make make, const Properties& properties);
  ~BenchBase() { end_component(); }

  /// For the base.
  void start_if_new() {
    if (!is_started_) start();
  }
  /// For the base.
  [[nodiscard]] StreamBase& component() const {
    return static_cast<StreamBase&>(*parts_.component);
  }
  /// For the base.
  [[nodiscard]] const CORBA::object_reference<PortableServer::POA>& adapter() const {
    return adapter_;
  }
  /// For the base.
  [[nodiscard]] CORBA::object_reference<CORBA::Object> port(std::string_view name) const {
    return parts_.ports->find(std::string{name});
  }
  /// connectPort of a uses port of the component.
  void connect(std::string_view uses, const CORBA::object_reference<CORBA::Object>& target) const;
  /// Throws std::runtime_error with the text, and the error line that the component printed, if
  /// any.
  [[noreturn]] void fail(const std::string& what) const;
  /// Releases the component; it calls no port any more.
  void end_component() noexcept;

 private:
  void configure(const std::vector<property::Field>& given);
  void give(const Properties& properties);
  /// Adds a piece of the component's output.
  void add_lines(std::string_view text);

  mutable os::Mutex mutex_;
  mutable os::ConditionVariable changed_;
  std::vector<std::string> lines_;  // mutex_
  std::string begun_;               // the line that is not whole yet; mutex_
  std::FILE* output_ = nullptr;
  std::shared_ptr<CORBA::ORB> orb_;
  CORBA::object_reference<PortableServer::POA> adapter_;
  resource::ResourceParts parts_;
  bool is_started_ = false;
};

}  // namespace orbweaver::component::testing
