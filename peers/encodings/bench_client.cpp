// SPDX-License-Identifier: Apache-2.0
// encodings-bench-client: times encoding and decoding in memory, without any ORB. See README.md.
#include <bench/measure.hpp>
#include <bench/program.hpp>

#include "cdr.hpp"
#include "eight.hpp"
#include "ndr.hpp"
#include "xdr.hpp"

namespace {

using bench::Command;
using bench::Measured;
using bench::Payload;

encodings::Shape shape_of(const Command& command) {
  switch (command.shape) {
    case bench::Shape::basic:
      return encodings::Shape::basic;
    case bench::Shape::array:
      return encodings::Shape::array;
    case bench::Shape::sequence:
      break;
  }
  return encodings::Shape::sequence;
}

// One call is both sides' work for one message: what the sender writes, the receiver reads.
template <class T, class Encoding>
Measured time_values(Encoding& encoding, const Command& command) {
  const auto shape = shape_of(command);
  const std::vector<T> values(command.bytes / sizeof(T), T{1});
  std::vector<T> read(values.size());
  bool ok = true;
  auto measured = bench::time_calls(command, [&] {
    encoding.encode(shape, values);
    // As if the bytes were read here, so that the compiler does not leave out writing them.
    asm volatile("" : : "r"(encoding.bytes().data()) : "memory");
    ok = encoding.decode(shape, read) && ok;
    asm volatile("" : : "r"(read.data()) : "memory");
  });
  if (!ok || read != values) throw std::runtime_error("the values did not come back");
  measured.encoded_bytes = encoding.bytes().size();
  return measured;
}

template <class Encoding>
Measured time_encoding(Encoding encoding, const Command& command) {
  if (command.bytes == 0) throw std::invalid_argument("there is nothing to encode; give bytes");
  switch (command.payload) {
    case Payload::octets:
      return time_values<std::uint8_t>(encoding, command);
    case Payload::shorts:
      return time_values<std::int16_t>(encoding, command);
    case Payload::floats:
      return time_values<float>(encoding, command);
    case Payload::doubles:
      return time_values<double>(encoding, command);
  }
  throw std::invalid_argument("no such payload");
}

constexpr auto kForeignOrder = orbweaver::cdr::kNativeOrder == orbweaver::cdr::ByteOrder::little
                                   ? orbweaver::cdr::ByteOrder::big
                                   : orbweaver::cdr::ByteOrder::little;

bench::Cases cases() {
  using namespace encodings;
  return {{"cdr", [](const Command& c) { return time_encoding(Cdr(), c); }},
          {"cdr-foreign", [](const Command& c) { return time_encoding(Cdr(kForeignOrder), c); }},
          {"eight", [](const Command& c) { return time_encoding(Eight(), c); }},
          {"ndr", [](const Command& c) { return time_encoding(Ndr(), c); }},
          {"xdr", [](const Command& c) { return time_encoding(Xdr(), c); }}};
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options{.name = "encodings-bench-client"};
  CLI::App app{"Times encodings in memory; reads commands from standard input."};
  bench::add_client_options(app, options, {"memory"});
  return bench::run_program(app, argc, argv, options, [&] {
    bench::print_ready(options.name, "");
    return bench::answer_commands(options.name, cases());
  });
}
