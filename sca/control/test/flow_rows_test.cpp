// SPDX-License-Identifier: Apache-2.0
// The figures of two moments become rates, and the two ends of a connection one row.
#include "figures/flow_rows.hpp"

#include <gtest/gtest.h>

#include "figures/flow_table.hpp"

namespace orbweaver::control {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

Orbweaver::ConnectionFigures connection(const std::string& id, std::uint64_t number,
                                        std::uint64_t packets) {
  Orbweaver::ConnectionFigures connection_figures;
  connection_figures.id(id);
  connection_figures.number(number);
  connection_figures.packets(packets);
  connection_figures.octets(packets * 80);
  connection_figures.is_alive(true);
  return connection_figures;
}

Orbweaver::ComponentFigures component(std::int64_t at, const std::string& port, bool is_input,
                                      Orbweaver::ConnectionFigures one) {
  Orbweaver::PortFigures port_figures;
  port_figures.name(port);
  port_figures.is_input(is_input);
  port_figures.sample_octets(8);
  port_figures.connections({std::move(one)});
  return Orbweaver::ComponentFigures{0, at, 0, 0, {std::move(port_figures)}};
}

Json nowhere(const std::string&, const std::string&, const std::string&) { return nullptr; }

TEST(FlowRows, bring_both_ends_of_a_connection_together_with_rates_between_the_moments) {
  auto late = connection("00ff", 255, 140);
  late.latency(Orbweaver::Durations{30, 4000, 1000, 2000, 9000});
  late.missing(2);
  auto early = connection("00ff", 255, 90);
  early.latency(Orbweaver::Durations{10, 6000, 1000, 2000, 9000});
  const Measured sender{"a", component(1 * kSecond, "out", false, connection("c", 255, 100)),
                        component(3 * kSecond, "out", false, connection("c", 255, 150))};
  const Measured receiver{"b", component(1 * kSecond, "in", true, early),
                          component(3 * kSecond, "in", true, late)};
  const auto rows = connections_between({sender, receiver}, nowhere);
  ASSERT_EQ(rows.size(), 1U);
  const auto& row = rows[0];
  EXPECT_EQ(row["from"], (Json{{"component", "a"}, {"port", "out"}}));
  EXPECT_EQ(row["to"], (Json{{"component", "b"}, {"port", "in"}}));
  EXPECT_EQ(row["id"], "c");
  EXPECT_EQ(row["packets_per_second"], 25.0);
  EXPECT_EQ(row["bytes_per_second"], 2000.0);
  EXPECT_EQ(row["samples_per_second"], 250.0);
  EXPECT_EQ(row["packets"], 150U);
  EXPECT_EQ(row["latency_us"]["mean"], 3.0);  // (30 * 4 - 10 * 6) / 20
  EXPECT_EQ(row["lost"], (Json{{"missing", 2}}));
  EXPECT_EQ(row["lost_meanwhile"], (Json{{"missing", 2}}));
}

TEST(FlowRows, count_a_connection_that_is_new_from_its_beginning) {
  auto first = component(1 * kSecond, "out", false, connection("old", 1, 100));
  const Measured sender{"a", first, component(2 * kSecond, "out", false, connection("new", 2, 10))};
  const auto rows = connections_between({sender}, nowhere);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]["packets_per_second"], 10.0);
}

TEST(FlowRows, ask_where_a_connection_leads_that_no_receiver_knows) {
  const auto figures = component(1 * kSecond, "out", false, connection("c", 7, 0));
  const auto find_end = [](const std::string& component, const std::string& port,
                           const std::string& id) {
    return Json(component + " " + port + " " + id);
  };
  const auto rows = connections_between({{"a", figures, figures}}, find_end);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]["to"], "a out c");
}

TEST(FlowRows, have_senders_of_another_kind_while_packets_come_from_them) {
  const Measured receiver{"b", component(1 * kSecond, "in", true, connection("unnamed", 0, 10)),
                          component(2 * kSecond, "in", true, connection("unnamed", 0, 30))};
  auto rows = connections_between({receiver}, nowhere);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_TRUE(rows[0]["from"].is_null());
  EXPECT_EQ(rows[0]["packets_per_second"], 20.0);
  rows = connections_between({{"b", receiver.last, receiver.last}}, nowhere);
  EXPECT_TRUE(rows.empty());
}

TEST(FlowRows, stand_in_the_order_in_which_samples_flow) {
  const auto row = [](const char* from, const char* to) {
    return Json{{"from", {{"component", from}}}, {"to", {{"component", to}}}};
  };
  Json components{{{"component", "audio"}},
                  {{"component", "loop"}},
                  {{"component", "source"}},
                  {{"component", "tuner"}}};
  Json connections{row("loop", "loop"), row("tuner", "audio"), row("source", "tuner"),
                   row("audio", "tuner")};
  connections[3]["to"] = nullptr;
  put_in_order_of_flow(components, connections);
  std::string order, rows;
  for (const auto& component : components) order += component["component"].get<std::string>() + " ";
  for (const auto& connection : connections)
    rows += connection["from"]["component"].get<std::string>() + " ";
  EXPECT_EQ(order, "loop source tuner audio ");
  EXPECT_EQ(rows, "loop source tuner audio ");
}

TEST(Shares, are_of_the_time_between_the_moments) {
  const Measured measured{"a", Orbweaver::ComponentFigures{0, 1000, 100, 50, {}},
                          Orbweaver::ComponentFigures{0, 2000, 350, 150, {}}};
  EXPECT_EQ(shares_of(measured), (Json{{"processing", 0.25}, {"sending", 0.1}, {"waiting", 0.65}}));
}

TEST(TheFlowTable, writes_numbers_with_three_figures) {
  EXPECT_EQ(rate_text(0), "0");
  EXPECT_EQ(rate_text(0.5), "0.50");
  EXPECT_EQ(rate_text(9.999), "10.0");
  EXPECT_EQ(rate_text(488.2), "488");
  EXPECT_EQ(rate_text(999.7), "1.00 k");
  EXPECT_EQ(rate_text(2'048'000), "2.05 M");
  EXPECT_EQ(time_text(85.2), "85.2 us");
  EXPECT_EQ(time_text(1200), "1.20 ms");
  EXPECT_EQ(time_text(2'500'000), "2.50 s");
}

TEST(TheFlowTable, has_a_row_for_each_component_and_connection_and_a_line_for_what_is_dead) {
  const Json document{
      {"components",
       {{{"component", "a"}, {"processing", 0.25}, {"sending", 0.1}, {"waiting", 0.65}},
        {{"component", "other"}, {"note", "says nothing"}}}},
      {"connections",
       {{{"from", {{"component", "a"}, {"port", "out"}}},
         {"to", nullptr},
         {"id", "c1"},
         {"transport", "shm"},
         {"packets_per_second", 25.0},
         {"samples_per_second", 250.0},
         {"bytes_per_second", 2000.0},
         {"waiting_at_sender", 3},
         {"call_us", {{"mean", 4.0}, {"p99", 8.0}}},
         {"is_alive", false},
         {"why", "COMM_FAILURE"},
         {"lost", {{"dead", 12}}},
         {"lost_meanwhile", {{"dead", 2}}}}}}};
  EXPECT_EQ(
      text_of_flow(document),
      "component  processing  sending  waiting  note\n"
      "a                25 %     10 %     65 %  -\n"
      "other               -        -        -  says nothing\n"
      "\n"
      "connection  by   packets/s  samples/s  bytes/s  queued  latency      p99  lost\n"
      "a out -> ?  shm       25.0        250   2.00 k       3  4.00 us  8.00 us  12 dead (+2)\n"
      "the connection 'c1' of a out takes no packets: COMM_FAILURE\n");
}

}  // namespace
}  // namespace orbweaver::control
