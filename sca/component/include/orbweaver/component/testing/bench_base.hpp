// What the benches of all components have in common. Behind bench.hpp.
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

/// Ids and values of properties, as a profile writes them: {{"gain", "2"}, {"messaging", "twoway"}}.
using Properties = std::vector<resource::ExecParameter>;

/// How long a bench waits for what has to come.
inline constexpr std::chrono::seconds kPatience{30};

/// Threads: one.
class BenchBase {
 public:
  BenchBase(const BenchBase&) = delete;
  BenchBase& operator=(const BenchBase&) = delete;

  /// A property, as the component has it now. Throws std::invalid_argument: it has none with this id, of
  /// this type.
  template <class T>
  [[nodiscard]] T get(std::string_view id) const {
    auto got = component().get<T>(id);
    if (!got) throw std::invalid_argument(got.error().text);
    return *std::move(got);
  }
  /// As an application configures it. Throws std::invalid_argument, with the component's words: it refuses the
  /// value.
  template <class T>
  void set(const std::string& id, T value) {
    configure({{id, resource::detail::ValueForm<T>::to_value(std::move(value))}});
  }
  /// It starts by itself with what is pushed first, or taken. Throws std::runtime_error: it does not start.
  void start();
  /// As an application stops it; that it fails to is passed over.
  void stop();

  /// What it has printed so far, each a line of JSON.
  [[nodiscard]] std::vector<std::string> lines() const;
  /// Blocks: until the component has said that its stream is over. Throws std::runtime_error: it does not say
  /// so.
  void wait_for_end();

 protected:
  /// For the base.
  using Make = resource::ResourceParts (*)(const resource::ProgramContext& context);
  /// Makes the component, initializes it, and gives it the properties. Throws what `make` throws, and
  /// std::invalid_argument for a property that it does not have or take.
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
  /// For a test that fails: with what the component said of it. Throws std::runtime_error.
  [[noreturn]] void fail(const std::string& what) const;
  /// The component is released, and calls nothing any more.
  void end_component() noexcept;

 private:
  void configure(const std::vector<property::Field>& given);
  void give(const Properties& properties);
  /// What the component prints, in pieces.
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
