// SPDX-License-Identifier: Apache-2.0
// Prints docs/reference/minor-codes.md from the ORB's table of minor codes.
#include <orbweaver/wire/minor_codes.hpp>

#include <fmt/format.h>

#include <iostream>

namespace {

using namespace orbweaver::wire;

constexpr std::string_view kBeginning = R"(# Minor codes

After this page you know what the number in a system exception means. Look for it in the table.

A system exception has a minor code: a number that says more than its name. Codes that begin with `0x4f4d0` ("OM") are those of
the standard (CORBA 3.3 Part 1, A.5). Codes that begin with `0x4f570` ("OW") are Orbweaver's: this page has all of them. `what()`
of the exception has the code, and a sentence with the values of the case.

This page is made from the table in `orb/wire/src/minor_codes.cpp`.

| code | exception | meaning |
|---|---|---|
)";

}  // namespace

int main() {
  std::cout << kBeginning;
  for (auto code = kMinorBase + 1; code <= kLastMinor; ++code)
    if (const auto row = explain(static_cast<Minor>(code)); !row.meaning.empty())
      std::cout << fmt::format("| `0x{:08x}` | {} | {} |\n", code, row.exceptions, row.meaning);
}
