// SPDX-License-Identifier: Apache-2.0
#include "definitions.hpp"

#include <orbweaver/resource/property_store.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace orbweaver::resource {
namespace {

using property::Field, property::Scalar, property::Sequence, property::Struct;
using property::StructSequence, property::Type, property::Value;
using Cause = Refusal::Cause;
using Causes = std::vector<std::pair<std::size_t, Cause>>;

Value value(Scalar scalar) { return Value{std::move(scalar)}; }
Value order(std::uint16_t number) { return Struct{{{"filter::order", value(number)}}}; }

class APropertyStore : public testing::Test {
 protected:
  [[nodiscard]] Causes causes_of(const std::vector<Field>& given) {
    Causes causes;
    for (const auto& [index, refusal] : store.configure(given))
      causes.emplace_back(index, refusal.cause);
    return causes;
  }
  [[nodiscard]] std::string text_of(const std::vector<Field>& given) {
    const auto rejected = store.configure(given);
    return rejected.empty() ? "" : rejected.front().refusal.text;
  }
  [[nodiscard]] std::string now(std::string_view id) const {
    const auto held = store.get(id);
    return held && *held ? property::to_text(**held) : "nothing";
  }
  void note_changes_of(const std::string& id) {
    ASSERT_TRUE(store.on_change(id, [this, id](const Value& changed) {
      changes.push_back(id + "=" + property::to_text(changed));
    }));
  }

  PropertyStore store{test::definitions()};
  std::vector<std::string> changes;
};

TEST_F(APropertyStore, begins_with_the_defaults_of_the_profile) {
  EXPECT_EQ(now("gain"), "1.5");
  EXPECT_EQ(now("taps"), "[1, 2]");
  EXPECT_EQ(now("filter"), "{filter::order: 4, filter::name: low}");
  EXPECT_EQ(now("channels"), "[]");
  EXPECT_EQ(now("later"), "nothing");
  EXPECT_TRUE(store.faults().empty());
}

TEST_F(APropertyStore, reports_a_default_that_does_not_fit) {
  const PropertyStore wrong({test::simple("gain", Type::long_, "loud")});
  ASSERT_EQ(wrong.faults().size(), 1U);
  EXPECT_EQ(wrong.faults()[0].property, "gain");
  EXPECT_FALSE(*wrong.get("gain"));
}

TEST_F(APropertyStore, takes_the_last_of_two_definitions) {
  const PropertyStore twice(
      {test::simple("gain", Type::long_, "1"), test::simple("gain", Type::long_, "2")});
  EXPECT_EQ(**twice.get("gain"), value(std::int32_t{2}));
  EXPECT_EQ(twice.queryable(), std::vector<std::string>{"gain"});
}

TEST_F(APropertyStore, sets_what_fits_and_returns_the_rest_with_its_cause) {
  EXPECT_EQ(causes_of({{"gain", value(2.5F)},
                       {"volume", value(1.0F)},
                       {"serial", value(std::string{"B2"})},
                       {"gain", value(1.0)},
                       {"gain", value(61.0F)},
                       {"band", value(std::string{"thin"})},
                       {"debug", value(std::int32_t{1})},
                       {"taps", value(std::int32_t{1})},
                       {"taps", Sequence{Type::short_, false, {}}},
                       {"filter", value(std::int32_t{1})},
                       {"filter", Struct{{{"filter::size", value(std::int32_t{1})}}}},
                       {"gain", Struct{}},
                       {"rate", value(96000.0)}}),
            (Causes{{1, Cause::unknown},
                    {2, Cause::readonly},
                    {3, Cause::wrong_type},
                    {4, Cause::out_of_range},
                    {5, Cause::not_enumerated},
                    {6, Cause::wrong_kind},
                    {7, Cause::wrong_form},
                    {8, Cause::wrong_type},
                    {9, Cause::wrong_form},
                    {10, Cause::unknown_member},
                    {11, Cause::wrong_form}}));
  EXPECT_EQ(now("gain"), "2.5");
  EXPECT_EQ(now("rate"), "96000");
  EXPECT_EQ(now("serial"), "A1");
  EXPECT_EQ(now("taps"), "[1, 2]");
}

TEST_F(APropertyStore, says_in_one_line_what_does_not_fit) {
  EXPECT_EQ(text_of({{"gain", value(61.0F)}}), "gain: 61 is outside the range 0 to 60");
  EXPECT_EQ(text_of({{"debug", value(std::int32_t{1})}}),
            "debug: its kind is execparam; configure sets configure and property");
  EXPECT_EQ(text_of({{"filter", Struct{{{"filter::order", value(1.0)}}}}}),
            "filter.filter::order: 1 is a double, not a ushort");
  EXPECT_EQ(text_of({{"channels", StructSequence{{Struct{}, Struct{{{"x", value(1.0)}}}}}}}),
            "channels[1]: the struct has no member 'x'");
}

TEST_F(APropertyStore, configures_only_what_its_kind_allows) {
  for (const char* id : {"debug", "memory", "seed", "probe", "note"})
    EXPECT_EQ(store.check_configurable(id).error().cause, Cause::wrong_kind) << id;
  for (const char* id : {"gain", "rate", "secret"}) EXPECT_TRUE(store.check_configurable(id)) << id;
}

TEST_F(APropertyStore, is_asked_only_for_what_kind_and_mode_allow) {
  EXPECT_EQ(store.queryable(),
            (std::vector<std::string>{"gain", "band", "taps", "filter", "channels", "serial",
                                      "rate", "debug", "memory", "later"}));
  EXPECT_EQ(store.query("secret").error().cause, Cause::writeonly);
  EXPECT_EQ(store.query("seed").error().cause, Cause::wrong_kind);
  EXPECT_EQ(store.query("volume").error().cause, Cause::unknown);
  EXPECT_EQ(**store.query("gain"), value(1.5F));
  EXPECT_FALSE(*store.query("later"));
}

TEST_F(APropertyStore, keeps_the_members_of_a_struct_that_are_left_out) {
  EXPECT_TRUE(causes_of({{"filter", order(8)}}).empty());
  EXPECT_EQ(now("filter"), "{filter::order: 8, filter::name: low}");
}

TEST_F(APropertyStore, gives_structs_of_a_sequence_the_defaults_of_their_members) {
  EXPECT_TRUE(causes_of({{"filter", order(8)}, {"channels", StructSequence{{Struct{}}}}}).empty());
  EXPECT_EQ(now("channels"), "[{filter::order: 4, filter::name: low}]");
}

TEST_F(APropertyStore, calls_listeners_of_what_changed_in_the_order_that_was_given) {
  note_changes_of("gain");
  note_changes_of("band");
  note_changes_of("filter");
  const auto rejected = store.configure({{"band", value(std::string{"narrow"})},
                                         {"filter", order(4)},
                                         {"gain", value(2.0F)},
                                         {"gain", value(99.0F)},
                                         {"gain", value(3.0F)}});
  EXPECT_EQ(rejected.size(), 1U);
  EXPECT_EQ(changes, (std::vector<std::string>{"band=narrow", "gain=3"}))
      << "filter has the value that it had";
}

TEST_F(APropertyStore, has_stored_everything_before_it_calls_a_listener) {
  std::string seen;
  ASSERT_TRUE(store.on_change("gain", [&](const Value&) {
    seen = now("band");
    EXPECT_TRUE(store.configure({{"rate", value(8000.0)}}).empty()) << "no lock is held";
  }));
  EXPECT_TRUE(causes_of({{"gain", value(2.0F)}, {"band", value(std::string{"narrow"})}}).empty());
  EXPECT_EQ(seen, "narrow");
  EXPECT_EQ(now("rate"), "8000");
}

TEST_F(APropertyStore, keeps_the_old_value_if_a_listener_refuses_the_new_one) {
  note_changes_of("gain");
  ASSERT_TRUE(store.on_change("gain", [](const Value&) { throw std::runtime_error("not now"); }));
  note_changes_of("gain");
  EXPECT_EQ(text_of({{"gain", value(2.0F)}}), "gain: not now");
  EXPECT_EQ(now("gain"), "1.5");
  EXPECT_EQ(changes, (std::vector<std::string>{"gain=2", "gain=1.5"}))
      << "the listener that had taken 2 has the old value again";
}

TEST_F(APropertyStore, sets_the_others_if_a_listener_refuses_one) {
  ASSERT_TRUE(store.on_change("band", [](const Value&) { throw 7; }));
  note_changes_of("rate");
  EXPECT_EQ(causes_of({{"gain", value(2.0F)},
                       {"band", value(std::string{"narrow"})},
                       {"volume", value(1.0F)},
                       {"rate", value(8000.0)}}),
            (Causes{{1, Cause::refused}, {2, Cause::unknown}}));
  EXPECT_EQ(now("gain"), "2");
  EXPECT_EQ(now("band"), "wide");
  EXPECT_EQ(changes, std::vector<std::string>{"rate=8000"});
}

TEST_F(APropertyStore, refuses_each_value_of_a_property_that_is_given_twice) {
  ASSERT_TRUE(store.on_change("gain", [](const Value&) { throw std::runtime_error("no"); }));
  EXPECT_EQ(causes_of({{"gain", value(2.0F)}, {"gain", value(3.0F)}}),
            (Causes{{0, Cause::refused}, {1, Cause::refused}}));
  EXPECT_EQ(now("gain"), "1.5");
}

TEST_F(APropertyStore, has_no_value_again_if_the_first_one_is_refused) {
  ASSERT_TRUE(store.on_change("later", [](const Value&) { throw std::runtime_error("no"); }));
  EXPECT_EQ(text_of({{"later", value(std::int16_t{1})}}), "later: no");
  EXPECT_EQ(now("later"), "nothing");
}

TEST_F(APropertyStore, keeps_what_a_listener_set_before_it_refused) {
  ASSERT_TRUE(store.on_change("gain", [this](const Value&) {
    EXPECT_TRUE(store.set("gain", value(3.0F)));
    throw std::runtime_error("3 is the most");
  }));
  EXPECT_EQ(text_of({{"gain", value(5.0F)}}), "gain: 3 is the most");
  EXPECT_EQ(now("gain"), "3");
}

TEST_F(APropertyStore, has_no_listeners_of_unknown_properties) {
  EXPECT_EQ(store.on_change("volume", [](const Value&) {}).error().cause, Cause::unknown);
}

TEST_F(APropertyStore, lets_the_component_set_what_others_may_not) {
  note_changes_of("serial");
  EXPECT_TRUE(store.set("serial", value(std::string{"B2"})));
  EXPECT_TRUE(store.set("memory", value(std::uint32_t{32})));
  EXPECT_EQ(now("serial"), "B2");
  EXPECT_EQ(store.set("gain", value(61.0F)).error().cause, Cause::out_of_range);
  EXPECT_EQ(store.set("volume", value(1.0F)).error().cause, Cause::unknown);
  EXPECT_TRUE(changes.empty());
}

TEST_F(APropertyStore, takes_texts_for_execute_parameters) {
  EXPECT_TRUE(store.set_text("debug", "0x10"));
  EXPECT_EQ(now("debug"), "16");
  EXPECT_EQ(store.set_text("debug", "much").error().cause, Cause::wrong_type);
  EXPECT_EQ(store.set_text("gain", "61").error().cause, Cause::out_of_range);
  EXPECT_EQ(store.set_text("band", "thin").error().cause, Cause::not_enumerated);
  EXPECT_EQ(store.set_text("filter", "x").error().cause, Cause::wrong_form);
  EXPECT_EQ(store.set_text("volume", "1").error().cause, Cause::unknown);
}

TEST_F(APropertyStore, is_used_by_several_threads_at_once) {
  std::atomic<int> calls{0};
  ASSERT_TRUE(store.on_change("filter", [&](const Value&) { ++calls; }));
  std::vector<std::jthread> threads;
  for (std::uint16_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([this, thread] {
      for (std::uint16_t i = 0; i < 200; ++i) {
        (void)store.configure({{"filter", order(static_cast<std::uint16_t>(4 * i + thread))}});
        (void)store.query("filter");
      }
    });
  threads.clear();
  EXPECT_GT(calls, 0);
  EXPECT_EQ(now("filter").substr(0, 15), "{filter::order:");
}

}  // namespace
}  // namespace orbweaver::resource
