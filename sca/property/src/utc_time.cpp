// SPDX-License-Identifier: Apache-2.0
#include "utc_time.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

namespace orbweaver::property {

namespace {

// Reads the text from left to right. After the first fault, nothing is read.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  int digits(std::size_t most) {
    int value = 0;
    std::size_t count = 0;
    while (count < most && count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9')
      value = value * 10 + (rest_[count++] - '0');
    ok_ = ok_ && count > 0;
    rest_.remove_prefix(count);
    return value;
  }

  void expect(std::string_view text) {
    ok_ = ok_ && rest_.starts_with(text);
    if (ok_) rest_.remove_prefix(text.size());
  }

  bool skip(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  double fraction() {
    if (!rest_.starts_with('.')) return 0;
    double value = 0;
    const auto* begin = rest_.data();
    const auto [end, error] =
        std::from_chars(begin, begin + rest_.size(), value, std::chars_format::fixed);
    ok_ = ok_ && error == std::errc{} && value < 1;
    rest_.remove_prefix(static_cast<std::size_t>(end - begin));
    return value;
  }

  [[nodiscard]] bool finished() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

std::optional<UtcTime> made_of(int year, int month, int day, std::chrono::seconds time,
                               double fraction) {
  using namespace std::chrono;
  const year_month_day date{std::chrono::year{year}, std::chrono::month(unsigned(month)),
                            std::chrono::day(unsigned(day))};
  if (!date.ok() || year < 1 || time >= hours{24}) return std::nullopt;
  return UtcTime{(sys_days{date}.time_since_epoch() + time).count(), fraction, false};
}

struct Form {
  std::string_view in_date;
  std::string_view between;
};

std::optional<UtcTime> parse_form(std::string_view text, Form form) {
  Scanner scanner(text);
  const int year = scanner.digits(4);
  scanner.expect(form.in_date);
  const int month = scanner.digits(2);
  scanner.expect(form.in_date);
  const int day = scanner.digits(2);
  scanner.expect(form.between);
  const int hour = scanner.digits(2);
  scanner.expect(":");
  const int minute = scanner.digits(2);
  scanner.expect(":");
  const int second = scanner.digits(2);
  const double fraction = scanner.fraction();
  scanner.skip("Z");
  if (!scanner.finished() || minute > 59 || second > 59) return std::nullopt;
  return made_of(year, month, day, std::chrono::seconds{hour * 3600 + minute * 60 + second},
                 fraction);
}

std::string two(unsigned number) { return (number < 10 ? "0" : "") + std::to_string(number); }

std::string fraction_text(double fraction) {
  if (fraction == 0) return {};
  std::array<char, 400> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), fraction, std::chars_format::fixed);
  return std::string{text.data(), end.ptr}.substr(1);
}

}  // namespace

std::string utc_text(const UtcTime& time) {
  if (time.now) return "now";
  using namespace std::chrono;
  const auto days = floor<std::chrono::days>(seconds{time.seconds});
  const year_month_day date{sys_days{days}};
  const hh_mm_ss clock{seconds{time.seconds} - days};
  auto year = std::to_string(int(date.year()));
  if (year.size() < 4) year.insert(0, 4 - year.size(), '0');
  return year + ":" + two(unsigned(date.month())) + ":" + two(unsigned(date.day())) +
         "::" + two(unsigned(clock.hours().count())) + ":" +
         two(unsigned(clock.minutes().count())) + ":" + two(unsigned(clock.seconds().count())) +
         fraction_text(time.fraction);
}

std::optional<UtcTime> parse_utc(std::string_view text) {
  if (text == "now") return UtcTime{0, 0, true};
  for (const Form form : {Form{":", "::"}, Form{"-", "T"}, Form{"-", " "}})
    if (const auto time = parse_form(text, form)) return time;
  return std::nullopt;
}

}  // namespace orbweaver::property
