// SPDX-License-Identifier: Apache-2.0
// life_program SCENARIO [--reference REFERENCE] [-ORB options]
#include <cstdio>
#include <cstring>
#include <exception>

#include "scenario.hpp"

namespace life {

Point point(CORBA::ORB& orb, const std::string& reference) {
  return orbweaver::corba::StubFactory::unchecked_narrow<Life::Point>(
      orb.string_to_object(reference));
}

std::string publish(CORBA::ORB& orb, std::function<void()> act) {
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(orb.resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return orb.object_to_string(
      root->servant_to_reference(std::make_shared<PointServant>(std::move(act))));
}

void print(const std::string& line) { std::printf("%s\n", line.c_str()); }

void print_now(const std::string& line) {
  print(line);
  std::fflush(stdout);
}

std::string thrown_by(const std::function<void()>& action) {
  try {
    action();
  } catch (const CORBA::Exception& exception) {
    return exception.what();
  }
  return "nothing";
}

std::string sums(const Point& on, int count) {
  for (int i = 0; i < count; ++i)
    if (const int sum = on->add(i, 1); sum != i + 1)
      return "wrong: " + std::to_string(i) + " + 1 = " + std::to_string(sum);
  return "right";
}

namespace {

// Answers until its standard input ends.
int serve(const Setting& setting) {
  const auto orb = CORBA::ORB_init(setting.options);
  print_now(publish(*orb));
  while (std::getchar() != EOF) continue;
  orb->destroy();
  return 0;
}

const Scenario* find(const char* name) {
  static const std::vector<Scenario> servers{{"serve", serve}};
  for (const auto* group : {&servers, &ends_of_clients(), &ends_in_servants(), &forks()})
    for (const auto& entry : *group)
      if (std::strcmp(entry.name, name) == 0) return &entry;
  return nullptr;
}

Setting setting_of(int argc, char* argv[]) {
  Setting setting;
  for (int i = 2; i + 1 < argc; i += 2)
    if (std::strcmp(argv[i], "--reference") == 0)
      setting.reference = argv[i + 1];
    else
      setting.options.insert(setting.options.end(), {argv[i], argv[i + 1]});
  return setting;
}

}  // namespace

}  // namespace life

int main(int argc, char* argv[]) {
  const auto* const scenario = argc < 2 ? nullptr : life::find(argv[1]);
  if (scenario == nullptr) {
    std::fprintf(stderr, "usage: life_program SCENARIO [--reference REFERENCE] [-ORB options]\n");
    return 2;
  }
  try {
    return scenario->run(life::setting_of(argc, argv));
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "life_program: %s\n", exception.what());
    return 1;
  }
}
