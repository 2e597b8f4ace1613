// SPDX-License-Identifier: Apache-2.0
// A client that finds a component by its name may release it before run() has added it to the list.
// A thread of the ORB then notes its number, and the ending thread waits until it is in the list:
// so EndReport is never sent before RunReport.
#include "host.hpp"

#include <orbweaver/corba/native_strings.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/os/standard_streams.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::host {

namespace {

constexpr std::size_t kMostReason = 4096;

bool is_for_orb(const std::string& id) { return id.starts_with("-ORB"); }

/// Ids and values without those for the ORB.
std::vector<std::string> own_words(const std::vector<std::string>& words) {
  std::vector<std::string> own;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_for_orb(words[i])) {
      ++i;
      continue;
    }
    own.push_back(words[i]);
    if (++i < words.size()) own.push_back(words[i]);
  }
  return own;
}

std::vector<std::string> orb_words(const std::vector<std::string>& words) {
  std::vector<std::string> for_orb;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    if (!is_for_orb(words[i])) continue;
    for_orb.push_back(words[i]);
    for_orb.push_back(words[i + 1]);
  }
  return for_orb;
}

}  // namespace

Host::Host(int socket) : socket_(socket) {
  ending_ = os::Thread{[this](const std::stop_token& stop) { take_away(stop); }};
}

void Host::run(const guard::hosting::RunRequest& request, std::vector<os::UniqueFd> descriptors) {
  auto begun = begin(request, std::move(descriptors));
  if (begun) return;
  auto why = std::move(begun.error());
  why = os::on_one_line(std::move(why));
  why.resize(std::min(why.size(), kMostReason));
  report(guard::hosting::RefusalReport{request.number, std::move(why)});
}

Result<void, std::string> Host::begin(const guard::hosting::RunRequest& request,
                                      std::vector<os::UniqueFd> descriptors) {
  if (descriptors.size() != 2) return unexpected(std::string{"it came without its output"});
  auto arguments = resource::parse_arguments(own_words(request.words));
  if (!arguments) return unexpected(std::move(arguments.error()));
  try {
    need_orb(request.words);
  } catch (const CORBA::SystemException& error) {
    return unexpected("no ORB: " +
                      (error.detail().empty() ? std::string{error.what()} : error.detail()));
  }
  auto component = std::make_unique<HostedComponent>(
      orb_, adapter_,
      std::make_shared<Surroundings>(std::move(*arguments), std::move(descriptors[0]),
                                     std::move(descriptors[1])));
  auto begun =
      component->begin(request.library, [this, number = request.number] { note_release(number); });
  if (!begun) return begun;
  report(guard::hosting::RunReport{request.number});
  const std::lock_guard lock{mutex_};
  components_[request.number] = std::move(component);
  changed_.notify_all();
  return {};
}

void Host::need_orb(const std::vector<std::string>& words) {
  if (orb_) return;
  orb_ = CORBA::ORB_init(corba::options_with_strings(corba::kStringsAsIs, orb_words(words)));
  adapter_ = IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
}

void Host::report(const guard::hosting::Report& report) {
  const auto bytes = guard::hosting::encode(report);
  const std::lock_guard lock{sending_};
  // Without a device no report is needed: the main thread finds the end of the conversation.
  (void)guard::send_message(socket_, bytes, {}, Deadline::never());
}

void Host::note_release(std::uint64_t number) {
  const std::lock_guard lock{mutex_};
  released_.push_back(number);
  changed_.notify_all();
}

void Host::take_away(const std::stop_token& stop) {
  std::unique_lock lock{mutex_};
  for (;;) {
    const auto is_there = [this](std::uint64_t number) { return components_.contains(number); };
    changed_.wait(lock, stop, [&] { return std::ranges::any_of(released_, is_there); });
    const auto found = std::ranges::find_if(released_, is_there);
    if (found == released_.end()) return;
    auto taken = components_.extract(*found);
    released_.erase(found);
    lock.unlock();
    end_component(*taken.mapped());
    taken.mapped().reset();
    report(guard::hosting::EndReport{taken.key()});
    lock.lock();
  }
}

void Host::end_component(HostedComponent& component) {
  if (component.end() == HostedComponent::End::failed) end_ = HostedComponent::End::failed;
}

HostedComponent::End Host::end() {
  ending_.request_stop();
  ending_.join();
  for (const auto& [number, component] : components_) end_component(*component);
  if (orb_) orb_->shutdown(true);  // replies that are under way are sent
  components_.clear();
  if (orb_) orb_->destroy();
  return end_;
}

}  // namespace orbweaver::host
