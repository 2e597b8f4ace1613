// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/testing/bench_base.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/generated/sca/CF/Port.hpp>
#include <orbweaver/property/fit.hpp>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <system_error>
#include <utility>

namespace orbweaver::component::testing {

namespace {

constexpr std::string_view kEndOfStream = R"({"event":"end_of_stream"})";
constexpr std::string_view kError = R"("event":"error")";

std::string ids_of(const Definitions& all) {
  std::string ids;
  for (const auto& entry : all) ids += (ids.empty() ? "" : ", ") + common_of(entry).id;
  return ids;
}

property::Value value_of(const Definitions& all, const resource::ExecParameter& given) {
  const auto found = std::ranges::find_if(
      all, [&](const property::Property& property) { return common_of(property).id == given.id; });
  if (found == all.end())
    throw std::invalid_argument(given.id + ": the component has no such property, but " +
                                ids_of(all));
  const auto* const simple = std::get_if<property::Simple>(&*found);
  if (simple == nullptr)
    throw std::invalid_argument(given.id + ": it is a " + std::string{form_of(*found)} +
                                ", which has no value as text: set() it");
  auto item = property::parse_item(simple->shape, given.value);
  if (!item) throw std::invalid_argument(given.id + ": " + item.error().text);
  return std::visit([](auto value) { return property::Value{std::move(value)}; }, *std::move(item));
}

std::FILE* file_of(BenchBase& bench, ::cookie_write_function_t* write) {
  std::FILE* const file = ::fopencookie(&bench, "w", {nullptr, write, nullptr, nullptr});
  if (file == nullptr)
    throw std::system_error(errno, std::generic_category(), "a file for what the component prints");
  return file;
}

}  // namespace

BenchBase::BenchBase(Make make, const Properties& properties) {
  output_ = file_of(*this, [](void* bench, const char* text, std::size_t size) {
    static_cast<BenchBase*>(bench)->add_lines({text, size});
    return static_cast<ssize_t>(size);
  });
  try {
    orb_ = CORBA::ORB_init();
    adapter_ =
        IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
    adapter_->the_POAManager()->activate();
    const resource::Arguments arguments{{}, {}, "bench", {}, properties};
    parts_ = make({arguments, orb_, adapter_, output_});
    if (!component().initialize()) fail("the component does not initialize");
    give(properties);
  } catch (...) {
    end_component();
    throw;
  }
}

void BenchBase::give(const Properties& properties) {
  std::vector<property::Field> fields;
  for (const auto& property : properties)
    if (!component().properties()->is_parameter(property.id))
      fields.push_back({property.id, value_of(component().all_definitions(), property)});
  configure(fields);
}

void BenchBase::configure(const std::vector<property::Field>& given) {
  const auto rejected = component().properties()->configure(given);
  if (!rejected.empty()) throw std::invalid_argument(rejected.front().refusal.text);
}

void BenchBase::start() {
  is_started_ = true;
  if (const auto started = component().start(); !started)
    fail("the component does not start: " + (started.error().messages.empty()
                                                 ? std::string{"it does not say why"}
                                                 : started.error().messages.front()));
}

void BenchBase::stop() { (void)component().stop(); }

void BenchBase::connect(std::string_view uses,
                        const CORBA::object_reference<CORBA::Object>& target) const {
  IDL::traits<CF::Port>::narrow(port(uses))->connectPort(target, "bench");
}

std::vector<std::string> BenchBase::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

void BenchBase::wait_for_end() {
  start_if_new();
  std::unique_lock lock(mutex_);
  const auto has_ended = [&] { return std::ranges::find(lines_, kEndOfStream) != lines_.end(); };
  if (changed_.wait_for(lock, kPatience, has_ended)) return;
  lock.unlock();
  fail("the end of the stream did not come");
}

void BenchBase::fail(const std::string& what) const {
  std::string said;
  for (const auto& line : lines())
    if (line.find(kError) != std::string::npos) said = "; the component said " + line;
  throw std::runtime_error(what + said);
}

void BenchBase::add_lines(std::string_view text) {
  const std::lock_guard lock(mutex_);
  begun_ += text;
  for (auto end = begun_.find('\n'); end != std::string::npos; end = begun_.find('\n')) {
    lines_.push_back(begun_.substr(0, end));
    begun_.erase(0, end + 1);
  }
  changed_.notify_all();
}

void BenchBase::end_component() noexcept {
  if (output_ == nullptr) return;
  if (parts_.component) {
    (void)component().stop();
    (void)component().release();
    parts_.ports->close();
    parts_.component.reset();
  }
  if (orb_) orb_->destroy();
  std::fclose(std::exchange(output_, nullptr));
}

}  // namespace orbweaver::component::testing
